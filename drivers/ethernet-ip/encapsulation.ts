// Frames of EtherNet/IP: a header of 24 bytes, and items of the common packet format. Pure. Source: CIP volume 2,
// chapters 2-3 and 2-6. Everything is little endian.
import { outOfStep } from './faults.ts'

export const commands = { register: 0x65, unregister: 0x66, unconnected: 0x6f, connected: 0x70 } as const

const headerBytes = 24
/** More than the largest message of a connection (4002 bytes) with its items. */
const maxData = 8192

/** `context`: the number that the answer to an unconnected request repeats. */
export type Frame = { command: number; session: number; status: number; context: number; data: Buffer }

/** The bytes of a frame. */
export function frameBytes({ command, session, context, data }: Omit<Frame, 'status' | 'data'> & { data: Uint8Array }) {
  const bytes = Buffer.alloc(headerBytes + data.length)
  bytes.writeUInt16LE(command, 0)
  bytes.writeUInt16LE(data.length, 2)
  bytes.writeUInt32LE(session, 4)
  // Eight bytes are repeated; the number uses the first four.
  bytes.writeUInt32LE(context, 12)
  bytes.set(data, headerBytes)
  return bytes
}

/** The first frame in received bytes and its length; nothing if it is incomplete. Throws 1712. */
export function firstFrame(bytes: Buffer): { frame: Frame; length: number } | undefined {
  if (bytes.length < headerBytes) return undefined
  const dataBytes = bytes.readUInt16LE(2)
  if (dataBytes > maxData) throw outOfStep(`a frame of ${dataBytes} bytes`)
  const length = headerBytes + dataBytes
  if (bytes.length < length) return undefined
  const isForeign = bytes.readUInt32LE(16) !== 0
  const frame = {
    command: bytes.readUInt16LE(0),
    session: bytes.readUInt32LE(4),
    status: bytes.readUInt32LE(8),
    // A context that this driver never sends.
    context: isForeign ? -1 : bytes.readUInt32LE(12),
    data: bytes.subarray(headerBytes, length),
  }
  return { frame, length }
}

export const registerData = Uint8Array.of(1, 0, 0, 0)

const items = { none: 0, connection: 0xa1, connectedData: 0xb1, data: 0xb2 } as const
/** Interface handle and timeout in front of the items. */
const prefixBytes = 6

function packet(address: readonly number[], kind: number, parts: readonly Uint8Array[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.from([
    ...new Array<number>(prefixBytes).fill(0),
    2,
    0,
    ...address,
    kind,
    0,
    length & 0xff,
    length >> 8,
  ])
  return Buffer.concat([head, ...parts])
}

/** The items of an unconnected message. */
export const unconnectedData = (message: Uint8Array): Buffer => packet([items.none, 0, 0, 0], items.data, [message])

/** The items of a message through a connection; `sequence`: its number, which the answer repeats. */
export function connectedData(connection: number, sequence: number, message: Uint8Array): Buffer {
  const address = [items.connection, 0, 4, 0, ...Buffer.from(Uint32Array.of(connection).buffer)]
  return packet(address, items.connectedData, [Uint8Array.of(sequence & 0xff, sequence >> 8), message])
}

/** The message in the data of an unconnected answer. Throws 1712 on other items. */
export function unconnectedMessage(data: Buffer): Buffer {
  const [address, content] = itemsOf(data)
  if (address.kind !== items.none || address.bytes.length > 0 || content.kind !== items.data)
    throw outOfStep(`an answer with items ${address.kind} and ${content.kind}`)
  return content.bytes
}

/** The message of a connected answer with its connection and number. Throws 1712 on other items. */
export function connectedMessage(data: Buffer): { connection: number; sequence: number; message: Buffer } {
  const [address, content] = itemsOf(data)
  if (address.kind !== items.connection || address.bytes.length !== 4 || content.kind !== items.connectedData)
    throw outOfStep(`an answer with items ${address.kind} and ${content.kind}`)
  if (content.bytes.length < 2) throw outOfStep('an answer without a number')
  return {
    connection: address.bytes.readUInt32LE(0),
    sequence: content.bytes.readUInt16LE(0),
    message: content.bytes.subarray(2),
  }
}

type Item = { kind: number; bytes: Buffer }

/** The two items, which must fill the data. */
function itemsOf(data: Buffer): [Item, Item] {
  const first = itemAt(data, prefixBytes + 2)
  const second = first && itemAt(data, first.end)
  if (!first || !second || data.readUInt16LE(prefixBytes) !== 2 || second.end !== data.length)
    throw outOfStep('an answer whose items do not fill it')
  return [first, second]
}

function itemAt(data: Buffer, at: number): (Item & { end: number }) | undefined {
  if (at + 4 > data.length) return undefined
  const end = at + 4 + data.readUInt16LE(at + 2)
  return end > data.length ? undefined : { kind: data.readUInt16LE(at), bytes: data.subarray(at + 4, end), end }
}
