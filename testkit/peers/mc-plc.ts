// A simulated PLC with the MC protocol: frames 3E, 4E and 1E, binary and ASCII, recognised by their first bytes. It
// shares no code with the driver. Commands 0401, 1401 and 0403, and 00 to 03 of 1E.
import { createServer, type Socket } from 'node:net'

/** Name, binary code, whether it is a bit device, base of its number in ASCII code. */
const table: readonly [name: string, code: number, isBit: boolean, base: 10 | 16][] = [
  ['SM', 0x91, true, 10],
  ['SD', 0xa9, false, 10],
  ['X', 0x9c, true, 16],
  ['Y', 0x9d, true, 16],
  ['M', 0x90, true, 10],
  ['L', 0x92, true, 10],
  ['F', 0x93, true, 10],
  ['V', 0x94, true, 10],
  ['B', 0xa0, true, 16],
  ['D', 0xa8, false, 10],
  ['W', 0xb4, false, 16],
  ['TS', 0xc1, true, 10],
  ['TC', 0xc0, true, 10],
  ['TN', 0xc2, false, 10],
  ['CS', 0xc4, true, 10],
  ['CC', 0xc3, true, 10],
  ['CN', 0xc5, false, 10],
  ['SB', 0xa1, true, 16],
  ['SW', 0xb5, false, 16],
  ['Z', 0xcc, false, 10],
  ['R', 0xaf, false, 10],
  ['ZR', 0xb0, false, 16],
]
type Place = { name: string; number: number; isBit: boolean }

export type McPlc = {
  port: number
  /** Words and bits by name and decimal number, e.g. `D100`; those that were never written are 0. */
  memory: Map<string, number>
  /** Commands in the order of arrival, e.g. `0401 D100 3`. */
  requests: string[]
  /** Devices from this number on do not exist. */
  end: number
  /** Whether 0403 is a known command. */
  hasRandom: boolean
  close(): Promise<void>
}

/** Starts a PLC on a free port of the loopback. */
export async function startMcPlc(): Promise<McPlc> {
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      const length = frameLength(received)
      if (length === undefined || received.length < length) return
      socket.write(answer(plc, received.subarray(0, length)))
      received = received.subarray(length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const plc: McPlc = {
    port: (server.address() as { port: number }).port,
    memory: new Map(),
    requests: [],
    end: 10_000,
    hasRandom: true,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return plc
}

/** Reads a frame field by field. */
class Fields {
  readonly isAscii: boolean
  readonly #bytes: Buffer
  at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
    // The digits 0 to 5 in ASCII; a binary frame starts with 0 to 3, 50 or 54.
    this.isAscii = bytes[0]! >= 0x30 && bytes[0]! <= 0x39
  }
  number(size: number): number {
    if (this.isAscii) return Number.parseInt(this.text(size * 2), 16)
    const value = this.#bytes.readUIntLE(this.at, size)
    this.at += size
    return value
  }
  text(length: number): string {
    const text = this.#bytes.toString('ascii', this.at, this.at + length)
    this.at += length
    return text
  }
  /** A constant of two bytes, high byte first. */
  head(): string {
    if (this.isAscii) return this.text(4)
    this.at += 2
    return this.#bytes.toString('hex', this.at - 2, this.at)
  }
  rest(): Buffer {
    return this.#bytes.subarray(this.at)
  }
}

/** Length of the frame that the received bytes start with, once it is known. */
function frameLength(received: Buffer): number | undefined {
  const unit = received[0]! >= 0x30 && received[0]! <= 0x39 ? 2 : 1
  const fields = new Fields(received)
  const isQna = unit === 2 ? received[0] === 0x35 : received[0]! >= 0x50
  if (!isQna) {
    if (received.length < 12 * unit) return undefined
    const command = fields.number(1)
    fields.at = 10 * unit
    const count = fields.number(1) || 256
    if (command < 2) return 12 * unit
    return 12 * unit + (command === 2 ? Math.ceil(count / 2) * (unit === 2 ? 2 : 1) : count * 2 * unit)
  }
  if (received.length < 13 * unit) return undefined
  const head = fields.head()
  fields.at = (head === '5400' ? 11 : 7) * unit
  const length = fields.number(2)
  return fields.at + length
}

function answer(plc: McPlc, frame: Buffer): Buffer {
  const fields = new Fields(frame)
  const isQna = fields.isAscii ? frame[0] === 0x35 : frame[0]! >= 0x50
  return isQna ? answerQna(plc, frame, fields) : answer1E(plc, fields)
}

const written = (value: number, size: number, isAscii: boolean): Buffer => {
  if (isAscii)
    return Buffer.from(
      value
        .toString(16)
        .toUpperCase()
        .padStart(size * 2, '0'),
    )
  const bytes = Buffer.alloc(size)
  bytes.writeUIntLE(value, 0, size)
  return bytes
}

function answerQna(plc: McPlc, frame: Buffer, fields: Fields): Buffer {
  const { isAscii } = fields
  const unit = isAscii ? 2 : 1
  const is4E = fields.head() === '5400'
  const head = isAscii ? Buffer.from(is4E ? 'D400' : 'D000') : Buffer.from(is4E ? 'd400' : 'd000', 'hex')
  // Serial number and access route return as they came.
  const from = 2 * unit
  const to = (is4E ? 11 : 7) * unit
  fields.at = to + 4 * unit
  const command = fields.number(2).toString(16).padStart(4, '0')
  const sub = fields.number(2)
  const result = executeQna(plc, fields, command, sub)
  const body =
    typeof result === 'number'
      ? Buffer.concat([written(result, 2, isAscii), Buffer.alloc(9 * unit, isAscii ? 0x30 : 0)])
      : Buffer.concat([written(0, 2, isAscii), result])
  return Buffer.concat([head, frame.subarray(from, to), written(body.length, 2, isAscii), body])
}

/** The data of the answer, or an end code. */
function executeQna(plc: McPlc, fields: Fields, command: string, sub: number): Buffer | number {
  const { isAscii } = fields
  const isBits = sub % 2 === 1
  const isWide = sub >= 2
  if (command === '0403') return readRandom(plc, fields, isWide)
  if (command !== '0401' && command !== '1401') return 0xc059
  const place = placeIn(fields, isWide)
  const count = fields.number(2)
  plc.requests.push(`${command} ${place.name}${place.number} ${count}`)
  if (isBits !== place.isBit) return 0xc05c
  if (count > (isBits ? 7168 : 960)) return isBits ? 0xc052 : 0xc051
  if (place.number + count > plc.end) return 0xc056
  if (command === '1401') {
    store(plc, place, count, fields.rest(), isAscii)
    return Buffer.alloc(0)
  }
  return isBits ? bitsOf(plc, place, count, isAscii, false) : wordsOf(plc, place, count, isAscii)
}

function readRandom(plc: McPlc, fields: Fields, isWide: boolean): Buffer | number {
  const count = fields.number(1)
  if (fields.number(1) !== 0 || !plc.hasRandom) return 0xc059
  const places = Array.from({ length: count }, () => placeIn(fields, isWide))
  plc.requests.push(`0403 ${places.map(({ name, number }) => name + number).join(' ')}`)
  if (count > (isWide ? 96 : 192)) return 0xc054
  if (places.some(({ number }) => number >= plc.end)) return 0x4031
  return Buffer.concat(
    places.map((place) => {
      if (!place.isBit) return wordsOf(plc, place, 1, fields.isAscii)
      let word = 0
      for (let index = 0; index < 16; index++) word |= held(plc, place, index) << index
      return written(word, 2, fields.isAscii)
    }),
  )
}

function placeIn(fields: Fields, isWide: boolean): Place {
  if (fields.isAscii) {
    const letters = fields.text(isWide ? 4 : 2).replaceAll('*', '')
    const row = table.find(([name]) => name === letters)!
    return { name: row[0], number: Number.parseInt(fields.text(isWide ? 8 : 6), row[3]), isBit: row[2] }
  }
  const number = fields.number(isWide ? 4 : 3)
  const code = fields.number(isWide ? 2 : 1)
  const row = table.find(([, own]) => own === code)!
  return { name: row[0], number, isBit: row[2] }
}

const held = (plc: McPlc, { name, number }: Place, index: number): number =>
  plc.memory.get(`${name}${number + index}`) ?? 0

const wordsOf = (plc: McPlc, place: Place, count: number, isAscii: boolean): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => written(held(plc, place, index), 2, isAscii)))

