// A connection whose tags the gateway reads by their periods, all due tags of a driver in one call. If one of several
// devices on a line is silent, it is paused, so that its timeouts do not delay the others. [S8]
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import { DriverFault, type TagAbout, type TagReading } from '../../../drivers/driver.ts'
import { isPassing, isSilence, nextDue, retryAt } from '../schedule.ts'
import { AnyTagConnection, type Tag, type TagDeps, type TagUnit } from './any-tag-connection.ts'
import { countFault, countRead } from './health.ts'
import { asFault } from './plc-connection.ts'
import { mostUrgentFirst, nextOf, silencePauseMs } from './urgency.ts'

/** Tags read in one call; the others follow, so that a write waits for a few requests only. */
const mostAtOnce = 200
/** Requests in one call, of a driver whose tags may need one each. */
const mostRequests = 5

/** The state of one driver. `attempts`: readings that failed in a row and are repeated without a pause. */
type Turn = { attempts: number; silences: number; pausedUntil: number }

/** The history of one tag. `failures`: in a row. `readAt`: its last good reading. */
type Past = { failures: number; readAt: number | undefined }

export class PolledTagConnection extends AnyTagConnection {
  readonly #turns: ReadonlyMap<TagUnit, Turn>
  readonly #pasts: ReadonlyMap<Tag, Past>
  /** Whether the present session has returned anything. */
  #hasAnswered = false

  constructor(key: string, drivers: readonly CheckedDriver<TagAbout>[], deps: TagDeps) {
    super(key, drivers, deps)
    this.#turns = new Map(this.units.map((unit) => [unit, { attempts: 0, silences: 0, pausedUntil: 0 }]))
    this.#pasts = new Map(this.readable.map((tag) => [tag, { failures: 0, readAt: undefined }]))
  }

  /** Every call has its own parameters, so the session serves each driver of the line. */
  takesQueryOf(_params: object): boolean {
    return true
  }

