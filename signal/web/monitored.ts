// State of live monitoring of a device, and the functions of the page that it requires.
import type { DriverStates, GatewayState } from '../../contract/sockets.ts'
import type { Activity } from './activity.ts'
import type { SocketLink, SocketState, WebSocketLike } from './socket.ts'
import type { LiveSource, LoadedTrend } from './values.ts'

/** The facts about a gateway that decide about monitoring. */
export type MonitoredGateway = {
  state: GatewayState
  online: boolean
  vpn: boolean
  /** Update interval in seconds. */
  interval: number
  economizeOpen: boolean
  /** Whether ten minutes without activity stop the updates; default true. */
  smartSaving?: boolean
}

export type Fault = { code: number; message: string }

/** The fault of a failed request; code 0 if the error has none. */
export function faultOf(error: unknown): Fault {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return { code: typeof code === 'number' ? code : 0, message: typeof message === 'string' ? message : String(error) }
}

export type MonitoringState<G, S> = {
  /** Whether the gateway's state has loaded, whatever it is. */
  loaded: boolean
  /** Whether live values are being streamed. */
  on: boolean
  /**
   * Stopped to save data: after ten idle minutes, or in economy mode because the user was idle when the stream expired.
   */
  paused: boolean
  gateway: G | null
  signals: readonly S[] | null
  /** Null until alarms are counted; 0 if there is nothing to count. [S8] */
  alarmCount: number | null
  gatewayFault: Fault | null
  signalsFault: Fault | null
  openFault: Fault | null
  /** The last received state of the drivers. */
  drivers: DriverStates | null
  socket: SocketState
  /** The stream is open, but no value was received for as long as values take to become stale. */
  silent: boolean
}

export type MonitoringNeeds<G, S> = {
  gatewayInfo(): Promise<G>
  /** Opens streaming at `interval` seconds for `delay` seconds. */
  open(interval: number, delay: number): Promise<unknown>
  /**
   * Interval of refreshing the gateway's status and opening streaming again, ms; undefined: only by poll and
   * keep-alive.
   */
  refreshMs?: number | undefined
  signals(): Promise<readonly S[]>
  /** The last ten minutes, where the trends in memory do not cover them; requested once the variables have loaded. */
  trends?(): Promise<readonly LoadedTrend[]>
  token(): Promise<string>
  connect(token: string): WebSocketLike
  /** Called when alarms of the device may have changed since they were read. */
  onAlarms?(): void
  source: LiveSource
  activity: Activity
  /** The connection to the platform; default the page's own. */
  link?: SocketLink
}

/** Holds the state of a monitoring; a run writes it, the page reads it. */
export type Board<G, S> = {
  read(): MonitoringState<G, S>
  change(next: Partial<MonitoringState<G, S>>): void
}
