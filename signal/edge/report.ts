// Live streaming, only while somebody watches: it costs the gateway's SIM data. On opening everything at once, then what
// changed, at the smallest interval of those who still watch. [S3]
import { limits } from '../../contract/limits.ts'
import type { Open, Up } from '../../contract/topics.ts'
import { nextDue } from './schedule.ts'
import type { Values } from './values.ts'

export type LiveBatch = Pick<Up['live'], 'at' | 'ids' | 'values' | 'times' | 'codes'>

export type ReportDeps = {
  values: Values
  /** Monotonic ms. */
  now: () => number
  /** Platform time of a monotonic moment, or nothing while it is not known. */
  platform: (moment: number) => number | undefined
  /** False while the socket still holds what was sent before: changes then wait and merge, nothing queues. */
  ready: () => boolean
  send: (batch: LiveBatch) => void
}

export type Report = {
  /** One more watcher, for `delayS` from now. */
  open(request: Open): void
  /** A new connection: what the platform heard before may be lost. */
  resume(): void
  /** Interval of the stream, ms, or nothing while nobody watches. */
  intervalMs(): number | undefined
  /** No timer is left; watchers are forgotten. */
  stop(): void
}

// Values in one message, and the bytes they may weigh: far below limits.mqttPayloadBytes even in three-byte letters.
const batchValues = 500
const batchBytes = 200_000
const numberBytes = 40
const maxWatchers = 64

export function createReport(deps: ReportDeps): Report {
  const { values, now } = deps
  // Interval → until when (monotonic ms): renewing a watch prolongs it, and there are no more entries than intervals.
  const watchers = new Map<number, number>()
  let timer: NodeJS.Timeout | undefined

  function intervalMs(): number | undefined {
    const at = now()
    for (const [interval, until] of watchers) if (until <= at) watchers.delete(interval)
    return watchers.size === 0 ? undefined : Math.min(...watchers.keys())
  }

  /** All that changed, in bounded batches; what does not go out now stays changed and merges with what comes. */
  function flush(): void {
    while (values.changedCount() > 0 && deps.ready()) {
      const batch = takeBatch(deps)
      if (!batch) return
      deps.send(batch)
    }
  }

  function schedule(dueAt: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => tick(dueAt), Math.max(0, dueAt - now()))
  }

  function tick(dueAt: number): void {
    const interval = intervalMs()
    if (interval === undefined) return
    flush()
    schedule(nextDue(dueAt, interval, now()))
  }

  function snapshot(): void {
    values.touchAll()
    flush()
    const interval = intervalMs()
    if (interval === undefined) return
    schedule(now() + interval)
  }

  return {
    open({ intervalMs: interval, delayS }) {
      if (watchers.size >= maxWatchers && !watchers.has(interval)) watchers.delete(Math.max(...watchers.keys()))
      const until = now() + delayS * 1000
      watchers.set(interval, Math.max(until, watchers.get(interval) ?? 0))
      snapshot()
    },
    resume() {
      if (intervalMs() !== undefined) snapshot()
    },
    intervalMs,
    stop() {
      clearTimeout(timer)
      watchers.clear()
    },
  }
}

/** The oldest changes as one message, or nothing while platform time is unknown. They count as told. */
function takeBatch({ values, now, platform }: ReportDeps): LiveBatch | undefined {
  const moment = now()
  const at = platform(moment)
  if (at === undefined) return undefined
  const batch = {
    at,
    ids: [] as number[],
    values: [] as LiveBatch['values'],
    times: [] as number[],
    codes: [] as number[],
  }
  let bytes = 0
  for (const id of values.changed()) {
    const reading = values.get(id)
    values.told(id)
    if (!reading) continue
    batch.ids.push(id)
    batch.values.push(clipped(reading.value))
    batch.times.push(Math.round(reading.at - moment))
    batch.codes.push(reading.code)
    bytes += numberBytes + (typeof reading.value === 'string' ? reading.value.length * 3 : 0)
    if (batch.ids.length === batchValues || bytes >= batchBytes) break
  }
  const { codes, times, ...rest } = batch
  return {
    ...rest,
    ...(times.every((time) => time === 0) ? {} : { times }),
    ...(codes.every((code) => code === 200) ? {} : { codes }),
  }
}

const clipped = (value: LiveBatch['values'][number]) =>
  typeof value === 'string' ? value.slice(0, limits.textValueLength) : value
