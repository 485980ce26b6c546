// A connection whose device itself sends changes of watched tags; between them the last readings are repeated. [S8]
import canonicalize from 'canonicalize'
import { pointOf } from '../../../drivers/check-driver.ts'
import type { DriverFault, TagListener, TagReading, TagSession } from '../../../drivers/driver.ts'
import { nextDue } from '../schedule.ts'
import { AnyTagConnection, type Tag } from './any-tag-connection.ts'
import { countFault } from './health.ts'
import { asFault } from './plc-connection.ts'

export class TagConnection extends AnyTagConnection {
  /**
   * The last reading of each tag that the device sent: while the connection is alive it counts as read again at each
   * period, as if polled.
   */
  readonly #held = new Map<Tag, { reading: TagReading; at: number }>()
  /** Tags that the device does not watch now. */
  readonly #refused = new Set<Tag>()
  /** Why the session ended, until the queue has handled it. */
  #ended: DriverFault | undefined
  #isWatched = false
  #retryAt = Number.POSITIVE_INFINITY

  /** One session belongs to one set of parameters, with the tags that it watches. */
  takesQueryOf(params: object): boolean {
    return this.units.some(({ checked }) => canonicalize(checked.params) === canonicalize(params))
  }

  protected async turn(): Promise<void> {
    const { now } = this.deps
    if (this.#ended) return this.lose(this.#ended)
    if (this.readable.length === 0) return this.queue.sleep(Number.POSITIVE_INFINITY, true)
    if (!this.#isWatched) {
      const wait = this.session ? 0 : this.openAfter - now()
      return wait > 0 ? this.queue.sleep(wait, true) : this.#watch(this.readable)
    }
    if (this.#retryAt <= now()) return this.#watch([...this.#refused])
    this.#confirm()
    await this.queue.sleep(Math.min(this.#retryAt, ...this.readable.map(({ dueAt }) => dueAt)) - now(), true)
  }

  /** Asks the device to watch these tags; refused ones are retried later. */
  async #watch(tags: readonly Tag[]): Promise<void> {
    const { now, pace } = this.deps
    try {
      for (const unit of this.units) {
        const own = tags.filter((tag) => tag.unit === unit)
        if (own.length > 0) await this.#watchOwn(own, unit.checked.params)
      }
      this.#isWatched = true
      this.failures = 0
      this.#retryAt = this.#refused.size > 0 ? now() + pace.refusedRetryMs : Number.POSITIVE_INFINITY
    } catch (error) {
      if (!this.queue.signal.aborted) await this.lose(asFault(error))
    }
  }

  /** Watches tags of one driver. */
  async #watchOwn(tags: readonly Tag[], params: object): Promise<void> {
    const { now, values } = this.deps
    const session = await this.open(params)
    if (!session.watch) throw new Error('a driver that is not polled has no watch')
    const watched = tags.map(({ signal, periodMs }) => ({ point: pointOf(signal), periodMs }))
    const refused = await session.watch(watched, params, this.#listener(session))
    const { health } = tags[0]!.unit
    health.requests++
    for (const tag of tags) {
      const fault = refused.get(tag.signal.id)
      if (!fault) {
        this.#refused.delete(tag)
        continue
      }
      this.#refused.add(tag)
      values.fault(tag.signal.id, fault.code, now())
      countFault(health, fault, now())
    }
  }

  /** Ignores messages of an older session. */
  #listener(session: TagSession): TagListener {
    return {
      onReading: (id, reading) => {
        const tag = this.tagOf(id)
        if (!tag || this.session !== session) return
        const now = this.deps.now()
        // The first reading of a session is the current value; later ones carry their age, but never precede an earlier
        // one.
        const held = this.#held.get(tag)
        const at = held && 'agoMs' in reading ? Math.max(held.at, now - Math.max(0, reading.agoMs)) : now
        this.take(tag, reading, at)
        const { health } = tag.unit
        health.requests++
        const fault = 'fault' in reading ? reading.fault : reading.doubt
        if (fault) {
          health.errors++
          health.fault = { code: fault.code, text: fault.message, at: now }
        }
      },
      onEnd: (fault) => {
        if (this.session !== session) return
        this.#ended = fault
        this.queue.wake()
      },
    }
  }

  protected override take(tag: Tag, reading: TagReading, at: number): void {
    this.#held.set(tag, { reading, at })
    super.take(tag, reading, at)
  }

  /** The device is alive and sent nothing new: repeats the last readings that are due. */
  #confirm(): void {
    const now = this.deps.now()
    for (const tag of this.readable) {
      if (tag.dueAt > now) continue
      tag.dueAt = nextDue(tag.dueAt, tag.periodMs, now)
      const held = this.#held.get(tag)
      if (held) this.take(tag, held.reading, now)
    }
  }

  /** Marks every signal as faulty until the next connection. */
  protected async lose(fault: DriverFault): Promise<void> {
    const { now } = this.deps
    for (const { health } of this.units) countFault(health, fault, now())
    await this.drop(this.units[0]!.checked.driver.id, fault)
    this.#held.clear()
    this.faultAll(this.units, fault)
  }

  protected override async leave(): Promise<void> {
    this.#ended = undefined
    this.#isWatched = false
    await super.leave()
  }

  /** The new session watches nothing yet. */
  protected override async dial(params: object): Promise<TagSession> {
    const session = await super.dial(params)
    this.#held.clear()
    return session
  }

  protected onAnswer(): void {
    // The session itself notices when the device is silent for too long.
  }

  protected async rest(): Promise<void> {
    // No pause between requests: devices that report changes limit the requests themselves.
  }
}
