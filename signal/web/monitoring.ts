// Live monitoring of one device, from opening to closing. [S4 Live monitoring] [S7] [S8 Monitoring-state handling] [S9]
//
// gateway info → open, only if it is online and no tunnel runs → variables → socket. While it runs: the gateway is asked
// every minute, monitoring is kept open every 580 s (in economy mode only if the user moved within two minutes), and ten
// idle minutes pause it. It knows no endpoint: the page hands in the calls.
import { limits } from '../../contract/limits.ts'
import type { GatewayState } from '../../contract/sockets.ts'
import type { Activity } from './activity.ts'
import { beginRun, type Run } from './monitoring-run.ts'
import type { SocketState, WebSocketLike } from './socket.ts'
import type { LiveSource, Seed } from './values.ts'

/** As much of a gateway as decides about monitoring. */
export type MonitoredGateway = {
  state: GatewayState
  online: boolean
  vpn: boolean
  /** Seconds. */
  interval: number
  economizeOpen: boolean
}

export type Fault = { code: number; message: string }

export type MonitoringState<G, S> = {
  /** Whether the gateway's state is known, whatever it is. */
  loaded: boolean
  /** Whether streaming is open. */
  on: boolean
  /** Stopped to save data: by ten idle minutes, or in economy mode because nobody moved when it ran out. */
  paused: boolean
  gateway: G | null
  signals: readonly S[] | null
  /** Null until alarms are counted; 0 where there is nothing to count. [S8] */
  alarmCount: number | null
  gatewayFault: Fault | null
  signalsFault: Fault | null
  openFault: Fault | null
  socket: SocketState
}

export type MonitoringNeeds<G, S> = {
  gatewayInfo(): Promise<G>
  /** Opens streaming at `interval` seconds for `delay` seconds. */
  open(interval: number, delay: number): Promise<unknown>
  signals(): Promise<readonly S[]>
  token(): Promise<string>
  connect(token: string): WebSocketLike
  source: LiveSource
  activity: Activity
}

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

/** Where the state of a monitoring stands; a run writes it, the page reads it. */
export type Board<G, S> = {
  read(): MonitoringState<G, S>
  change(next: Partial<MonitoringState<G, S>>): void
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
    socket: 'closed',
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
    savingInMs: () => (state.on ? Math.max(0, limits.smartSavingMs - needs.activity.idleMs()) : null),
    close() {
      listeners.clear()
      run?.stop()
      change({ on: false })
    },
  }
}
