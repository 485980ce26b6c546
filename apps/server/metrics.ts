// Counters to see the platform by, in Prometheus' text form.
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** One registry a process; `text()` is what /metrics answers. */
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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  return {
    countCall: (path: string, code: number) => calls.inc({ path, code: String(code) }),
    countValues: (count: number) => values.inc(count),
    countRejected: (reason: string) => rejected.inc({ reason }),
    countRefused: (reason: string) => refused.inc({ reason }),
    countHttpRefused: (reason: string) => httpRefused.inc({ reason }),
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
