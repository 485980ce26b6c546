// Evaluates alarm rules over intermediate variables on the platform, whether or not a viewer watches. Reloads the rules
// periodically and whenever one changes; evaluates them when an input value arrives, when a gateway connects or
// disconnects, and by the clock. Events follow the path of all alarms. Decision 34.
import type { EquipmentId } from '../../contract/fields.ts'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import { compileFormula, isFormula } from '../../core/formula.ts'
import { isDatabaseDown } from '../../db/database-down.ts'
import type { SignalReading } from '../store/reading.ts'
import type { Batch } from './batch.ts'
import { createJudgedDevice, type DerivedSignal, type JudgedDevice, type JudgedDeviceOptions } from './judged-device.ts'
import type { JudgedEvent } from './judging.ts'
import type { LinkLog } from './link.ts'
import type { LiveTable } from './live-table.ts'

/** `gapMs`: maximum time between its stored readings; null: it is stored on change. */
export type MvarInputRule = { equipmentId: EquipmentId; signalId: number; gapMs: number | null }

/** An intermediate variable with the rules over it that can be evaluated. */
export type JudgedMvar = {
  id: number
  orgId: number
  expression: string
  inputs: readonly MvarInputRule[]
  /** Each rule belongs to a device, and names the variable as `${id.id}`. */
  rules: readonly { equipmentId: EquipmentId; rule: GatewayRule }[]
  since: number
}

/** An active alarm of a rule over an intermediate variable, from the list. */
export type ActiveMvarAlarm = { orgId: number; equipmentId: EquipmentId; ruleId: number; alarm: string }

export type MvarRules = {
  mvars: readonly JudgedMvar[]
  standing: readonly ActiveMvarAlarm[]
  /** The devices of their inputs whose gateway is online, and since when. */
  online: ReadonlyMap<number, number>
}

/** State of an intermediate variable when its evaluation starts; `readings` of its inputs are from history. */
export type MvarBegin = Pick<JudgedDeviceOptions, 'standing' | 'turnedAt' | 'readings'>

export type MvarJudgingNeeds = {
  /** All rules. Everything reported earlier is in the list. */
  rules(): Promise<MvarRules>
  begin(mvars: readonly JudgedMvar[]): Promise<ReadonlyMap<number, MvarBegin>>
  live: Pick<LiveTable, 'get'>
  /** Accepts events; false if too many wait, and they are lost. */
  happened(events: readonly JudgedEvent[]): boolean
  draw(): string
  now(): number
  log: LinkLog
}

export type MvarJudging = {
  take(batch: Batch): void
  /** The gateway of a device connected or disconnected. */
  presence(equipmentId: EquipmentId, isOnline: boolean): void
  /** A rule, a formula or the devices of a project changed: reloads everything. Resolves once that is done. */
  changed(): Promise<void>
  /** Called periodically. */
  turn(): Promise<void>
  counts(): { mvars: number; rules: number; devices: number }
}

type Entry = {
  of: JudgedMvar
  /** Identifies the inputs and the formula: if it changes, all active alarms end. */
  formula: string
  print: string
  device: JudgedDevice
  inputs: Map<number, MvarInputRule>
  /** The device of each rule, including rules that are ending. */
  hosts: Map<number, EquipmentId>
  events: JudgedEvent[]
}

/** A reconnected gateway may first send its backlog. */
const settleMs = 15_000
/** Interval of reloading all rules, for changes without notification. */
const sweepMs = 10_000
const maxExpression = 20_000

const formulaOf = ({ expression, inputs }: JudgedMvar) =>
  JSON.stringify([expression, inputs.map(({ equipmentId, signalId }) => [equipmentId, signalId])])

