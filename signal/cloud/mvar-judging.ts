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
import { InputIndex } from './input-index.ts'
import { InputPresence } from './input-presence.ts'
import { type DerivedSignal, JudgedDevice, type JudgedDeviceOptions } from './judged-device.ts'
import type { JudgedEvent } from './judging.ts'
import type { LinkLog } from './link.ts'
import type { LiveTable } from './live-table.ts'

/** `gapMs`: maximum time between stored readings of the input; null: the input is stored on change. */
type MvarInputRule = { equipmentId: EquipmentId; signalId: number; gapMs: number | null }

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
  /** Loads all rules and active alarms. The list includes every event that was reported before the call. */
  rules(): Promise<MvarRules>
  begin(mvars: readonly JudgedMvar[]): Promise<ReadonlyMap<number, MvarBegin>>
  live: Pick<LiveTable, 'get'>
  /** Accepts events; returns false if too many events wait, and these are lost. */
  happened(events: readonly JudgedEvent[]): boolean
  draw(): string
  now(): number
  log: LinkLog
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

/** Interval of reloading all rules, for changes without notification. */
const sweepMs = 10_000

const formulaOf = ({ expression, inputs }: JudgedMvar) =>
  JSON.stringify([expression, inputs.map(({ equipmentId, signalId }) => [equipmentId, signalId])])

export class MvarJudging {
  readonly #needs: MvarJudgingNeeds
  readonly #entries = new Map<number, Entry>()
  readonly #byInput = new InputIndex<Entry>()
  readonly #presence: InputPresence
  /** True once rules and alarms were loaded for the first time. */
  #hasBegun = false
  #sweptAt = Number.NEGATIVE_INFINITY
  #sweeping: Promise<void> | undefined

  constructor(needs: MvarJudgingNeeds) {
    this.#needs = needs
    this.#presence = new InputPresence(needs.now)
  }

  /** Evaluates the readings of a message, in each variable that has them as inputs. */
  take({ equipmentId, ids, values, codes, times, receivedAt }: Batch): void {
    const ofDevice = this.#byInput.of(equipmentId)
    if (!ofDevice) return
    const last = times.at(-1)
    if (last !== undefined && receivedAt - last > limits.alarmBacklogMs) this.#presence.backlog(equipmentId, receivedAt)
    const shares = new Map<Entry, { ids: number[]; values: (Value | null)[]; codes: number[]; times: number[] }>()
    for (let i = 0; i < ids.length; i += 1) {
      for (const entry of ofDevice.get(ids[i]!) ?? []) {
        const own = shares.get(entry) ?? { ids: [], values: [], codes: [], times: [] }
        shares.set(entry, own)
        own.ids.push(ids[i]!)
        own.values.push(values[i]!)
        own.codes.push(codes[i]!)
        own.times.push(times[i]!)
      }
    }
    for (const [entry, own] of shares) this.#guarded(entry, () => entry.device.take({ ...own, receivedAt }))
  }

  /** The gateway of a device connected or disconnected. */
  presence(equipmentId: EquipmentId, isOnline: boolean): void {
    this.#presence.change(equipmentId, isOnline, this.#byInput.has(equipmentId))
  }

