// Live monitoring of one device, from opening to closing. [S4 Live monitoring] [S7] [S8 Monitoring-state handling] [S9]
// In parallel: gateway info → open, only if it is online and no tunnel is open; variables; socket. While it runs, the
// gateway is polled every minute, monitoring is kept open every 580 s (in economy mode only if the user was active
// within two minutes), faults are repaired even for an idle user, and ten idle minutes pause it. It needs no endpoint:
// the page passes the calls.
import { limits } from '../../contract/limits.ts'
import type { MonitoredGateway, MonitoringNeeds, MonitoringState } from './monitored.ts'
import { beginRun, type Run } from './monitoring-run.ts'
import type { Seed } from './values.ts'

export type { Fault, MonitoredGateway, MonitoringNeeds, MonitoringState } from './monitored.ts'

export type Monitoring<G, S> = {
  read(): MonitoringState<G, S>
  watch(listener: () => void): () => void
  /** Starts, or resumes after a pause. */
  start(): void
  /** Reads the variables again, e.g. after a fault. */
  reload(): void
  /** Time until smart data saving stops updates; null while nothing runs. */
  savingInMs(): number | null
  /** Ends all timers and the socket; late answers are ignored. */
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
