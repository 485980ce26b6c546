// What live monitoring knows of a device, and what it asks of the page.
import type { DriverStates, GatewayState } from '../../contract/sockets.ts'
import type { Activity } from './activity.ts'
import type { SocketLink, SocketState, WebSocketLike } from './socket.ts'
import type { Filled, LiveSource } from './values.ts'

/** As much of a gateway as decides about monitoring. */
export type MonitoredGateway = {
  state: GatewayState
  online: boolean
  vpn: boolean
  /** Seconds. */
  interval: number
  economizeOpen: boolean
  /** Ten minutes without activity stop the updates; where it is not said they do. */
  smartSaving?: boolean
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
  /** The last that was told of the drivers. */
  drivers: DriverStates | null
  socket: SocketState
  /** Streaming is open, and yet nothing was told for as long as it takes values to grow stale. */
  silent: boolean
}

export type MonitoringNeeds<G, S> = {
  gatewayInfo(): Promise<G>
  /** Opens streaming at `interval` seconds for `delay` seconds. */
  open(interval: number, delay: number): Promise<unknown>
  /** The gateway's status is refreshed, and streaming opened again, every so many ms; none: by poll and keep-alive alone. */
  refreshMs?: number | undefined
  signals(): Promise<readonly S[]>
  /** The last ten minutes where what is in memory does not fill them; asked for once the variables stand. */
  trends?(): Promise<readonly Filled[]>
  token(): Promise<string>
  connect(token: string): WebSocketLike
  /** Alarms of the device may be other than what was read of them before. */
  onAlarms?(): void
  source: LiveSource
  activity: Activity
  /** The connection to the platform; the page's own by default. */
  link?: SocketLink
}

/** Where the state of a monitoring stands; a run writes it, the page reads it. */
export type Board<G, S> = {
  read(): MonitoringState<G, S>
  change(next: Partial<MonitoringState<G, S>>): void
}