  protected async turn(): Promise<void> {
    const now = this.deps.now()
    const first = nextOf(this.readable, this.#readyAt, now)
    const at = first ? Math.max(this.#readyAt(first), this.session ? 0 : this.openAfter) : Number.POSITIVE_INFINITY
    if (at > now) await this.queue.sleep(at - now, true)
    else if (first) await this.#read(first.unit, this.#dueWith(first, now))
  }

  /** The time from which a tag may be read: it is due, and its device is not paused. */
  readonly #readyAt = ({ unit, dueAt }: Tag): number => Math.max(dueAt, this.#turns.get(unit)!.pausedUntil)

  /** The tags of the same driver that are ready too, the most urgent first. */
  #dueWith(tag: Tag, now: number): Tag[] {
    const own = this.readable.filter(({ unit }) => unit === tag.unit)
    const ready = mostUrgentFirst(own, this.#readyAt, now).slice(0, mostAtOnce)
    const { requestOf } = tag.unit.checked.about
    if (!requestOf) return ready
    const requests = [...new Set(ready.map(({ signal }) => requestOf(signal.address)))].slice(0, mostRequests)
    return ready.filter(({ signal }) => requests.includes(requestOf(signal.address)))
  }

  async #read(unit: TagUnit, tags: readonly Tag[]): Promise<void> {
    const { params } = unit.checked
    try {
      const session = await this.open(params)
      const readings = await session.read(
        tags.map(({ signal }) => pointOf(signal)),
        params,
      )
      this.failures = 0
      this.onAnswer()
      Object.assign(this.#turns.get(unit)!, { attempts: 0, silences: 0, pausedUntil: 0 })
      this.#onReadings(tags, readings)
    } catch (error) {
      if (this.queue.signal.aborted) return
      await this.#onFault(tags, asFault(error))
    }
    await this.queue.sleep(unit.checked.about.timing(params).waitMs, false)
  }

  #onReadings(tags: readonly Tag[], readings: readonly TagReading[]): void {
    const { now, values, pace } = this.deps
    const at = now()
    const { health } = tags[0]!.unit
    const before = this.#pasts.get(tags[0]!)!.readAt
    let refusal: DriverFault | undefined
    for (const [index, tag] of tags.entries()) {
      const reading = readings[index] ?? { fault: new DriverFault(1719, 'the answer has fewer values than requested') }
      const past = this.#pasts.get(tag)!
      if ('fault' in reading) {
        refusal ??= reading.fault
        past.failures++
        tag.dueAt = retryAt({ code: reading.fault.code, failures: past.failures, ...tag }, at, pace)
        values.fault(tag.signal.id, reading.fault.code, at)
        continue
      }
      refusal ??= reading.doubt
      Object.assign(past, { failures: 0, readAt: at })
      tag.dueAt = nextDue(tag.dueAt, tag.periodMs, at)
      this.take(tag, reading, at)
    }
    if (refusal) countFault(health, refusal, at)
    else countRead(health, at, before)
  }

  /** A reading failed as a whole: repeats it, or marks its tags until their next turn. */
  async #onFault(tags: readonly Tag[], fault: DriverFault): Promise<void> {
    const { now, values, pace } = this.deps
    const { unit } = tags[0]!
    const wasOpen = this.isOpen
    const hadAnswered = this.#hasAnswered
    countFault(unit.health, fault, now())
    // Without a session it was opening that failed: the next attempt must wait, whatever the fault.
    if (fault.broken || !wasOpen) await this.drop(unit.checked.driver.id, fault)
    if (!wasOpen) return this.faultAll(this.units, fault)
    const turn = this.#turns.get(unit)!
    const { retries } = unit.checked.about.timing(unit.checked.params)
    // If the device closed a session that had answered before, its tags are read once more on a new session.
    const tries = fault.code === 1722 && hadAnswered ? Math.max(1, retries) : retries
    if (isPassing(fault.code) && turn.attempts < tries && turn.silences < 2) {
      turn.attempts++
      return
    }
    turn.attempts = 0
    for (const tag of tags) {
      const past = this.#pasts.get(tag)!
      past.failures++
      tag.dueAt = retryAt({ code: fault.code, failures: past.failures, ...tag }, now(), pace)
      values.fault(tag.signal.id, fault.code, now())
    }
    this.#pauseIfSilent(unit, fault, tags.length)
  }

  /** Pauses a device that gave no answer twice in a row, or to a reading of all its tags. */
  #pauseIfSilent(unit: TagUnit, fault: DriverFault, count: number): void {
    const { now, pace, random } = this.deps
    const turn = this.#turns.get(unit)!
    turn.silences = isSilence(fault.code) ? turn.silences + 1 : 0
    const isSilent = turn.silences > 1 || (turn.silences > 0 && count === this.#countOf(unit))
    if (!isSilent) return
    const silentUnits = [...this.#turns.values()].filter(({ silences }) => silences > 0).length
    const { timeoutMs } = unit.checked.about.timing(unit.checked.params)
    turn.pausedUntil = now() + silencePauseMs({ silences: turn.silences, silentUnits, timeoutMs }, pace, random)
    this.faultAll([unit], fault)
  }

  #countOf(unit: TagUnit): number {
    return this.readable.filter((tag) => tag.unit === unit).length
  }

  protected lose(fault: DriverFault, unit: TagUnit): Promise<void> {
    return this.drop(unit.checked.driver.id, fault)
  }

  protected onAnswer(): void {
    this.#hasAnswered = true
  }

  protected override async leave(): Promise<void> {
    this.#hasAnswered = false
    await super.leave()
  }

  protected rest(): Promise<void> {
    const waits = this.units.map(({ checked: { about, params } }) => about.timing(params).waitMs)
    return this.queue.sleep(Math.max(0, ...waits), false)
  }
}