export function createMvarJudging(needs: MvarJudgingNeeds): MvarJudging {
  const { live, now, log } = needs
  const entries = new Map<number, Entry>()
  const byInput = new Map<number, Map<number, Set<Entry>>>()
  let online = new Map<number, number>()
  /** Devices that may still send older readings, with the time until then. */
  const unsettled = new Map<number, number>()
  /** Presence changes since the last reload started: a reload in progress may have read the old state. */
  const heardPresence = new Map<number, boolean>()
  /** True once everything was loaded for the first time. */
  let hasBegun = false
  let sweptAt = Number.NEGATIVE_INFINITY
  let sweeping: Promise<void> | undefined

  function isKnown({ equipmentId, gapMs }: MvarInputRule, at: number, clock: number): boolean {
    if (gapMs !== null) return clock - at <= Math.max(gapMs, limits.alarmBacklogMs)
    return online.has(equipmentId) && !unsettled.has(equipmentId)
  }

  function derivedOf(
    { id, expression }: JudgedMvar,
    inputs: ReadonlyMap<number, MvarInputRule>,
  ): DerivedSignal | undefined {
    const formula = compileFormula(expression, { maxLength: maxExpression })
    if (!isFormula(formula)) return undefined
    return {
      id,
      inputs: [...inputs.keys()],
      result: (read) =>
        formula.evaluate(({ equipmentId, signalId }) =>
          inputs.get(signalId)?.equipmentId === equipmentId ? read(signalId) : undefined,
        ),
      isKnown: (signalId, { at }, clock) => isKnown(inputs.get(signalId)!, at, clock),
    }
  }

  function handOver({ of: { id }, events }: Entry): void {
    if (events.length === 0 || needs.happened(events.splice(0))) return
    log.warn({ mvarId: id }, 'alarms over an intermediate variable are lost: too many wait')
    const lost = entries.get(id)
    if (lost) forget(lost)
  }

  /** An error in the evaluation stops no value. */
  function guarded(entry: Entry, act: () => void): void {
    try {
      act()
    } catch (error) {
      log.error({ mvarId: entry.of.id, error: String(error) }, 'alarms could not be judged')
    }
    handOver(entry)
  }

  /** The last readings in this process, in addition to stored ones. */
  const heard = (inputs: Iterable<MvarInputRule>): SignalReading[] =>
    [...inputs].flatMap(({ equipmentId, signalId }) => {
      const reading = live.get(equipmentId, signalId)
      return reading ? [{ signalId, reading: { value: reading.value, code: reading.code, at: reading.at } }] : []
    })

  function begin(of: JudgedMvar, { standing, turnedAt, readings }: MvarBegin): void {
    const { id, orgId, rules, since } = of
    const inputs = new Map(of.inputs.map((input) => [input.signalId, input]))
    const derived = derivedOf(of, inputs)
    if (!derived) return
    const hosts = new Map(rules.map(({ equipmentId, rule }) => [rule.id, equipmentId]))
    const events: JudgedEvent[] = []
    const entry: Omit<Entry, 'device'> = {
      of,
      formula: formulaOf(of),
      print: JSON.stringify(of),
      inputs,
      hosts,
      events,
    }
    const device = createJudgedDevice(
      {
        ...{ equipmentId: id, derived, since, standing, turnedAt, draw: needs.draw },
        rules: rules.map(({ rule }) => rule),
        readings: [...readings, ...heard(of.inputs)],
        tell(event) {
          const equipmentId = hosts.get(event.ruleId)
          if (equipmentId !== undefined)
            events.push({ ...event, orgId, equipmentId, bindingId: null, receivedAt: now() })
        },
        onFault: (ruleId, error) => log.warn({ ruleId, error: String(error) }, 'an alarm rule cannot be judged'),
      },
      now(),
    )
    const begun = Object.assign(entry, { device })
    entries.set(id, begun)
    for (const { equipmentId, signalId } of of.inputs) {
      const ofDevice = byInput.get(equipmentId) ?? new Map<number, Set<Entry>>()
      byInput.set(equipmentId, ofDevice.set(signalId, (ofDevice.get(signalId) ?? new Set()).add(begun)))
    }
    handOver(begun)
  }

  function forget(entry: Entry): void {
    entries.delete(entry.of.id)
    for (const { equipmentId, signalId } of entry.of.inputs) {
      const ofDevice = byInput.get(equipmentId)
      const ofSignal = ofDevice?.get(signalId)
      ofSignal?.delete(entry)
      if (ofSignal?.size === 0) ofDevice?.delete(signalId)
      if (ofDevice?.size === 0) byInput.delete(equipmentId)
    }
  }

  /** Ends all active alarms of the entry. */
  function end(entry: Entry): void {
    forget(entry)
    guarded(entry, () => entry.device.apply([], [], now()))
  }

  /** Changes the rules of a variable whose formula is unchanged: alarms of kept rules continue. */
  function changeRules(entry: Entry, of: JudgedMvar): void {
    for (const { equipmentId, rule } of of.rules) entry.hosts.set(rule.id, equipmentId)
    for (const input of of.inputs) entry.inputs.set(input.signalId, input)
    guarded(entry, () =>
      entry.device.apply(
        of.rules.map(({ rule }) => rule),
        heard(of.inputs),
        now(),
      ),
    )
    entry.of = of
    entry.print = JSON.stringify(of)
  }

  /**
   * Ends alarms of the list without an evaluated rule: their end was lost, or their rule was deleted while nothing was
   * evaluated.
   */
  function endStrangers(standing: readonly ActiveMvarAlarm[]): void {
    const judged = new Set([...entries.values()].flatMap(({ of }) => of.rules.map(({ rule }) => rule.id)))
    const at = now()
    const events = standing
      .filter(({ ruleId }) => !judged.has(ruleId))
      .map((each): JudgedEvent => ({ ...each, kind: 'cleared', at, values: [], bindingId: null, receivedAt: at }))
    if (events.length > 0) needs.happened(events)
  }

  /** Starts a variable that is new or has another formula; in the latter case its active alarms end. */
  function beginAnew(of: JudgedMvar, found: MvarBegin): void {
    const entry = entries.get(of.id)
    if (entry) end(entry)
    const { standing, turnedAt, readings } = found
    // Readings are compared with the times of the last changes only at the first load after a start: later ones were all
    // received by this process.
    begin(of, { readings, standing: entry ? [] : standing, turnedAt: hasBegun ? new Map() : turnedAt })
  }

  const isCalculatedSo = (of: JudgedMvar): boolean => entries.get(of.id)?.formula === formulaOf(of)

  /** Combines the stored presence with changes reported while it was read. */
  function believePresence(stored: ReadonlyMap<number, number>): void {
    const before = online
    online = new Map(stored)
    for (const [equipmentId, isOnline] of heardPresence)
      if (isOnline) online.set(equipmentId, before.get(equipmentId) ?? now())
      else online.delete(equipmentId)
    for (const [equipmentId, since] of online)
      if (!before.has(equipmentId) && since + settleMs > now()) unsettled.set(equipmentId, since + settleMs)
  }

  async function sweep(): Promise<void> {
    heardPresence.clear()
    const { mvars, standing, online: isOnline } = await needs.rules()
    const others = mvars.filter((of) => !isCalculatedSo(of))
    const begins = others.length > 0 ? await needs.begin(others) : new Map<number, MvarBegin>()
    believePresence(isOnline)
    const kept = new Set(mvars.map(({ id }) => id))
    for (const entry of [...entries.values()]) if (!kept.has(entry.of.id)) end(entry)
    for (const of of mvars) {
      const entry = entries.get(of.id)
      const found = begins.get(of.id)
      if (found) beginAnew(of, found)
      else if (entry && entry.print !== JSON.stringify(of)) changeRules(entry, of)
    }
    endStrangers(standing)
    hasBegun = true
  }

  async function look(): Promise<void> {
    sweptAt = now()
    try {
      await sweep()
    } catch (error) {
      sweptAt = Number.NEGATIVE_INFINITY
      if (!isDatabaseDown(error))
        log.warn({ error: String(error) }, 'rules over intermediate variables could not be looked up')
    }
  }

  async function changed(): Promise<void> {
    // A reload in progress may have read the old state.
    await sweeping
    sweeping ??= look().finally(() => {
      sweeping = undefined
    })
    await sweeping
  }

  function passTime(at: number): void {
    const settled = [...unsettled].filter(([, until]) => until <= at).map(([equipmentId]) => equipmentId)
    for (const equipmentId of settled) unsettled.delete(equipmentId)
    const woken = new Set(settled.flatMap((id) => [...(byInput.get(id)?.values() ?? [])].flatMap((set) => [...set])))
    for (const entry of woken) guarded(entry, () => entry.device.wake(at))
    for (const entry of [...entries.values()])
      if (entry.device.nextAt() <= at) guarded(entry, () => entry.device.pass(at))
  }

  return {
    take({ equipmentId, ids, values, codes, times, receivedAt }) {
      const ofDevice = byInput.get(equipmentId)
      if (!ofDevice) return
      const last = times.at(-1)
      if (last !== undefined && receivedAt - last > limits.alarmBacklogMs)
        unsettled.set(equipmentId, receivedAt + settleMs)
      const told = new Map<Entry, { ids: number[]; values: (Value | null)[]; codes: number[]; times: number[] }>()
      for (let i = 0; i < ids.length; i += 1) {
        for (const entry of ofDevice.get(ids[i]!) ?? []) {
          const own = told.get(entry) ?? { ids: [], values: [], codes: [], times: [] }
          told.set(entry, own)
          own.ids.push(ids[i]!)
          own.values.push(values[i]!)
          own.codes.push(codes[i]!)
          own.times.push(times[i]!)
        }
      }
      for (const [entry, own] of told) guarded(entry, () => entry.device.take({ ...own, receivedAt }))
    },
    presence(equipmentId, isOnline) {
      heardPresence.set(equipmentId, isOnline)
      if (!byInput.has(equipmentId)) return
      if (!isOnline) online.delete(equipmentId)
      else {
        if (!online.has(equipmentId)) unsettled.set(equipmentId, now() + settleMs)
        online.set(equipmentId, now())
      }
    },
    changed,
    async turn() {
      if (!sweeping && now() - sweptAt >= sweepMs) await changed()
      passTime(now())
    },
    counts: () => ({
      mvars: entries.size,
      rules: [...entries.values()].reduce((sum, { of }) => sum + of.rules.length, 0),
      devices: byInput.size,
    }),
  }
}
