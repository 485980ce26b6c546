// Landing: taken messages wait a moment for others, then one statement commits all of them. Only one commit runs at
// a time, so the marks move in order. [DESIGN 5 History, 9 Exactly once]
import { errorText } from '../../db/setup-error.ts'
import { type Committer, createCommitter, Superseded, type WriterNeeds } from './committer.ts'
import type {
  Committed,
  HistorianCounters,
  LandBatch,
  LandEvent,
  LandGap,
  Landing,
  LandQuarantine,
  Place,
} from './history.ts'
import { batchItem, eventItem, gapItem, type Item, quarantineItem } from './landing-item.ts'
import { highestOf, type Marks } from './marks.ts'
import { pause } from './pace.ts'
import type { Ring } from './ring.ts'

type LandingNeeds = WriterNeeds & {
  marks: Marks
  ring: Ring
  counters: HistorianCounters
  onCommitted(places: Committed[]): void
}

// The parameters of a statement leave by one buffer of the socket in each turn of the event loop.
const flushBytes = 1024 * 1024

/** Messages that wait for their commit; after `stop` nothing is accepted. */
export class LandingQueue {
  readonly #needs: LandingNeeds
  readonly #stopping = new AbortController()
  readonly #settling: { upTo: number; resolve(): void; reject(error: unknown): void }[] = []
  readonly #committer: Committer
  readonly #pending: Item[] = []
  #taken = 0
  #finished = 0
  #isRunning = false
  #inserting: Promise<void> | undefined
  #sealNext = false
  #wakeUp: () => void = () => undefined

