// Landing: taken messages wait a moment for others, then one statement commits all of them. Only one commit runs at
// a time, so the marks move in order. [DESIGN 5 History, 9 Exactly once]
import { errorText } from '../../db/setup-error.ts'
import { createCommitter, Superseded, type WriterNeeds } from './committer.ts'
import type { Committed, Historian, HistorianCounters, Landing, Place } from './history.ts'
import { batchItem, eventItem, gapItem, type Item, quarantineItem } from './landing-item.ts'
import { highestOf, type Marks } from './marks.ts'
import { pause } from './pace.ts'
import type { Ring } from './ring.ts'

export type LandingNeeds = WriterNeeds & {
  marks: Marks
  ring: Ring
  counters: HistorianCounters
  onCommitted(places: Committed[]): void
}

export type LandingQueue = Pick<Historian, 'land' | 'drop' | 'quarantine' | 'event' | 'settled'> & {
  /** The generation that guards every statement; undefined once another process writes. */
  generation(): number | undefined
  /** Seals the open segment, between two commits, if it is not empty and due (or not empty, when forced). */
  seal(anyway: boolean): Promise<void>
  /** Bytes that wait for a commit; 0 while the database is away, since nothing is gained by waiting for it. */
  waitingBytes(): number
  /** Called when the compactor has emptied a segment. */
  wake(): void
  stop(): Promise<void>
}

// The parameters of a statement leave by one buffer of the socket in each turn of the event loop.
const flushBytes = 1024 * 1024

export function createLanding(needs: LandingNeeds): LandingQueue {
  const { marks, ring, pace, now, log, counters } = needs
  const stopping = new AbortController()
  const settling: { upTo: number; resolve(): void; reject(error: unknown): void }[] = []
  const committer = createCommitter({ ...needs, done: finish, stopping: stopping.signal })
  const pending: Item[] = []
  let taken = 0
  let finished = 0
  let isRunning = false
  let inserting: Promise<void> | undefined
  let sealNext = false
  let wakeUp: () => void = () => undefined
  stopping.signal.addEventListener('abort', () => wakeUp())

  function take(item: Item): Landing {
    pending.push(item)
    marks.take(item.place)
    taken += 1
    counters.pendingBytes += item.size
    if (!isRunning) void run()
    return 'taken'
  }

  /** Why a message is not taken, or undefined. */
  function refusal(place: Place, from: number): Landing | undefined {
    checkNumbers(place, from)
    const turn = marks.turnOf(place, from)
    if (turn === 'known') counters.knownBatches += 1
    if (turn === 'ahead') counters.aheadBatches += 1
    if (turn !== 'next') return turn
    const isOpen = committer.generation() !== undefined && !stopping.signal.aborted
    if (isOpen && counters.pendingBytes < pace.pendingBytes) return undefined
    counters.refusedFull += 1
    return 'full'
  }

  /** Commits until nothing waits. */
  async function run(): Promise<void> {
    isRunning = true
    try {
      while (pending.length > 0) {
        await pause(pace.lingerMs, stopping.signal)
        await room()
        await commit(takePending())
      }
    } catch (error) {
      log(`history: landing stops: ${errorText(error)}`)
      committer.giveUp()
      for (const { reject } of settling.splice(0)) reject(error)
    } finally {
      isRunning = false
    }
  }

  /** Waits while too many segments wait for the compactor. */
  async function room(): Promise<void> {
    await seal(false)
    while (ring.sealed().length >= pace.sealedMost || ring.open() === undefined) {
      if (stopping.signal.aborted) throw new Error('Stopped while too much waited for the compactor')
      await new Promise<void>((resolve) => {
        wakeUp = resolve
      })
    }
  }

  function takePending(): Item[] {
    let size = 0
    const count = pending.findIndex((item) => {
      size += item.size
      return size > flushBytes
    })
    return pending.splice(0, count < 0 ? pending.length : Math.max(1, count))
  }

  async function commit(items: Item[]): Promise<void> {
    inserting = committer.commit(items, ring.open()!).finally(() => {
      inserting = undefined
      if (sealNext) ring.seal()
      sealNext = false
    })
    await inserting
  }

  function finish(items: Item[]): void {
    const size = items.reduce((sum, item) => sum + item.size, 0)
    const points = items.reduce((sum, item) => sum + item.points, 0)
    ring.note(points, size)
    count(counters, items, points)
    counters.pendingBytes -= size
    finished += items.length
    const places = highestOf(items.map(({ place }) => place))
    for (const place of places) marks.commit(place)
    tell(places)
    while (settling[0] && settling[0].upTo <= finished) settling.shift()!.resolve()
  }

  function tell(places: Committed[]): void {
    try {
      needs.onCommitted(places)
    } catch (error) {
      log(`history: a commit could not be reported: ${errorText(error)}`)
    }
  }

  function settled(): Promise<void> {
    if (finished >= taken) return Promise.resolve()
    if (committer.generation() === undefined) return Promise.reject(new Superseded())
    return new Promise((resolve, reject) => settling.push({ upTo: taken, resolve, reject }))
  }

  async function seal(anyway: boolean): Promise<void> {
    if (!anyway && !ring.isDue(now())) return
    if (!inserting) return ring.seal()
    sealNext = true
    await inserting
  }

  /** The last commit has limited time; after that the gateways keep what was not acknowledged. */
  async function stop(): Promise<void> {
    const last = isRunning ? settled() : Promise.resolve()
    const inTime = Promise.race([last, pause(pace.stopMs, new AbortController().signal)])
    stopping.abort()
    await inTime.catch((error) => log(`history: not everything could be committed: ${errorText(error)}`))
  }

  return {
    land: (batch) => refusal(batch, batch.seq) ?? take(batchItem(batch, now())),
    // a part of a gap may have arrived before it was dropped
    drop: (gap) => refusal(gap, gap.from) ?? take(gapItem({ ...gap, from: Math.max(gap.from, marks.taken(gap) + 1) })),
    quarantine: (message) => refusal(message, message.from ?? message.seq) ?? take(quarantineItem(message)),
    event: (event) => refusal(event, event.seq) ?? take(eventItem(event)),
    settled,
    generation: committer.generation,
    waitingBytes: () => (committer.isRetrying() ? 0 : counters.pendingBytes),
    seal,
    wake: () => wakeUp(),
    stop,
  }
}

/** The caller has checked them: anything else is a bug. */
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
