// Remote download: the engineer's computer reaches a PLC through its gateway. [S2 Gateway panel] [S4] [S8 1321-1332]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { DriverId, EquipmentId, Instant } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { tunnelEnds } from '../../../contract/tunnel.ts'

const minuteMs = 60_000

/** The address of a driver of the device. */
export const TunnelTarget = z.object({
  driverId: DriverId,
  name: z.string(),
  type: z.string(),
  host: z.string(),
  port: z.number(),
})
export type TunnelTarget = z.output<typeof TunnelTarget>

const traffic = { bytesUp: z.number(), bytesDown: z.number() }

export const TunnelNow = z.object({
  /**
   * State of a tunnel. `waiting`: the ticket was issued, but the program has not connected. `opening`: the gateway is
   * releasing the PLC.
   */
  state: z.enum(['waiting', 'opening', 'open']),
  loginname: z.string(),
  isOwn: z.boolean(),
  host: z.string(),
  port: z.number(),
  createdAt: Instant,
  expiresAt: Instant,
  ...traffic,
  /** Number of connections from the engineer's computer. */
  streams: z.number(),
})
export type TunnelNow = z.output<typeof TunnelNow>

export const TunnelPast = z.object({
  loginname: z.string(),
  host: z.string(),
  port: z.number(),
  createdAt: Instant,
  endedAt: Instant,
  why: z.enum(tunnelEnds),
  /** The gateway's reason in words; empty if it gave none. */
  reason: z.string(),
  ...traffic,
})
export type TunnelPast = z.output<typeof TunnelPast>

export const queryTunnel = post('/lfscada/tunnel/query', {
  may: 'gateway:view',
  on: { equipment: 'equipmentId' },
  about: 'Returns the possible targets of remote download of a device, the active download, and the last one.',
  input: z.object({ equipmentId: EquipmentId }),
  output: z.object({ targets: z.array(TunnelTarget), now: TunnelNow.nullable(), last: TunnelPast.nullable() }),
})

const minutes = z
  .number()
  .int()
  .min(5)
  .max(limits.tunnelMaxMs / minuteMs)

export const startTunnel = post('/lfscada/tunnel/start', {
  may: 'gateway:tunnel',
  confirmed: true,
  on: { equipment: 'equipmentId' },
  about:
    'Starts a remote download to the target of a driver of the device. The ticket is valid once, for 60 s: the local ' +
    'program opens the tunnel with it. An earlier unused ticket of the account becomes invalid.',
  input: z.object({
    equipmentId: EquipmentId,
    driverId: DriverId,
    minutes: minutes.default(limits.tunnelMs / minuteMs),
  }),
  output: z.object({ ticket: z.string() }),
})

export const extendTunnel = post('/lfscada/tunnel/extend', {
  may: 'gateway:tunnel',
  on: { equipment: 'equipmentId' },
  about: 'Extends the remote download of the account to the given time from now.',
  input: z.object({ equipmentId: EquipmentId, minutes }),
  output: done,
})

export const endTunnel = post('/lfscada/tunnel/end', {
  may: 'gateway:tunnel',
  on: { equipment: 'equipmentId' },
  about:
    'Ends the remote download of a device, including that of another account; connections are closed and monitoring resumes.',
  input: z.object({ equipmentId: EquipmentId }),
  output: done,
})
