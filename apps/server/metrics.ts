// Metrics of the platform, in Prometheus' text format.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { limits } from '../../contract/limits.ts'
import type { HistorianCounters } from '../../signal/history/history.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Counters of the historian, with their names in the registry; values without `_total` may fall. */
const historyMetrics: Record<keyof HistorianCounters, readonly [name: string, help: string]> = {
  landedBatches: ['messages_total', 'Messages of records committed or about to be'],
  landedPoints: ['points_total', 'Readings of these messages'],
  knownBatches: ['repeated_total', 'Messages that came again and were known'],
  aheadBatches: ['ahead_total', 'Messages refused because one before them is missing'],
  refusedFull: ['full_total', 'Messages refused because too much waits for the database'],
  quarantined: ['quarantined_total', 'Messages kept apart because nobody may own them'],
  gaps: ['gaps_total', 'Gaps that gateways reported'],
  compactedPoints: ['compacted_points_total', 'Readings moved from landing to chunks'],
  chunksWritten: ['chunks_total', 'Chunks written'],
  mergedChunks: ['merged_chunks_total', 'Chunks merged into larger ones'],
  damagedChunks: ['damaged_chunks_total', 'Chunks that could not be read'],
  pendingBytes: ['pending_bytes', 'Bytes that wait for a commit'],
  sealedSegments: ['sealed_segments', 'Segments of landing that wait for the compactor'],
  strayChunks: ['stray_chunks', 'Chunks outside the weeks that have a partition: should be 0'],
}

/** Creates the registry of metrics, one per process; `text()` is the answer to /metrics. */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const calls = counter('gatehouse_calls_total', 'Calls answered, by path and code', ['path', 'code'])
  const values = counter('gatehouse_values_total', 'Values taken from gateways', [])
  const rejected = counter('gatehouse_messages_rejected_total', 'Messages of gateways not handed on, by reason', [
    'reason',
  ])
  const refused = counter('gatehouse_connections_refused_total', 'Connections of gateways refused, by reason', [
    'reason',
  ])
  const httpRefused = counter('gatehouse_http_refused_total', 'Calls and connections refused for too many at once', [
    'reason',
  ])
  const paced = counter('gatehouse_gateways_paced_total', 'Times a gateway was read more slowly than it sent', [])
  const pacedMs = counter('gatehouse_gateways_paced_ms_total', 'Milliseconds for which gateways were not read', [])
  const longTurns = counter(
    'gatehouse_event_loop_long_turns_total',
    `Turns of the event loop that took more than ${limits.longTurnMs} ms`,
    [],
  )
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  /** A value that only grows and is counted elsewhere. */
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  return {
    /** Adds the historian's counters. */
    history(read: () => HistorianCounters) {
      for (const [key, [name, help]] of Object.entries(historyMetrics)) {
        const show = name.endsWith('_total') ? total : gauge
        show(`gatehouse_history_${name}`, help, () => read()[key as keyof HistorianCounters])
      }
    },
    countCall: (path: string, code: number) => calls.inc({ path, code: String(code) }),
    countValues: (count: number) => values.inc(count),
    countRejected: (reason: string) => rejected.inc({ reason }),
    countRefused: (reason: string) => refused.inc({ reason }),
    countHttpRefused: (reason: string) => httpRefused.inc({ reason }),
    countLongTurn: () => longTurns.inc(),
    countPaced: (ms: number) => {
      paced.inc()
      pacedMs.inc(ms)
    },
    gauge,
    text: () => registry.metrics(),
    contentType: registry.contentType,
    async total(name: string) {
      const metric = await registry.getSingleMetric(name)?.get()
      return (metric?.values ?? []).reduce((sum, { value }) => sum + value, 0)
    },
  }
}
