// Sparkplug B, the half that does I/O: a host application at a broker. The library is loaded with the first connection.
import type { TagOpener } from '../driver.ts'
import type { SparkplugParams } from './params.ts'

export const opener = {
  async open(params, signal, _home, drivers) {
    const { SparkplugSession } = await import('./session.ts')
    // A single query must not publish a state: its end would take edge nodes offline that wait for this host.
    return SparkplugSession.open(params, signal, drivers.length > 0)
  },
} satisfies TagOpener<SparkplugParams>
