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
import { JudgedDevice, type JudgedDeviceOptions } from './judged-device.ts'
import type { LinkLog } from './link.ts'

/** An event of an alarm, with its owner. */
export type JudgedEvent = AlarmEvent & {
  orgId: number
  equipmentId: EquipmentId
  /** Null for a rule that only the platform can evaluate, and which therefore outlives bindings. */
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
  /**
   * The rules to evaluate on the platform for a gateway; `here` undefined: none. The list includes every event that was
   * reported before.
   */
  load(sn: string): Promise<{ runs: string; here: DeviceToJudge | undefined }>
  /** Gateways with rules evaluated here, or with active alarms. */
  all(): Promise<string[]>
  /** Accepts events; returns false if too many events wait, and these are lost. */
  happened(events: readonly JudgedEvent[]): boolean
  draw(): string
  now(): number
  log: LinkLog
}

/** A device whose rules run here, and the binding that it belongs to. */
type Judged = Pick<DeviceToJudge, 'equipmentId' | 'bindingId' | 'boundAt'> & { device: JudgedDevice }
/**
 * `judged` null: the platform evaluates no rule of this device. `until`: when to repeat a failed look-up. `isHeld`: the
 * gateway changed, and may evaluate its rules itself.
 */
type Entry = {
  runs: string | undefined
  judged: Judged | null
  until: number
  isHeld: boolean
  events: JudgedEvent[]
}

const unknown = (until: number): Entry => ({ runs: undefined, judged: null, until, isHeld: false, events: [] })
const retryMs = 1000
/** Maximum number of simultaneous look-ups. */
const atOnce = 8

/**
 * Bounded: the entry that was looked up or used longest ago is dropped first; its active alarms are read from the list
 * again.
 */
export class Judging {
  readonly #needs: JudgingNeeds
  readonly #most: number
  readonly #book = new Map<string, Entry>()
  /** Look-ups waiting and in progress; an SN that changes meanwhile is in both, and is looked up once more. */
  readonly #waiting = new Set<string>()
  readonly #busy = new Map<string, Promise<void>>()

  constructor(needs: JudgingNeeds, most = 20_000) {
    this.#needs = needs
    this.#most = most
  }

  /** Evaluates the readings of a message. */
  take(batch: Batch): void {
    const { sn } = batch
    const entry = this.#book.get(sn)
    if (!entry) {
      if (!this.#busy.has(sn)) this.changed(sn)
      return
    }
    const { judged } = entry
    if (judged === null || entry.isHeld || judged.equipmentId !== batch.equipmentId) return
    // The record belongs to an earlier binding.
    if (batch.kind === 'record' && batch.times.some((at) => at < judged.boundAt)) return
    this.#keep(sn, entry)
    this.#guarded(sn, entry, () => judged.device.take(batch))
  }

  /** The configuration, the binding or the gateway's software changed: looks it up again. */
  changed(sn: string): void {
    this.#waiting.add(sn)
    this.#pump()
  }

  /** Handles the hello of a gateway, which may now evaluate rules itself. */
  hello(sn: string, { abilities, configHash, bindingId }: Up['hello']): void {
    const entry = this.#book.get(sn)
    if (!entry || entry.runs === runsText({ abilities: abilities ?? null, configHash, configBindingId: bindingId }))
      return
    entry.isHeld = true
    this.changed(sn)
  }

  /** Called periodically; repeats failed look-ups and advances the clocks. */
  turn(): void {
    const at = this.#needs.now()
    for (const [sn, entry] of this.#book) {
      const { judged, until, isHeld } = entry
      if (until <= at && !this.#busy.has(sn)) this.changed(sn)
      if (judged && !isHeld && judged.device.nextAt() <= at) this.#guarded(sn, entry, () => judged.device.pass(at))
    }
  }

  /** Resumes active alarms after a start. */
  async start(): Promise<void> {
    for (const sn of await this.#needs.all()) if (!this.#book.has(sn)) this.changed(sn)
  }

  /** Resolves once all requested look-ups are done. */
  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy.values())
  }

  #keep(sn: string, entry: Entry): void {
    const book = this.#book
    book.delete(sn)
    book.set(sn, entry)
    const oldest = book.keys().next()
    if (book.size > this.#most && !oldest.done) book.delete(oldest.value)
  }

  #handOver(sn: string, { events }: Entry): void {
    if (events.length === 0 || this.#needs.happened(events.splice(0))) return
    this.#needs.log.warn({ sn }, 'alarms judged here are lost: too many wait')
    this.#book.delete(sn)
  }

  /** An error in the evaluation stops no value. */
  #guarded(sn: string, entry: Entry, act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#needs.log.error({ sn, error: String(error) }, 'alarms could not be judged')
    }
    this.#handOver(sn, entry)
  }

  #begun(here: DeviceToJudge, events: JudgedEvent[]): Judged {
    const { orgId, equipmentId, bindingId, boundAt } = here
    const { draw, now, log } = this.#needs
    const device = new JudgedDevice(
      {
        ...here,
        draw,
        tell: (event) => void events.push({ ...event, orgId, equipmentId, bindingId, receivedAt: now() }),
        onFault: (ruleId, error) => log.warn({ ruleId, error: String(error) }, 'an alarm rule cannot be judged'),
      },
      now(),
    )
    return { device, equipmentId, bindingId, boundAt }
  }

  #learn(sn: string, { runs, here }: Awaited<ReturnType<JudgingNeeds['load']>>): void {
    const known = this.#book.get(sn)
    const entry: Entry = { ...unknown(Number.POSITIVE_INFINITY), runs, events: known?.events ?? [] }
    const goesOn = known?.judged && here?.bindingId === known.judged.bindingId ? known.judged : undefined
    if (here && goesOn) entry.judged = goesOn
    this.#keep(sn, entry)
    if (!here) return
    this.#guarded(sn, entry, () => {
      if (goesOn) goesOn.device.apply(here.rules, here.readings, this.#needs.now())
      else entry.judged = this.#begun(here, entry.events)
    })
  }

  async #ask(sn: string): Promise<void> {
    const { load, now, log } = this.#needs
    try {
      const found = await load(sn)
      if (!this.#waiting.has(sn)) this.#learn(sn, found)
    } catch (error) {
      if (!isDatabaseDown(error))
        log.warn({ sn, error: String(error) }, 'who judges the alarms of a gateway is not known yet')
      const known = this.#book.get(sn)
      if (known?.judged) known.until = now() + retryMs
      else this.#keep(sn, unknown(now() + retryMs))
    } finally {
      this.#busy.delete(sn)
      this.#pump()
    }
  }

  #pump(): void {
    for (const sn of this.#waiting) {
      if (this.#busy.size >= atOnce) return
      if (this.#busy.has(sn)) continue
      this.#waiting.delete(sn)
      this.#busy.set(sn, this.#ask(sn))
    }
  }
}