  /** A rule, a formula or the devices of a project changed: reloads everything. Resolves once that is done. */
  async changed(): Promise<void> {
    // A reload in progress may have read the old state.
    await this.#sweeping
    this.#sweeping ??= this.#look().finally(() => {
      this.#sweeping = undefined
    })
    await this.#sweeping
  }

  /** Called periodically; reloads the rules when that is due, and advances the clock. */
  async turn(): Promise<void> {
    const { now } = this.#needs
    if (!this.#sweeping && now() - this.#sweptAt >= sweepMs) await this.changed()
    this.#passTime(now())
  }

  counts(): { mvars: number; rules: number; devices: number } {
    const entries = [...this.#entries.values()]
    const rules = entries.reduce((sum, { of }) => sum + of.rules.length, 0)
    return { mvars: entries.length, rules, devices: this.#byInput.devices }
  }

  #isKnown({ equipmentId, gapMs }: MvarInputRule, at: number, clock: number): boolean {
    if (gapMs !== null) return clock - at <= Math.max(gapMs, limits.alarmBacklogMs)
    return this.#presence.isSettled(equipmentId)
  }

  #derivedOf({ id, expression }: JudgedMvar, inputs: ReadonlyMap<number, MvarInputRule>): DerivedSignal | undefined {
    const formula = compileFormula(expression, { maxLength: limits.mvarExpressionLength })
    if (!isFormula(formula)) return undefined
    return {
      id,
      inputs: [...inputs.keys()],
      result: (read) =>
        formula.evaluate(({ equipmentId, signalId }) =>
          inputs.get(signalId)?.equipmentId === equipmentId ? read(signalId) : undefined,
        ),
      isKnown: (signalId, { at }, clock) => this.#isKnown(inputs.get(signalId)!, at, clock),
    }
  }

  #handOver({ of: { id }, events }: Entry): void {
    if (events.length === 0 || this.#needs.happened(events.splice(0))) return
    this.#needs.log.warn({ mvarId: id }, 'alarms over an intermediate variable are lost: too many wait')
    const lost = this.#entries.get(id)
    if (lost) this.#forget(lost)
  }

  /** An error in the evaluation stops no value. */
  #guarded(entry: Entry, act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#needs.log.error({ mvarId: entry.of.id, error: String(error) }, 'alarms could not be judged')
    }
    this.#handOver(entry)
  }

  /** The last readings in this process, in addition to stored ones. */
  #liveReadings(inputs: Iterable<MvarInputRule>): SignalReading[] {
    return [...inputs].flatMap(({ equipmentId, signalId }) => {
      const reading = this.#needs.live.get(equipmentId, signalId)
      return reading ? [{ signalId, reading: { value: reading.value, code: reading.code, at: reading.at } }] : []
    })
  }

  #begin(of: JudgedMvar, found: MvarBegin): void {
    const inputs = new Map(of.inputs.map((input) => [input.signalId, input]))
    const derived = this.#derivedOf(of, inputs)
    if (!derived) return
    const hosts = new Map(of.rules.map(({ equipmentId, rule }) => [rule.id, equipmentId]))
    const events: JudgedEvent[] = []
    const device = this.#deviceOf(of, found, { derived, hosts, events })
    const prints = { formula: formulaOf(of), print: JSON.stringify(of) }
    const entry: Entry = { of, ...prints, inputs, hosts, events, device }
    this.#entries.set(of.id, entry)
    this.#byInput.add(of.inputs, entry)
    this.#handOver(entry)
  }

  #deviceOf(
    { id, orgId, rules, inputs, since }: JudgedMvar,
    { standing, turnedAt, readings }: MvarBegin,
    { derived, hosts, events }: Pick<Entry, 'hosts' | 'events'> & { derived: DerivedSignal },
  ): JudgedDevice {
    const { draw, now, log } = this.#needs
    return new JudgedDevice(
      {
        ...{ equipmentId: id, derived, since, standing, turnedAt, draw },
        rules: rules.map(({ rule }) => rule),
        readings: [...readings, ...this.#liveReadings(inputs)],
        tell(event) {
          const equipmentId = hosts.get(event.ruleId)
          if (equipmentId !== undefined)
            events.push({ ...event, orgId, equipmentId, bindingId: null, receivedAt: now() })
        },
        onFault: (ruleId, error) => log.warn({ ruleId, error: String(error) }, 'an alarm rule cannot be judged'),
      },
      now(),
    )
  }

  #forget(entry: Entry): void {
    this.#entries.delete(entry.of.id)
    this.#byInput.remove(entry.of.inputs, entry)
  }

  /** Ends all active alarms over an intermediate variable. */
  #end(entry: Entry): void {
    this.#forget(entry)
    this.#guarded(entry, () => entry.device.apply([], [], this.#needs.now()))
  }

  /** Changes the rules of a variable whose formula is unchanged: alarms of kept rules continue. */
  #changeRules(entry: Entry, of: JudgedMvar): void {
    for (const { equipmentId, rule } of of.rules) entry.hosts.set(rule.id, equipmentId)
    for (const input of of.inputs) entry.inputs.set(input.signalId, input)
    const rules = of.rules.map(({ rule }) => rule)
    this.#guarded(entry, () => entry.device.apply(rules, this.#liveReadings(of.inputs), this.#needs.now()))
    entry.of = of
    entry.print = JSON.stringify(of)
  }

  /**
   * Ends active alarms that no evaluated rule owns: their end was lost, or their rule was deleted while the platform
   * did not evaluate.
   */
  #endStrangers(standing: readonly ActiveMvarAlarm[]): void {
    const judged = new Set([...this.#entries.values()].flatMap(({ of }) => of.rules.map(({ rule }) => rule.id)))
    const at = this.#needs.now()
    const events = standing
      .filter(({ ruleId }) => !judged.has(ruleId))
      .map((each): JudgedEvent => ({ ...each, kind: 'cleared', at, values: [], bindingId: null, receivedAt: at }))
    if (events.length > 0) this.#needs.happened(events)
  }

  /** Starts a variable that is new or has another formula; in the latter case its active alarms end. */
  #beginAnew(of: JudgedMvar, { standing, turnedAt, readings }: MvarBegin): void {
    const entry = this.#entries.get(of.id)
    if (entry) this.#end(entry)
    // Readings are compared with the times of the last changes only at the first load after a start: later ones were all
    // received by this process.
    const changes = this.#hasBegun ? new Map<number, number>() : turnedAt
    this.#begin(of, { readings, standing: entry ? [] : standing, turnedAt: changes })
  }

  async #sweep(): Promise<void> {
    this.#presence.beginReading()
    const { mvars, standing, online } = await this.#needs.rules()
    const others = mvars.filter((of) => this.#entries.get(of.id)?.formula !== formulaOf(of))
    const begins = others.length > 0 ? await this.#needs.begin(others) : new Map<number, MvarBegin>()
    this.#presence.endReading(online)
    const kept = new Set(mvars.map(({ id }) => id))
    for (const entry of [...this.#entries.values()]) if (!kept.has(entry.of.id)) this.#end(entry)
    for (const of of mvars) {
      const entry = this.#entries.get(of.id)
      const found = begins.get(of.id)
      if (found) this.#beginAnew(of, found)
      else if (entry && entry.print !== JSON.stringify(of)) this.#changeRules(entry, of)
    }
    this.#endStrangers(standing)
    this.#hasBegun = true
  }

  async #look(): Promise<void> {
    this.#sweptAt = this.#needs.now()
    try {
      await this.#sweep()
    } catch (error) {
      this.#sweptAt = Number.NEGATIVE_INFINITY
      if (!isDatabaseDown(error))
        this.#needs.log.warn({ error: String(error) }, 'rules over intermediate variables could not be looked up')
    }
  }

  #passTime(at: number): void {
    const ofDevice = (equipmentId: number) => [...(this.#byInput.of(equipmentId)?.values() ?? [])]
    const woken = new Set(this.#presence.settledBy(at).flatMap((id) => ofDevice(id).flatMap((set) => [...set])))
    for (const entry of woken) this.#guarded(entry, () => entry.device.wake(at))
    for (const entry of [...this.#entries.values()])
      if (entry.device.nextAt() <= at) this.#guarded(entry, () => entry.device.pass(at))
  }
}