/** `isPadded`: with an odd number in ASCII code a zero follows, as in 1E. */
function bitsOf(plc: McPlc, place: Place, count: number, isAscii: boolean, isPadded: boolean): Buffer {
  const bits = Array.from({ length: count }, (_, index) => held(plc, place, index))
  if (count % 2 === 1 && (!isAscii || isPadded)) bits.push(0)
  if (isAscii) return Buffer.from(bits.join(''))
  return Buffer.from(
    Array.from({ length: bits.length / 2 }, (_, index) => (bits[index * 2]! << 4) | bits[index * 2 + 1]!),
  )
}

function store(plc: McPlc, { name, number, isBit }: Place, count: number, data: Buffer, isAscii: boolean): void {
  for (let index = 0; index < count; index++) {
    const key = `${name}${number + index}`
    if (!isBit) {
      const word = isAscii
        ? Number.parseInt(data.toString('ascii', index * 4, index * 4 + 4), 16)
        : data.readUInt16LE(index * 2)
      plc.memory.set(key, word)
    } else if (isAscii) plc.memory.set(key, data[index]! - 0x30)
    else plc.memory.set(key, (data[index >> 1]! >> (index % 2 === 0 ? 4 : 0)) & 1)
  }
}

function answer1E(plc: McPlc, fields: Fields): Buffer {
  const { isAscii } = fields
  const command = fields.number(1)
  fields.at += 3 * (isAscii ? 2 : 1)
  // Device code and number: code first in ASCII, number first in binary.
  const first = fields.number(isAscii ? 2 : 4)
  const second = fields.number(isAscii ? 4 : 2)
  const [code, number] = isAscii ? [first, second] : [second, first]
  const name = String.fromCharCode(code >> 8, code & 0xff).trim()
  const row = table.find(([own]) => own === name)
  const count = fields.number(1) || 256
  fields.number(1)
  plc.requests.push(`${command.toString(16).padStart(2, '0')} ${name}${number} ${count}`)
  const end = !row ? 0x56 : row[2] !== (command % 2 === 0) ? 0x56 : number + count > plc.end ? 0x58 : 0
  const head = Buffer.concat([written(command | 0x80, 1, isAscii), written(end, 1, isAscii)])
  if (end !== 0) return head
  const place = { name, number, isBit: row![2] }
  if (command >= 2) {
    store(plc, place, count, fields.rest(), isAscii)
    return head
  }
  const data = place.isBit ? bitsOf(plc, place, count, isAscii, true) : wordsOf(plc, place, count, isAscii)
  return Buffer.concat([head, data])
}
