// Remote download: a TCP port of a PLC, carried through gateway and platform to the engineer's computer. What is said
// between the local program, the platform and the gateway are binary frames: on a web socket, and on the topic `tunnel`
// of a gateway. Decision 0036.
//
//     kind u8 · tunnel 8 bytes · stream u32 · number u32 · body
//
// `tunnel` is drawn by the platform for each remote download, `stream` by the local program for each connection to its
// port. `number` counts the frames of a tunnel between platform and gateway, each way from 0: a broker may drop what is of
// QoS 0, and a tunnel that has lost a byte is cut. On the web socket it is 0.
import { z } from 'zod'
import { limits } from './limits.ts'

export const tunnelKinds = [
  /** Platform → gateway: take connections for this target. Body: `TunnelOpen` as JSON. */
  'open',
  /** The gateway has freed the target; told to the local program too, with `TunnelOpened` as JSON. */
  'opened',
  /** Gateway → platform: no. Body: `TunnelRefused` as JSON. */
  'refused',
  /** Platform → gateway: it goes on for so long from now. Body: ms, u32. */
  'extend',
  'ping',
  'pong',
  /** The tunnel is over. Body: one of `tunnelEnds`. */
  'end',
  /** A stream: the local program has a connection; the gateway reached the target. */
  'connect',
  'connected',
  'data',
  /** So many bytes more may be sent. Body: u32. */
  'credit',
  /** No more data this way. */
  'fin',
  /** The stream is over. Body: why, as text. */
  'reset',
] as const
export type TunnelKind = (typeof tunnelKinds)[number]

/** Why a remote download is over. */
export const tunnelEnds = [
  'ended',
  'expired',
  'idle',
  'unused',
  'programGone',
  'gatewayGone',
  'gatewayRefused',
  'rightsEnded',
  'moved',
  'restarted',
  'broken',
] as const
export type TunnelEnd = (typeof tunnelEnds)[number]

const id = z.number().int().positive()

/** What the gateway compares with its own configuration before it connects anywhere. */
export const TunnelOpen = z.object({
  equipmentId: id,
  bindingId: id,
  driverId: id,
  host: z.string().max(255),
  port: z.number().int().min(1).max(65535),
  leftMs: z.number().int().positive().max(limits.tunnelMaxMs),
})
export type TunnelOpen = z.output<typeof TunnelOpen>

export const TunnelOpened = z.object({ device: z.string(), host: z.string(), port: z.number(), leftMs: z.number() })
export type TunnelOpened = z.output<typeof TunnelOpened>

/** A code of contract/errors. */
export const TunnelRefused = z.object({ code: z.number().int(), reason: z.string().max(500).optional() })
export type TunnelRefused = z.output<typeof TunnelRefused>

const headBytes = 17
export const tunnelIdBytes = 8

export type TunnelFrame = {
  kind: TunnelKind
  /** Hex. */
  tunnel: string
  stream: number
  number: number
  body: Uint8Array
}

const empty = new Uint8Array(0)
const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder() }

export function tunnelFrame(
  kind: TunnelKind,
  tunnel: string,
  { stream = 0, body = empty }: { stream?: number; body?: Uint8Array } = {},
): Uint8Array {
  const bytes = new Uint8Array(headBytes + body.length)
  bytes[0] = tunnelKinds.indexOf(kind)
  for (let i = 0; i < tunnelIdBytes; i += 1) bytes[1 + i] = Number.parseInt(tunnel.slice(i * 2, i * 2 + 2), 16)
  const view = new DataView(bytes.buffer)
  view.setUint32(9, stream)
  bytes.set(body, headBytes)
  return bytes
}

/** The frame, or nothing where it is none. `body` shares the memory of `bytes`. */
export function readTunnelFrame(bytes: Uint8Array): TunnelFrame | undefined {
  const kind = bytes.length >= headBytes ? tunnelKinds[bytes[0]!] : undefined
  if (!kind || bytes.length > headBytes + limits.tunnelFrameBytes) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let tunnel = ''
  for (let i = 1; i <= tunnelIdBytes; i += 1) tunnel += bytes[i]!.toString(16).padStart(2, '0')
  const [stream, number] = [view.getUint32(9), view.getUint32(13)]
  return { kind, tunnel, stream, number, body: bytes.subarray(headBytes) }
}

/** The same frame with its number: bytes are changed in place. */
export function numberFrame(bytes: Uint8Array, number: number): Uint8Array {
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).setUint32(13, number)
  return bytes
}

export function u32Body(value: number): Uint8Array {
  const body = new Uint8Array(4)
  new DataView(body.buffer).setUint32(0, value)
  return body
}
export const readU32 = (body: Uint8Array): number =>
  body.length === 4 ? new DataView(body.buffer, body.byteOffset, 4).getUint32(0) : 0

export const textBody = (text: string): Uint8Array => utf8.encoder.encode(text)
export const readText = (body: Uint8Array): string => utf8.decoder.decode(body)
export const jsonBody = (value: object): Uint8Array => textBody(JSON.stringify(value))

/** The body as JSON of this shape, or nothing. */
export function readJson<T>(schema: z.ZodType<T>, body: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(readText(body))).data
  } catch {
    return undefined
  }
}

export const readEnd = (body: Uint8Array): TunnelEnd => tunnelEnds.find((each) => each === readText(body)) ?? 'broken'
