// Messages of the web sockets, server to browser. The browser only sends `ping`.
import type { Value } from '../core/data-type.ts'

export const equipmentSocketPath = '/lfscada/ws/eg/signal/subscribe/'
/** Path of the socket for a page of a project: messages of all devices that the page shows. */
export const projectSocketPath = '/lfscada/ws/project/signal/subscribe/'
/** The socket of an account's messages; its texts are declared in features/platform/message/contract.ts. */
export const messageSocketPath = '/lfscada/ws/message/subscribe/'

/** Path of the socket for the local program of a remote download: binary frames both ways (contract/tunnel.ts). */
export const tunnelSocketPath = '/lfscada/ws/tunnel/'

/**
 * Values, columnar: index i of every list is one reading. `codes` omitted: all 200. `times` are epoch ms UTC of the
 * reading (gateway time corrected to the platform's). `receivedAt` is when the platform received the newest of them.
 */
export type SignalVal = {
  type: 'signalVal'
  equipmentId: number
  receivedAt: number
  ids: number[]
  values: (Value | null)[]
  times: number[]
  codes?: number[]
  /** Set on the first message of a socket: the latest value of each variable, whatever its age. */
  isStanding?: true
}

/**
 * Intermediate variables of a page of a project, columnar. `values` are 0 where no result can be calculated; `codes`
 * give the reason. `times` are those of the newest reading in each formula, null if it has none; `heardAt` is when the
 * platform last received a value of the input that has been silent longest.
 */
export type MvarVal = {
  type: 'mvarVal'
  ids: number[]
  values: number[]
  codes: number[]
  times: (number | null)[]
  heardAt: number[]
}

/** State of the equipment's gateway changed. */
export type GatewayState = 'online' | 'offline' | 'sleeping'
export type GatewayAlarm = {
  type: 'gatewayAlarm'
  equipmentId: number
  state: GatewayState
  online: boolean
  vpn: boolean
  at: number
}

/**
 * State of the drivers on the gateway, counted there since its configuration took effect. `cycleMs`: from one reading
 * of a block to the next; `fault`: the last one, whatever its age. `clock`: the device's clock compared with the
 * gateway's, of protocols with times. All instants epoch ms UTC of the platform.
 */
export type DriverState = {
  id: number
  isOpen: boolean
  requests: number
  errors: number
  cycleMs: number | null
  fault: { code: number; text: string; at: number } | null
  clock?: { aheadMs: number; isDoubtful: boolean } | undefined
}
export type DriverStates = { type: 'driverStates'; equipmentId: number; receivedAt: number; drivers: DriverState[] }

/** An alarm was raised or cleared; `signalId` null: the alarm belongs to no variable. */
export type SignalAlarm = {
  type: 'signalAlarm'
  equipmentId: number
  alarmId: number
  signalId: number | null
  active: boolean
  at: number
}

/** Answer to a ping; carries the server's clock. */
export type Pong = { type: 'pong'; at: number }

export type ServerMessage = SignalVal | MvarVal | DriverStates | GatewayAlarm | SignalAlarm | Pong
