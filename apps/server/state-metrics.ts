// Gauges of connections and sockets, read for each request of /metrics.
import { limits } from '../../contract/limits.ts'
import type { MessageHub } from '../../features/platform/message/hub.ts'
import type { Cloud } from '../../signal/cloud/cloud.ts'
import type { DecodeService } from './decoder.ts'
import type { Metrics } from './metrics.ts'
import { createTurns, logLongTurns, type Turns } from './turns.ts'

/** Measures the turns of the event loop: gauges, and a line in the log for each long one with the calls in it. */
export function startTurns(
  { gauge, countLongTurn }: Metrics,
  decoder: DecodeService,
  warn: (facts: object, line: string) => void,
  workedMs?: () => number,
): Turns {
  const write = logLongTurns(warn)
  const turns = createTurns({
    longMs: limits.longTurnMs,
    onLong: (turn) => {
      countLongTurn()
      write(turn)
    },
    ...(workedMs && { workedMs }),
  })
  gauge(
    'gatehouse_event_loop_longest_turn_ms',
    'Longest turn of the event loop since the last scrape',
    turns.takeLongest,
  )
  gauge('gatehouse_decoder_jobs', 'Files that are read or wait for a thread of the decoder', decoder.count)
  gauge('gatehouse_decoder_threads_lost', 'Threads of the decoder that a file exhausted', decoder.lost)
  return turns
}

/** Gauges of connections and sockets. The delay of the event loop is in prom-client's own `nodejs_eventloop_lag_…`. */
export function showState(
  metrics: Metrics,
  cloud: Cloud,
  { liveSignals, messageHub }: { liveSignals: () => number; messageHub: MessageHub },
): void {
  const { gauge } = metrics
  const { hub, link } = cloud
  gauge('gatehouse_sockets', 'Web sockets open', () => hub.counts().sockets)
  gauge('gatehouse_sockets_lagging', 'Web sockets that do not keep up', () => hub.counts().lagging)
  gauge(
    'gatehouse_sockets_closed_for_lag',
    'Web sockets closed since they did not keep up',
    () => hub.counts().closedForLag,
  )
  gauge('gatehouse_sockets_refused', 'Web sockets refused for too many at once', () => hub.counts().refused)
  gauge('gatehouse_message_sockets', 'Web sockets of messages open', () => messageHub.counts().sockets)
  gauge(
    'gatehouse_message_sockets_closed_for_lag',
    'Web sockets of messages closed since they did not keep up',
    () => messageHub.counts().closedForLag,
  )
  gauge(
    'gatehouse_message_sockets_refused',
    'Web sockets of messages refused for too many at once',
    () => messageHub.counts().refused,
  )
  gauge('gatehouse_live_signals', 'Signals in the live table', liveSignals)
  if (!link.counts) return
  gauge('gatehouse_gateway_connections', 'Connections of gateways', () => link.counts?.().connections ?? 0)
  gauge('gatehouse_gateway_strangers', 'Connections nobody has admitted yet', () => link.counts?.().strangers ?? 0)
}
