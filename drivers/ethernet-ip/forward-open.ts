// Requests that open and close a connection to the controller (transport class 3), and the answer to the first. Pure.
// Source: CIP volume 1, chapter 3-5.5.
import { requestBytes, services } from './cip.ts'
import { incomplete } from './faults.ts'
import { objectPath } from './path.ts'

const connectionManager = objectPath(0x06, 1)
const messageRouter = objectPath(0x02, 1)

/** The numbers that identify a connection: our number, its serial number and the number of this client. */
export type Connection = { ours: number; serial: number; originator: number }

/** Any vendor number will do for a client that is no certified device. */
const vendor = 0x1337
/** 2^10 ms × 14 = 14 s, in which the request must reach the controller. */
const priorityAndTicks = [0x0a, 14]
const intervalUs = 2_000_000
/** 4 << 3 = 32 intervals without a request end the connection. */
const timeoutMultiplier = 3
/** Server, triggered by the application, class 3. */
const transport = 0xa3
/** Point to point, low priority, variable size. */
const parameters = 0x4200

/** Time after which the controller closes a connection that is not used, in ms. */
export const idleMs = (intervalUs / 1000) * (4 << timeoutMultiplier)

const u16 = (value: number): number[] => [value & 0xff, value >> 8]
const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]

/** The request for a connection that carries messages of `bytes`; `isLarge`: more than 511 bytes. */
export function openRequest(
  { ours, serial, originator }: Connection,
  route: Uint8Array,
  bytes: number,
  isLarge: boolean,
) {
  const size = isLarge ? [...u16(bytes), ...u16(parameters)] : u16(parameters | bytes)
  const path = [...route, ...messageRouter]
  const data = Uint8Array.from([
    ...priorityAndTicks,
    ...u32(0),
    ...u32(ours),
    ...u16(serial),
    ...u16(vendor),
    ...u32(originator),
    ...[timeoutMultiplier, 0, 0, 0],
    ...[...u32(intervalUs), ...size],
    ...[...u32(intervalUs), ...size],
    ...[transport, path.length / 2, ...path],
  ])
  return requestBytes(isLarge ? services.forwardOpenLarge : services.forwardOpen, connectionManager, data)
}

/** The controller's number of the connection. Throws 1719 if the answer is that to another request. */
export function openedConnection(data: Buffer, { ours, serial, originator }: Connection): number {
  const isOwn =
    data.length >= 16 &&
    data.readUInt32LE(4) === ours &&
    data.readUInt16LE(8) === serial &&
    data.readUInt32LE(12) === originator
  if (!isOwn) throw incomplete('a connection that was not requested')
  return data.readUInt32LE(0)
}

/** The request that closes a connection. */
export function closeRequest({ serial, originator }: Connection, route: Uint8Array): Uint8Array {
  const path = [...route, ...messageRouter]
  const data = [...priorityAndTicks, ...u16(serial), ...u16(vendor), ...u32(originator), path.length / 2, 0, ...path]
  return requestBytes(services.forwardClose, connectionManager, Uint8Array.from(data))
}

/** A request that the module at the start of a route passes on; the controller has `timeoutMs` to answer. */
export function routedRequest(request: Uint8Array, route: Uint8Array, timeoutMs: number): Uint8Array {
  let tick = 0
  while (timeoutMs >> tick > 0xff) tick++
  const data = [tick, Math.max(1, timeoutMs >> tick), ...u16(request.length), ...request]
  if (request.length % 2 === 1) data.push(0)
  data.push(route.length / 2, 0, ...route)
  return requestBytes(services.unconnectedSend, connectionManager, Uint8Array.from(data))
}
