// A simulated Logix controller for tests: encapsulation, Forward Open, Unconnected Send, tags, structures, symbol and
// template objects. It shares no code with the driver; pycomm3, of another maker, reads it too (pycomm3.test.ts).
import type { Socket } from 'node:net'
import { type Misbehaving, scriptedServer } from './silent.ts'

/** `type`: the type word with its handle, in hex as in an answer (`c400`, `a002ce0f`). `size`: bytes per element. `name`: as listed. */
type LogixTag = {
  type: string
  size: number
  bytes: Buffer
  dims?: number[]
  symbol?: number
  access?: number
  name?: string
}

/** A structure: its members with name, type word, array length or bit, offset. */
type LogixTemplate = { name: string; handle: number; size: number; members: [string, number, number, number][] }

/** Returns the frame to send, or nothing; `usual` is that of a healthy controller. */
type LogixScript = (request: Buffer, usual: Buffer, socket: Socket) => Uint8Array | undefined

export type LogixPlc = Misbehaving & {
  /** Tags by lower-case path, also of members: `motor.speed`. */
  tags: Map<string, LogixTag>
  templates: Map<number, LogixTemplate>
  /** CIP requests in hex, without those of the encapsulation. */
  requests: string[]
  /** Services that it refuses with status 08. */
  refused: Set<number>
  /** Largest answer in bytes, before it is cut with status 06. */
  maxBytes: number
  script: LogixScript | undefined
}

const u16 = (value: number) => Buffer.from([value & 255, value >> 8])
const u32 = (value: number) => Buffer.from([value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24])

/** A frame of the encapsulation that answers another. */
export function logixFrame(request: Buffer, data: Uint8Array, status = 0): Buffer {
  const head = Buffer.from(request.subarray(0, 24))
  head.writeUInt16LE(data.length, 2)
  head.writeUInt32LE(status, 8)
  return Buffer.concat([head, data])
}

/** Starts on a free port of the loopback. */
export async function startLogix(): Promise<LogixPlc> {
  const sockets = new WeakMap<Socket, Buffer>()
  const server = await scriptedServer((bytes, socket) => {
    let received = Buffer.concat([sockets.get(socket) ?? Buffer.alloc(0), bytes])
    const answers: Uint8Array[] = []
    while (received.length >= 24 && received.length >= 24 + received.readUInt16LE(2)) {
      const frame = received.subarray(0, 24 + received.readUInt16LE(2))
      received = received.subarray(frame.length)
      const usual = encapsulated(plc, frame)
      const sent = usual && (plc.script ? plc.script(frame, usual, socket) : usual)
      if (sent) answers.push(sent)
    }
    sockets.set(socket, received)
    return answers.length > 0 ? Buffer.concat(answers) : undefined
  })
  const plc: LogixPlc = {
    ...server,
    ...{ tags: new Map(), templates: new Map(), requests: [], refused: new Set(), maxBytes: 494, script: undefined },
  }
  return plc
}

const session = 0x0043_0001
/** The client's number of each connection, by that of the controller. */
const connections = new Map<number, number>()
let lastConnection = 0x0091_4000

function encapsulated(plc: LogixPlc, frame: Buffer): Buffer | undefined {
  const command = frame.readUInt16LE(0)
  const data = frame.subarray(24)
  if (command === 0x65) {
    const answer = logixFrame(frame, data)
    answer.writeUInt32LE(session, 4)
    return answer
  }
  if (command === 0x6f) {
    const message = cip(plc, data.subarray(16))
    return logixFrame(frame, Buffer.concat([data.subarray(0, 14), u16(message.length), message]))
  }
  if (command === 0x70) {
    const message = cip(plc, data.subarray(22))
    const theirs = u32(connections.get(data.readUInt32LE(12)) ?? 0)
    const head = Buffer.concat([
      data.subarray(0, 12),
      theirs,
      u16(0xb1),
      u16(message.length + 2),
      data.subarray(20, 22),
    ])
    return logixFrame(frame, Buffer.concat([head, message]))
  }
  return undefined
}

const answer = (service: number, status: number, data: Uint8Array = Buffer.alloc(0), extended?: number) =>
  Buffer.concat([
    Buffer.from([service | 0x80, 0, status, extended === undefined ? 0 : 1]),
    ...(extended === undefined ? [] : [u16(extended)]),
    data,
  ])

