// Live streaming, only while somebody watches: it costs the gateway's SIM data. On opening everything at once, then what
// changed, at the smallest interval of those who still watch. [S3]
import type { Open, Up } from '../../../contract/topics.ts'
import type { Values } from '../values.ts'
import { addValue, emptyColumns, isFull, wireColumns } from './columns.ts'

export type LiveBatch = Pick<Up['live'], 'at' | 'ids' | 'values' | 'times' | 'codes'>

export type StreamDeps = {
  values: Values
  /** Monotonic ms. */
  now: () => number
  /** Platform time of a monotonic moment, or nothing while it is not known. */
  platform: (moment: number) => number | undefined
  /** False while the socket still holds what was sent before: changes then wait and merge, nothing queues. */
  ready: () => boolean
  send: (batch: LiveBatch) => void
}

export type Stream = {
  /** One more watcher, for `delayS` from now. */
  open(request: Open): void
  /** A new connection: what the platform heard before may be lost. */
  resume(): void
  /** Interval of the stream, ms, or nothing while nobody watches. */
  intervalMs(): number | undefined
  /** No timer is left; watchers are forgotten. */
  stop(): void
}

const maxWatchers = 64
// The blocks of one round of polling come within a few ms of each other: they leave as one message.
const settleMs = 4
// A signal that is read every interval comes a little early as often as late, and must not wait for the next one.
const slack = 0.1
const retryMs = 100
/** A refresh waits no longer than this for a read. */
const mostLateMs = 2000

/** An unchanged value is told again after so long, with the time it was last read: that it still stands is news too. */
export const refreshMs = (intervalMs: number): number => Math.max(5000, intervalMs * 3)

export function createStream(deps: StreamDeps): Stream {
  const { values, now } = deps
  // Interval → until when (monotonic ms): renewing a watch prolongs it, and there are no more entries than intervals.
  const watchers = new Map<number, number>()
  const toldAt = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  let refreshAt = 0

  function intervalMs(): number | undefined {
    const at = now()
    for (const [interval, until] of watchers) if (until <= at) watchers.delete(interval)
    return watchers.size === 0 ? undefined : Math.min(...watchers.keys())
  }

  /** Each signal at most once an interval, whichever its phase, so that none waits for the others. */
  const dueAt = (id: number, interval: number) => (toldAt.get(id) ?? Number.NEGATIVE_INFINITY) + interval * (1 - slack)

  /** What changed and is due, in bounded batches; what does not go out now stays changed and merges with what comes. */
  function flush(interval: number): void {
    while (deps.ready()) {
      const batch = takeBatch(deps, (id) => dueAt(id, interval) <= now())
      if (!batch) return
      for (const id of batch.ids) toldAt.set(id, now())
      deps.send(batch)
    }
  }

  /** Everything, due or not. It does not count as told: a snapshot's moment must not become the phase of the changes. */
  function tellAll(): void {
    values.touchAll()
    while (deps.ready()) {
      const batch = takeBatch(deps, () => true)
      if (!batch) return
      deps.send(batch)
    }
  }

  function sleep(): void {
    clearTimeout(timer)
    timer = undefined
    timerAt = Number.POSITIVE_INFINITY
  }

  function wakeAt(moment: number): void {
    if (timer && timerAt <= moment) return
    clearTimeout(timer)
    timerAt = moment
    timer = setTimeout(tick, Math.max(0, moment - now()))
  }

  function tick(): void {
    sleep()
    const interval = intervalMs()
    if (interval === undefined) return
    if (now() >= refreshAt) {
      refreshAt = now() + refreshMs(interval)
      tellAll()
    }
    flush(interval)
    wakeAt(nextWake(interval))
  }

  /** When the first of the changes that wait is due, or the next refresh; soon again while the line is full. */
  function nextWake(interval: number): number {
    // Due with the first read after its time, when all times are fresh; by itself only when nothing changes at all, and
    // still before who watches calls it stale (signal/web/freshness.ts).
    let next = refreshAt + Math.min(interval, mostLateMs)
    for (const id of values.changed()) next = Math.min(next, dueAt(id, interval))
    return Math.max(next, now() + (next <= now() ? retryMs : settleMs))
  }

  function snapshot(): void {
    tellAll()
    const interval = intervalMs()
    if (interval === undefined) return
    refreshAt = now() + refreshMs(interval)
    wakeAt(nextWake(interval))
  }

  values.onChange(() => {
    if (intervalMs() !== undefined) wakeAt(now() + settleMs)
  })

  return {
    open({ intervalMs: interval, delayS }) {
      if (watchers.size >= maxWatchers && !watchers.has(interval)) watchers.delete(Math.max(...watchers.keys()))
      const until = now() + delayS * 1000
      watchers.set(interval, Math.max(until, watchers.get(interval) ?? 0))
      snapshot()
    },
    resume() {
      toldAt.clear()
      if (intervalMs() !== undefined) snapshot()
    },
    intervalMs,
    stop() {
      sleep()
      watchers.clear()
    },
  }
}

/** The oldest due changes as one message, or nothing if there are none or platform time is unknown. They count as told. */
function takeBatch({ values, now, platform }: StreamDeps, isDue: (id: number) => boolean): LiveBatch | undefined {
  const moment = now()
  const at = platform(moment)
  if (at === undefined) return undefined
  const columns = emptyColumns()
  for (const id of values.changed()) {
    if (!isDue(id)) continue
    const reading = values.get(id)
    values.told(id)
    if (!reading) continue
    addValue(columns, id, reading.value, Math.round(reading.at - moment), reading.code)
    if (isFull(columns)) break
  }
  return columns.ids.length === 0 ? undefined : { at, ...wireColumns(columns) }
}
