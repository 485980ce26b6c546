// Live streaming, only while monitoring is open, since it costs the gateway's SIM data. Sends all values when opened,
// then changes at the smallest interval of the open watches. [S3]
import type { Open, Up } from '../../../contract/topics.ts'
import type { Values } from '../values.ts'
import { addValue, emptyColumns, isFull, wireColumns } from './columns.ts'

export type LiveBatch = Pick<Up['live'], 'at' | 'ids' | 'values' | 'times' | 'codes'>

type StreamDeps = {
  values: Values
  /** Returns monotonic ms. */
  now: () => number
  /** Platform time of a monotonic moment, or nothing while it is unknown. */
  platform: (moment: number) => number | undefined
  /**
   * False while the socket is congested: changes then wait and only the newest of each signal is sent, so that no queue
   * grows.
   */
  ready: () => boolean
  send: (batch: LiveBatch) => void
}

export type Stream = {
  /** Adds or renews a watch, for `delayS` from now. */
  open(request: Open): void
  /** A new connection: sends everything again, as earlier messages may be lost. */
  resume(): void
  /** Interval of the stream, ms, or nothing while monitoring is closed. */
  intervalMs(): number | undefined
  /** Stops all timers and removes all watches. */
  stop(): void
}

const maxWatchers = 64
// The blocks of one polling round arrive within a few ms of each other: they are sent as one message.
const settleMs = 4
// Tolerance, as a share of the interval: a reading that arrives a little early must not wait for the next interval.
const slack = 0.1
const retryMs = 100
/** Longest time that a refresh waits for a read. */
const mostLateMs = 2000

/**
 * Pause after which an unchanged value is sent again with the time of its last reading, which shows that the value is
 * still current.
 */
const refreshMs = (intervalMs: number): number => Math.max(5000, intervalMs * 3)

export function createStream(deps: StreamDeps): Stream {
  const { values, now } = deps
  // Interval → expiry (monotonic ms): renewing a watch extends its entry, so the number of entries is limited.
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

  /** Each signal is sent at most once per interval, at its own times, so that no signal waits for the others. */
  const dueAt = (id: number, interval: number) => (toldAt.get(id) ?? Number.NEGATIVE_INFINITY) + interval * (1 - slack)

  /** Sends due changes in bounded batches; unsent ones stay pending and merge with later ones. */
  function flush(interval: number): void {
    while (deps.ready()) {
      const batch = takeBatch(deps, (id) => dueAt(id, interval) <= now())
      if (!batch) return
      for (const id of batch.ids) toldAt.set(id, now())
      deps.send(batch)
    }
  }

  /** Sends all values, due or not; leaves the due times, because a later change must not wait an interval. */
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

  /** When the first pending change or the next refresh is due; soon again while the line is full. */
  function nextWake(interval: number): number {
    // A refresh is sent with the first read after its time, when all ages are small; without any change it is sent
    // alone, still before the viewer shows the values as stale (signal/web/freshness.ts).
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

/** The oldest due changes as one message, marked as sent; nothing if there are none or platform time is unknown. */
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