function cip(plc: LogixPlc, message: Buffer): Buffer {
  const service = message[0]!
  const path = message.subarray(2, 2 + message[1]! * 2)
  const data = message.subarray(2 + path.length)
  if (path.toString('hex') === '20062401') return manager(plc, service, data)
  plc.requests.push(message.toString('hex'))
  if (plc.refused.has(service)) return answer(service, 8)
  if (path.toString('hex') === '20022401' && service === 0x0a) return packet(plc, data)
  const { text, classId, instance } = parsed(path)
  if (classId === 0x6b) return symbols(plc, service, text, instance, data)
  if (classId === 0x6c) return template(plc, service, instance, data)
  return tagService(plc, service, text, data)
}

/** Connection manager: Forward Open and Close, Unconnected Send. */
function manager(plc: LogixPlc, service: number, data: Buffer): Buffer {
  if (plc.refused.has(service)) return answer(service, 8)
  if (service === 0x52) return cip(plc, data.subarray(4, 4 + data.readUInt16LE(2)))
  if (service === 0x4e) return answer(service, 0, Buffer.concat([data.subarray(2, 10), Buffer.alloc(2)]))
  connections.set(++lastConnection, data.readUInt32LE(6))
  const large = service === 0x5b
  const interval = data.subarray(22, 26)
  plc.maxBytes = (large ? data.readUInt16LE(26) : data.readUInt16LE(26) & 0x1ff) - 6
  return answer(
    service,
    0,
    Buffer.concat([u32(lastConnection), data.subarray(6, 18), interval, interval, Buffer.alloc(2)]),
  )
}

function packet(plc: LogixPlc, data: Buffer): Buffer {
  const count = data.readUInt16LE(0)
  const starts = Array.from({ length: count }, (_, at) => data.readUInt16LE(2 + at * 2))
  const answers = starts.map((start, at) => {
    const usual = cip(plc, data.subarray(start, starts[at + 1] ?? data.length))
    plc.requests.pop()
    return usual
  })
  const offsets: Buffer[] = []
  let offset = 2 + count * 2
  for (const each of answers) {
    offsets.push(u16(offset))
    offset += each.length
  }
  const isAnyBad = answers.some((each) => each[2] !== 0)
  return answer(0x0a, isAnyBad ? 0x1e : 0, Buffer.concat([u16(count), ...offsets, ...answers]))
}

/** The number in a logical segment of 8, 16 or 32 bits. */
function logicalValue(path: Buffer, at: number): number {
  const width = path[at]! & 3
  if (width === 0) return path[at + 1]!
  return width === 1 ? path.readUInt16LE(at + 2) : path.readUInt32LE(at + 2)
}

/** A path as text (`motor[3].speed`), or the class and instance at its end. */
function parsed(path: Buffer): { text: string; classId: number | undefined; instance: number } {
  let [text, classId, instance] = ['', undefined as number | undefined, 0]
  for (let at = 0; at < path.length; ) {
    const code = path[at]!
    if (code === 0x91) {
      const length = path[at + 1]!
      const name = path.toString('utf8', at + 2, at + 2 + length).toLowerCase()
      text += text === '' ? name : `.${name}`
      at += 2 + length + (length % 2)
      continue
    }
    const width = code & 3
    const value = logicalValue(path, at)
    if ((code & 0xfc) === 0x28) text = text.endsWith(']') ? `${text.slice(0, -1)},${value}]` : `${text}[${value}]`
    else if ((code & 0xfc) === 0x20) classId = value
    else instance = value
    at += width === 0 ? 2 : width === 1 ? 4 : 6
  }
  return { text, classId, instance }
}

/** A tag, and the position of an element in its bytes. */
function found(plc: LogixPlc, text: string): { tag: LogixTag; at: number } | undefined {
  const exact = plc.tags.get(text)
  if (exact) return { tag: exact, at: 0 }
  const [, base, indices] = /^(.*)\[([\d,]+)\]$/.exec(text) ?? []
  const tag = base === undefined ? undefined : plc.tags.get(base)
  if (!tag) return undefined
  const each = indices!.split(',').map(Number)
  return { tag, at: each.reduce((sum, index, dim) => sum * (tag.dims?.[dim] ?? 1) + index, 0) * tag.size }
}

function tagService(plc: LogixPlc, service: number, text: string, data: Buffer): Buffer {
  const { tag, at } = found(plc, text) ?? {}
  if (!tag || at === undefined) return answer(service, 4, undefined, 0)
  if (at >= tag.bytes.length) return answer(service, 0xff, undefined, 0x2105)
  if (service === 0x4c || service === 0x52) return readAnswer(plc, service, { tag, at }, data)
  if (service === 0x4d || service === 0x53) return writeAnswer(service, { tag, at }, data)
  if (service !== 0x4e) return answer(service, 8)
  const size = data.readUInt16LE(0)
  for (let byte = 0; byte < size; byte++)
    tag.bytes[at + byte] = (tag.bytes[at + byte]! | data[2 + byte]!) & data[2 + size + byte]!
  return answer(service, 0)
}