  constructor(needs: LandingNeeds) {
    this.#needs = needs
    const { signal } = this.#stopping
    this.#committer = createCommitter({ ...needs, done: (items) => this.#finish(items), stopping: signal })
    signal.addEventListener('abort', () => this.#wakeUp())
  }

  land(batch: LandBatch): Landing {
    return this.#refusal(batch, batch.seq) ?? this.#take(batchItem(batch, this.#needs.now()))
  }

  drop(gap: LandGap): Landing {
    const refused = this.#refusal(gap, gap.from)
    if (refused) return refused
    // Part of the gap's numbers may have arrived before the gateway dropped them.
    const from = Math.max(gap.from, this.#needs.marks.taken(gap) + 1)
    return this.#take(gapItem({ ...gap, from }))
  }

  quarantine(message: LandQuarantine): Landing {
    return this.#refusal(message, message.from ?? message.seq) ?? this.#take(quarantineItem(message))
  }

  event(event: LandEvent): Landing {
    return this.#refusal(event, event.seq) ?? this.#take(eventItem(event))
  }

  /** Resolves once everything taken so far is committed; rejects with the fault that ended landing. */
  settled(): Promise<void> {
    if (this.#finished >= this.#taken) return Promise.resolve()
    if (this.#committer.generation() === undefined) return Promise.reject(new Superseded())
    return new Promise((resolve, reject) => this.#settling.push({ upTo: this.#taken, resolve, reject }))
  }

  /** The generation that guards every statement; undefined once another process writes. */
  generation(): number | undefined {
    return this.#committer.generation()
  }

  /** Bytes that wait for a commit; 0 while the database is away, since nothing is gained by waiting for it. */
  waitingBytes(): number {
    return this.#committer.isRetrying() ? 0 : this.#needs.counters.pendingBytes
  }

  /** Seals the open segment, between two commits, if it is not empty and due (or not empty, when forced). */
  async seal(anyway: boolean): Promise<void> {
    const { ring, now } = this.#needs
    if (!anyway && !ring.isDue(now())) return
    if (!this.#inserting) return ring.seal()
    this.#sealNext = true
    await this.#inserting
  }

  /** Called when the compactor has emptied a segment. */
  wake(): void {
    this.#wakeUp()
  }

  /** Stops after one last commit, whose time is limited; gateways repeat the messages that were not acknowledged. */
  async stop(): Promise<void> {
    const { pace, log } = this.#needs
    const last = this.#isRunning ? this.settled() : Promise.resolve()
    const inTime = Promise.race([last, pause(pace.stopMs, new AbortController().signal)])
    this.#stopping.abort()
    await inTime.catch((error) => log(`history: not everything could be committed: ${errorText(error)}`))
  }

  #take(item: Item): Landing {
    const { marks, counters } = this.#needs
    this.#pending.push(item)
    marks.take(item.place)
    this.#taken += 1
    counters.pendingBytes += item.size
    if (!this.#isRunning) void this.#run()
    return 'taken'
  }

  /** Why a message is not taken, or undefined. */
  #refusal(place: Place, from: number): Landing | undefined {
    checkNumbers(place, from)
    const { marks, pace, counters } = this.#needs
    const turn = marks.turnOf(place, from)
    if (turn === 'known') counters.knownBatches += 1
    if (turn === 'ahead') counters.aheadBatches += 1
    if (turn !== 'next') return turn
    const isOpen = this.#committer.generation() !== undefined && !this.#stopping.signal.aborted
    if (isOpen && counters.pendingBytes < pace.pendingBytes) return undefined
    counters.refusedFull += 1
    return 'full'
  }

  /** Commits until no message waits. */
  async #run(): Promise<void> {
    const { pace, log } = this.#needs
    this.#isRunning = true
    try {
      while (this.#pending.length > 0) {
        await pause(pace.lingerMs, this.#stopping.signal)
        await this.#room()
        await this.#commit(this.#takePending())
      }
    } catch (error) {
      log(`history: landing stops: ${errorText(error)}`)
      this.#committer.giveUp()
      for (const { reject } of this.#settling.splice(0)) reject(error)
    } finally {
      this.#isRunning = false
    }
  }

  /** Waits while too many segments wait for the compactor. */
  async #room(): Promise<void> {
    const { ring, pace } = this.#needs
    await this.seal(false)
    while (ring.sealed().length >= pace.sealedMost || ring.open() === undefined) {
      if (this.#stopping.signal.aborted) throw new Error('Stopped while too much waited for the compactor')
      await new Promise<void>((resolve) => {
        this.#wakeUp = resolve
      })
    }
  }

  #takePending(): Item[] {
    let size = 0
    const count = this.#pending.findIndex((item) => {
      size += item.size
      return size > flushBytes
    })
    return this.#pending.splice(0, count < 0 ? this.#pending.length : Math.max(1, count))
  }

  async #commit(items: Item[]): Promise<void> {
    const { ring } = this.#needs
    this.#inserting = this.#committer.commit(items, ring.open()!).finally(() => {
      this.#inserting = undefined
      if (this.#sealNext) ring.seal()
      this.#sealNext = false
    })
    await this.#inserting
  }

  #finish(items: Item[]): void {
    const { ring, counters, marks } = this.#needs
    const size = items.reduce((sum, item) => sum + item.size, 0)
    const points = items.reduce((sum, item) => sum + item.points, 0)
    ring.note(points, size)
    count(counters, items, points)
    counters.pendingBytes -= size
    this.#finished += items.length
    const places = highestOf(items.map(({ place }) => place))
    for (const place of places) marks.commit(place)
    this.#tell(places)
    const settling = this.#settling
    while (settling[0] && settling[0].upTo <= this.#finished) settling.shift()!.resolve()
  }

  #tell(places: Committed[]): void {
    try {
      this.#needs.onCommitted(places)
    } catch (error) {
      this.#needs.log(`history: a commit could not be reported: ${errorText(error)}`)
    }
  }
}

/** The caller has checked the numbers, so that an invalid one is a bug. */
function checkNumbers({ gatewayId, seq }: Place, from: number): void {
  if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(from) || from < 1 || from > seq)
    throw new RangeError(`${from} to ${seq} are no numbers of messages`)
  if ((gatewayId | 0) !== gatewayId || gatewayId < 0) throw new RangeError(`${gatewayId} is no gateway`)
}

function count(counters: HistorianCounters, items: readonly Item[], points: number): void {
  const quarantined = items.filter(({ message }) => message).length
  const gaps = items.filter(({ gap }) => gap).length
  counters.landedPoints += points
  counters.quarantined += quarantined
  counters.gaps += gaps
  counters.landedBatches += items.length - quarantined - gaps
}
