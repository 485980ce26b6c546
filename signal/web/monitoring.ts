// Live monitoring of one device, from opening to closing. [S4 Live monitoring] [S7] [S8 Monitoring-state handling] [S9]
//
// Side by side: gateway info → open, only if it is online and no tunnel runs; variables; socket. While it runs: the gateway
// is asked every minute, monitoring is kept open every 580 s (in economy mode only if the user moved within two minutes), what
// broke is made good whether or not somebody moves, and ten idle minutes pause it. It knows no endpoint: the page hands in
// the calls.
import { limits } from '../../contract/limits.ts'
import type { MonitoredGateway, MonitoringNeeds, MonitoringState } from './monitored.ts'
import { beginRun, type Run } from './monitoring-run.ts'
import type { Seed } from './values.ts'

export type { Fault, MonitoredGateway, MonitoringNeeds, MonitoringState } from './monitored.ts'

export type Monitoring<G, S> = {
  read(): MonitoringState<G, S>
  watch(listener: () => void): () => void
  /** Begins, or after a pause begins again. */
  start(): void
  /** Reads the variables again, e.g. after a fault. */
  reload(): void
  /** Until smart data saving stops updates; null while nothing runs. */
  savingInMs(): number | null
  /** Ends it: no timer, no socket, no late answer. */
  close(): void
}

function initialState<G, S>(): MonitoringState<G, S> {
  return {
    loaded: false,
    on: false,
    paused: false,
    gateway: null,
    signals: null,
    alarmCount: null,
    gatewayFault: null,
    signalsFault: null,
    openFault: null,
    drivers: null,
    socket: 'closed',
    silent: false,
  }
}

export function createMonitoring<G extends MonitoredGateway, S extends Seed>(
  needs: MonitoringNeeds<G, S>,
): Monitoring<G, S> {
  const listeners = new Set<() => void>()
  let state = initialState<G, S>()
  let run: Run | undefined
  const change = (next: Partial<MonitoringState<G, S>>) => {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  return {
    read: () => state,
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      run?.stop()
      change({ paused: false })
      run = beginRun(needs, { read: () => state, change })
    },
    reload: () => void run?.loadSignals(),
    savingInMs: () =>
      state.on && state.gateway?.smartSaving !== false
        ? Math.max(0, limits.smartSavingMs - needs.activity.idleMs())
        : null,
    close() {
      listeners.clear()
      run?.stop()
      change({ on: false })
    },
  }
}