type Place = { tag: LogixTag; at: number }

function readAnswer(plc: LogixPlc, service: number, { tag, at }: Place, data: Buffer): Buffer {
  const type = Buffer.from(tag.type, 'hex')
  const [count, offset] = [data.readUInt16LE(0), service === 0x52 ? data.readUInt32LE(2) : 0]
  const end = at + count * tag.size
  if (end > tag.bytes.length) return answer(service, 0xff, undefined, 0x2105)
  const room = (plc.maxBytes - 4 - type.length) & ~3
  const part = tag.bytes.subarray(at + offset, Math.min(end, at + offset + room))
  return answer(service, at + offset + part.length < end ? 6 : 0, Buffer.concat([type, part]))
}

function writeAnswer(service: number, { tag, at }: Place, data: Buffer): Buffer {
  const typeBytes = tag.type.length / 2
  if (data.subarray(0, typeBytes).toString('hex') !== tag.type) return answer(service, 0xff, undefined, 0x2107)
  const offset = service === 0x53 ? data.readUInt32LE(typeBytes + 2) : 0
  tag.bytes.set(data.subarray(typeBytes + (service === 0x53 ? 6 : 2)), at + offset)
  return answer(service, 0)
}

/** Symbols of a scope from an instance on, at most as many as fit; numbers are positions in the list. */
function symbols(plc: LogixPlc, service: number, scope: string, from: number, data: Buffer): Buffer {
  if (service !== 0x55) return answer(service, 8)
  const wanted = Array.from({ length: data.readUInt16LE(0) }, (_, at) => data.readUInt16LE(2 + at * 2))
  const own = [...plc.tags]
    .filter(([, { symbol }]) => symbol !== undefined)
    .map(([path, tag], at) => ({ path, tag, id: at * 7 + 1 }))
    .filter(({ path }) =>
      scope === '' ? !path.startsWith('program:') || !path.includes('.') : path.startsWith(`${scope}.`),
    )
    .filter(({ id }) => id >= from)
  const parts: Buffer[] = []
  let length = 0
  for (const { path, tag, id } of own) {
    const name = Buffer.from(scope === '' ? (tag.name ?? path) : path.slice(scope.length + 1))
    const fields: Record<number, Buffer> = {
      1: Buffer.concat([u16(name.length), name]),
      2: u16(tag.symbol!),
      3: u32(0),
      5: u32(0),
      6: u32(0x0400_0000),
      8: Buffer.concat([0, 1, 2].map((dim) => u32(tag.dims?.[dim] ?? 0))),
      10: Buffer.from([tag.access ?? 0]),
    }
    const entry = Buffer.concat([u32(id), ...wanted.map((attribute) => fields[attribute]!)])
    if (length + entry.length > plc.maxBytes - 4) return answer(service, 6, Buffer.concat(parts))
    parts.push(entry)
    length += entry.length
  }
  return answer(service, 0, Buffer.concat(parts))
}

function template(plc: LogixPlc, service: number, id: number, data: Buffer): Buffer {
  const own = plc.templates.get(id)
  if (!own) return answer(service, 5)
  const names = Buffer.from([`${own.name};nEB`, ...own.members.map(([name]) => name), ''].join('\0'))
  const infos = own.members.map(([, type, info, offset]) => Buffer.concat([u16(info), u16(type), u32(offset)]))
  const definition = Buffer.concat([...infos, names])
  const words = Math.ceil((definition.length + 23) / 4)
  if (service === 0x03) {
    const values: Record<number, Buffer> = {
      ...{ 4: u32(words), 5: u32(own.size), 2: u16(own.members.length), 1: u16(own.handle) },
    }
    const wanted = Array.from({ length: data.readUInt16LE(0) }, (_, at) => data.readUInt16LE(2 + at * 2))
    return answer(
      service,
      0,
      Buffer.concat([u16(wanted.length), ...wanted.flatMap((each) => [u16(each), u16(0), values[each]!])]),
    )
  }
  if (service !== 0x4c) return answer(service, 8)
  const [offset, count] = [data.readUInt32LE(0), data.readUInt16LE(4)]
  const padded = Buffer.concat([definition, Buffer.alloc(8)])
  const part = padded.subarray(offset, offset + Math.min(count, plc.maxBytes - 4))
  return answer(service, part.length < count ? 6 : 0, part)
}
