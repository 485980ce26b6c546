// An S7 CPU of our own, for tests: memory by area, and a script that can replace, delay or break any answer.
import type { Socket } from 'node:net'
import { type Misbehaving, scriptedServer } from './silent.ts'

/** Returns the bytes to send, or nothing; `usual` is the frame that a healthy CPU sends. */
type S7Script = (request: Buffer, usual: Buffer, socket: Socket) => Uint8Array | undefined

export type S7Cpu = Misbehaving & {
  /** Area (`DB1`, `M`, `T` …) → bytes; timers and counters in two bytes each. */
  memory: Map<string, Uint8Array>
  /** S7 messages received, without those of the handshake. */
  requests: Buffer[]
  /** Frames of the handshake, in hex. */
  handshake: string[]
  /** Replaces answers to requests after the handshake. */
  script: S7Script | undefined
}

export type S7CpuOptions = {
  memory?: Record<string, Uint8Array>
  /** The largest message that it grants. */
  pduBytes?: number
  /** 2^n bytes: the TPDU that it confirms. */
  tpduLog?: number
  /** Replaces answers of the handshake. */
  greeting?: S7Script
}

/** A frame with one S7 message. */
export function s7Frame(message: Uint8Array): Buffer {
  const head = Buffer.from([3, 0, 0, 0, 2, 0xf0, 0x80])
  head.writeUInt16BE(head.length + message.length, 2)
  return Buffer.concat([head, message])
}

/** An answer to a request, with its number: parameters and data in hex, and an error of the whole request. */
export function s7Answer(request: Buffer, parameter: string, data: string, error = 0): Buffer {
  const [parameters, items] = [Buffer.from(parameter, 'hex'), Buffer.from(data, 'hex')]
  const head = Buffer.from([0x32, error === 0 ? 3 : 2, 0, 0, request[4]!, request[5]!, 0, 0, 0, 0, 0, 0])
  head.writeUInt16BE(parameters.length, 6)
  head.writeUInt16BE(items.length, 8)
  head.writeUInt16BE(error, 10)
  return s7Frame(Buffer.concat([head, parameters, items]))
}

/** Starts on a free port of this machine. */
export async function startS7Cpu(options: S7CpuOptions = {}): Promise<S7Cpu> {
  const { pduBytes = 240, tpduLog = 10, greeting } = options
  const memory = new Map(Object.entries(options.memory ?? {}))
  const [requests, handshake]: [Buffer[], string[]] = [[], []]
  const server = await scriptedServer((frame, socket) => {
    if (frame[5] === 0xe0) {
      handshake.push(frame.toString('hex'))
      const confirmation = Buffer.from([3, 0, 0, 14, 9, 0xd0, frame[8]!, frame[9]!, 0, 7, 0, 0xc0, 1, tpduLog])
      return greeting ? greeting(frame, confirmation, socket) : confirmation
    }
    const request = frame.subarray(7)
    if (request[10] === 0xf0) {
      handshake.push(frame.toString('hex'))
      const granted = s7Answer(request, `f000000100010${pduBytes.toString(16).padStart(3, '0')}`, '')
      return greeting ? greeting(frame, granted, socket) : granted
    }
    requests.push(request)
    const usual = request[10] === 4 ? readAnswer(request, memory) : writeAnswer(request, memory)
    return cpu.script ? cpu.script(request, usual, socket) : usual
  })
  const cpu: S7Cpu = { ...server, memory, requests, handshake, script: undefined }
  return cpu
}

const areas: Record<number, string> = { 129: 'I', 130: 'Q', 131: 'M', 28: 'C', 29: 'T' }

type Asked = { size: number; count: number; area: string; address: number }

/** The items of a request, from their fixed positions. */
function itemsOf(request: Buffer): Asked[] {
  return Array.from({ length: request[11]! }, (_, index) => {
    const item = request.subarray(12 + index * 12, 24 + index * 12)
    const area = item[8] === 0x84 ? `DB${item.readUInt16BE(6)}` : areas[item[8]!]!
    return { size: item[3]!, count: item.readUInt16BE(4), area, address: item.readUIntBE(9, 3) }
  })
}

const positionOf = ({ size, count, address }: Asked) =>
  size === 0x1c || size === 0x1d
    ? { from: address * 2, to: (address + count) * 2 }
    : { from: address >> 3, to: (address >> 3) + count }

function readAnswer(request: Buffer, memory: ReadonlyMap<string, Uint8Array>): Buffer {
  const items = itemsOf(request)
  const data = items.map((item, index) => {
    const bytes = memory.get(item.area)
    const { from, to } = positionOf(item)
    if (!bytes) return '0a000004'
    if (to > bytes.length) return '05000004'
    const own = Buffer.from(bytes.subarray(from, to))
    const isWords = item.size === 0x1c || item.size === 0x1d
    const length = (isWords ? own.length : own.length * 8).toString(16).padStart(4, '0')
    const pad = own.length % 2 === 1 && index < items.length - 1 ? '00' : ''
    return `ff${isWords ? '09' : '04'}${length}${own.toString('hex')}${pad}`
  })
  return s7Answer(request, `04${items.length.toString(16).padStart(2, '0')}`, data.join(''))
}

function writeAnswer(request: Buffer, memory: ReadonlyMap<string, Uint8Array>): Buffer {
  const item = itemsOf(request)[0]!
  const bytes = memory.get(item.area)
  const { from, to } = positionOf(item)
  const value = request.subarray(28)
  if (!bytes || to > bytes.length) return s7Answer(request, '0501', bytes ? '05' : '0a')
  const bit = 1 << (item.address & 7)
  if (item.size === 1) bytes[from] = value[0] === 1 ? bytes[from]! | bit : bytes[from]! & ~bit
  else bytes.set(value.subarray(0, to - from), from)
  return s7Answer(request, '0501', 'ff')
}
