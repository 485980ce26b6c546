// Evaluates alarms on the platform for devices whose gateway cannot. Which devices these are is cached from the
// database, and looked up again when the configuration, the binding or the gateway's software changes; their rules are
// driven by arriving values and by the clock. Events follow the path of all alarms; active alarms are in the list, from
// which they are read after a restart.
import { canJudge } from '../../contract/abilities.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { Up } from '../../contract/topics.ts'
import { isDatabaseDown } from '../../db/database-down.ts'
import type { AlarmEvent } from '../judge/rule.ts'
import type { Batch } from './batch.ts'
import { createJudgedDevice, type JudgedDevice, type JudgedDeviceOptions } from './judged-device.ts'
import type { LinkLog } from './link.ts'

/** An event of an alarm, with its owner. */
export type JudgedEvent = AlarmEvent & {
  orgId: number
  equipmentId: EquipmentId
  /** Null for a rule that no gateway can evaluate, which outlives bindings. */
  bindingId: number | null
  receivedAt: number
}

/** A device whose rules are evaluated here, with its state at the start. */
export type DeviceToJudge = Pick<JudgedDeviceOptions, 'rules' | 'since' | 'standing' | 'turnedAt' | 'readings'> & {
  orgId: number
  equipmentId: EquipmentId
  bindingId: number
  boundAt: number
}

/** The facts about a gateway that decide where rules are evaluated. */
type Runs = { abilities: readonly string[] | null; configHash: string | null; configBindingId: number | null }
export const runsText = ({ abilities, configHash, configBindingId }: Runs): string =>
  `${canJudge(abilities)} ${configHash} ${configBindingId}`

export type JudgingNeeds = {
  /** The rules to evaluate here for a gateway; `here` undefined: none. Everything reported earlier is in the list. */
  load(sn: string): Promise<{ runs: string; here: DeviceToJudge | undefined }>
  /** Gateways with rules evaluated here, or with active alarms. */
  all(): Promise<string[]>
  /** Accepts events; false if too many wait, and they are lost. */
  happened(events: readonly JudgedEvent[]): boolean
  draw(): string
  now(): number
  log: LinkLog
}

export type Judging = {
  take(batch: Batch): void
  /** The configuration, the binding or the gateway's software changed: looks it up again. */
  changed(sn: string): void
  /** A hello of a gateway. */
  hello(sn: string, hello: Up['hello']): void
  /** Called periodically. */
  turn(): void
  /** Resumes active alarms after a start. */
  start(): Promise<void>
  /** Resolves once all requested look-ups are done. */
  idle(): Promise<void>
}

type Device = JudgedDevice & Omit<DeviceToJudge, keyof JudgedDeviceOptions> & { equipmentId: EquipmentId }
/**
 * `device` null: nothing is evaluated here. `until`: when to repeat a failed look-up. `isHeld`: the gateway changed,
 * and may evaluate its rules itself.
 */
type Entry = {
  runs: string | undefined
  device: Device | null
  until: number
  isHeld: boolean
  events: JudgedEvent[]
}

const unknown = (until: number): Entry => ({ runs: undefined, device: null, until, isHeld: false, events: [] })
const retryMs = 1000
/** Concurrent look-ups. */
const atOnce = 8

/**
 * Bounded: the entry that was looked up or used longest ago is dropped first; its active alarms are read from the list
 * again.
 */
export function createJudging(needs: JudgingNeeds, most = 20_000): Judging {
  const { now, log } = needs
  const book = new Map<string, Entry>()
  /** Look-ups waiting and in progress; an SN that changes meanwhile is in both, and is looked up once more. */
  const waiting = new Set<string>()
  const busy = new Map<string, Promise<void>>()

  function keep(sn: string, entry: Entry): void {
    book.delete(sn)
    book.set(sn, entry)
    const oldest = book.keys().next()
    if (book.size > most && !oldest.done) book.delete(oldest.value)
  }

  function handOver(sn: string, { events }: Entry): void {
    if (events.length === 0) return
    if (needs.happened(events.splice(0))) return
    log.warn({ sn }, 'alarms judged here are lost: too many wait')
    book.delete(sn)
  }

  /** An error in the evaluation stops no value. */
  function guarded(sn: string, entry: Entry, act: () => void): void {
    try {
      act()
    } catch (error) {
      log.error({ sn, error: String(error) }, 'alarms could not be judged')
    }
    handOver(sn, entry)
  }

  function begun(here: DeviceToJudge, events: JudgedEvent[]): Device {
    const { orgId, equipmentId, bindingId, boundAt } = here
    const device = createJudgedDevice(
      {
        ...here,
        draw: needs.draw,
        tell: (event) => void events.push({ ...event, orgId, equipmentId, bindingId, receivedAt: now() }),
        onFault: (ruleId, error) => log.warn({ ruleId, error: String(error) }, 'an alarm rule cannot be judged'),
      },
      now(),
    )
    return { ...device, orgId, equipmentId, bindingId, boundAt }
  }

  function learn(sn: string, { runs, here }: { runs: string; here: DeviceToJudge | undefined }): void {
    const known = book.get(sn)
    const entry: Entry = { ...unknown(Number.POSITIVE_INFINITY), runs, events: known?.events ?? [] }
    const goesOn = known?.device && here?.bindingId === known.device.bindingId
    if (here && goesOn) entry.device = known.device
    keep(sn, entry)
    if (!here) return
    guarded(sn, entry, () => {
      if (goesOn) known.device!.apply(here.rules, here.readings, now())
      else entry.device = begun(here, entry.events)
    })
  }

  async function ask(sn: string): Promise<void> {
    try {
      const found = await needs.load(sn)
      if (!waiting.has(sn)) learn(sn, found)
    } catch (error) {
      if (!isDatabaseDown(error))
        log.warn({ sn, error: String(error) }, 'who judges the alarms of a gateway is not known yet')
      const known = book.get(sn)
      if (known?.device) known.until = now() + retryMs
      else keep(sn, unknown(now() + retryMs))
    } finally {
      busy.delete(sn)
      pump()
    }
  }

  function pump(): void {
    for (const sn of waiting) {
      if (busy.size >= atOnce) return
      if (busy.has(sn)) continue
      waiting.delete(sn)
      busy.set(sn, ask(sn))
    }
  }

  function changed(sn: string): void {
    waiting.add(sn)
    pump()
  }

  return {
    take(batch) {
      const { sn } = batch
      const entry = book.get(sn)
      if (!entry) {
        if (!busy.has(sn)) changed(sn)
        return
      }
      const { device } = entry
      if (device === null || entry.isHeld || device.equipmentId !== batch.equipmentId) return
      // The record belongs to an earlier binding.
      if (batch.kind === 'record' && batch.times.some((at) => at < device.boundAt)) return
      keep(sn, entry)
      guarded(sn, entry, () => device.take(batch))
    },
    changed,
    hello(sn, { abilities = null, configHash, bindingId }) {
      const entry = book.get(sn)
      if (!entry || entry.runs === runsText({ abilities, configHash, configBindingId: bindingId })) return
      entry.isHeld = true
      changed(sn)
    },
    turn() {
      const at = now()
      for (const [sn, entry] of book) {
        const { device, until, isHeld } = entry
        if (until <= at && !busy.has(sn)) changed(sn)
        if (device && !isHeld && device.nextAt() <= at) guarded(sn, entry, () => device.pass(at))
      }
    },
    async start() {
      for (const sn of await needs.all()) if (!book.has(sn)) changed(sn)
    },
    async idle() {
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}
