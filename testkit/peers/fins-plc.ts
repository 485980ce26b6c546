// A simulated Omron PLC with FINS: commands 0101, 0102 and 0104 by TCP and UDP. It shares no code with the driver.
import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'

/** Codes of the areas: words, bits, name. */
const codes: readonly [word: number, bit: number, name: string][] = [
  [0xb0, 0x30, 'CIO'],
  [0xb1, 0x31, 'W'],
  [0xb2, 0x32, 'H'],
  [0xb3, 0x33, 'A'],
  [0x82, 0x02, 'D'],
  [0xa0, 0x20, 'E0_'],
  [0xac, 0x2c, 'EC_'],
  [0x60, 0xe0, 'E10_'],
]

export type FinsMemory = {
  /** Words by name and number, e.g. `D100`; flags of timers and counters as `TS5`. Those never written are 0. */
  words: Map<string, number>
  /** Commands in the order of arrival, e.g. `0101 D100 3`. */
  requests: string[]
  /** Words from this number on do not exist. */
  end: number
  /** Whether 0104 is a known command, and bits of D can be written. */
  hasMany: boolean
  hasBitsOfD: boolean
  /** Flags that the CPU adds to each end code. */
  flags: number
}

export type FinsPlc = FinsMemory & { port: number; close(): Promise<void> }

export const newFinsMemory = (): FinsMemory => ({
  words: new Map(),
  requests: [],
  end: 10_000,
  hasMany: true,
  hasBitsOfD: true,
  flags: 0,
})

class Refusal extends Error {
  readonly end: number
  constructor(end: number) {
    super(`end code ${end.toString(16)}`)
    this.end = end
  }
}

type Place = { name: string; number: number; bit?: number }

function placeAt(text: Buffer, at: number): Place {
  const [code, number, bit] = [text[at]!, text.readUInt16BE(at + 1), text[at + 3]!]
  if (code === 0x89) return { name: number < 0x8000 ? 'T' : 'C', number: number & 0x7fff }
  if (code === 0x09) return { name: number < 0x8000 ? 'TS' : 'CS', number: number & 0x7fff, bit: 0 }
  const area = codes.find(([word, bits]) => word === code || bits === code)
  if (!area) throw new Refusal(0x1101)
  return area[0] === code ? { name: area[2], number } : { name: area[2], number, bit }
}

const wordOf = (memory: FinsMemory, { name, number }: Place): number => memory.words.get(`${name}${number}`) ?? 0
const shown = ({ name, number, bit }: Place): string => `${name}${number}${bit === undefined ? '' : `.${bit}`}`

function execute(memory: FinsMemory, command: number, text: Buffer): Buffer {
  if (command === 0x0104) return readMany(memory, text)
  if (command !== 0x0101 && command !== 0x0102) throw new Refusal(0x0401)
  const place = placeAt(text, 0)
  const count = text.readUInt16BE(4)
  memory.requests.push(`${command === 0x0101 ? '0101' : '0102'} ${shown(place)} ${count}`)
  if (place.number + (place.bit === undefined ? count : 1) > memory.end) throw new Refusal(0x1104)
  const each = Array.from({ length: count }, (_, index) => index)
  if (command === 0x0101)
    return place.bit === undefined
      ? Buffer.concat(each.map((index) => word(wordOf(memory, { ...place, number: place.number + index }))))
      : Buffer.from(each.map((index) => bitAt(memory, place, index)))
  if (place.bit === undefined)
    for (const index of each) memory.words.set(`${place.name}${place.number + index}`, text.readUInt16BE(6 + index * 2))
  else setBit(memory, place, text[6]!)
  return Buffer.alloc(0)
}

/** Bit `index` after a place: flags are numbered, other bits are 16 to a word. */
function bitAt(memory: FinsMemory, place: Place, index: number): number {
  if (place.name.endsWith('S')) return wordOf(memory, { ...place, number: place.number + index })
  const at = place.bit! + index
  return (wordOf(memory, { ...place, number: place.number + (at >> 4) }) >> (at & 15)) & 1
}

function setBit(memory: FinsMemory, place: Place, on: number): void {
  if (place.name === 'D' && !memory.hasBitsOfD) throw new Refusal(0x1101)
  if (place.name.endsWith('S')) throw new Refusal(0x2101)
  const now = wordOf(memory, place)
  const mask = 1 << place.bit!
  memory.words.set(`${place.name}${place.number}`, on ? now | mask : now & ~mask)
}

function readMany(memory: FinsMemory, text: Buffer): Buffer {
  if (!memory.hasMany) throw new Refusal(0x0401)
  const places = Array.from({ length: text.length / 4 }, (_, index) => placeAt(text, index * 4))
  memory.requests.push(`0104 ${places.map(shown).join(' ')}`)
  if (places.length > 167 || places.some(({ number }) => number >= memory.end)) throw new Refusal(0x1104)
  return Buffer.concat(
    places.map((place, index) => Buffer.concat([text.subarray(index * 4, index * 4 + 1), word(wordOf(memory, place))])),
  )
}

const word = (value: number): Buffer => Buffer.from([(value >> 8) & 255, value & 255])

/** The answer of a PLC to a FINS frame. */
export function finsAnswer(memory: FinsMemory, frame: Buffer): Buffer {
  const [, , , dna, da1, da2, sna, sa1, sa2, sid] = frame
  const head = Buffer.from([0xc0, 0, 2, sna!, sa1!, sa2!, dna!, da1!, da2!, sid!, frame[10]!, frame[11]!])
  try {
    const data = execute(memory, frame.readUInt16BE(10), frame.subarray(12))
    return Buffer.concat([head, word(memory.flags), data])
  } catch (error) {
    if (error instanceof Refusal) return Buffer.concat([head, word(error.end | memory.flags)])
    throw error
  }
}

/** A packet of FINS/TCP. */
export function finsTcpPacket(command: number, data: Uint8Array, error = 0): Buffer {
  const head = Buffer.alloc(16)
  head.write('FINS')
  head.writeUInt32BE(data.length + 8, 4)
  head.writeUInt32BE(command, 8)
  head.writeUInt32BE(error, 12)
  return Buffer.concat([head, data])
}

// The node of the PLC, and the one that it assigns to a client without one.
const ownNode = 10
const assignedNode = 239

/** The answer to the handshake of FINS/TCP. */
export const finsHandshake = (packet: Buffer): Buffer =>
  finsTcpPacket(1, Buffer.from([0, 0, 0, packet[19]! || assignedNode, 0, 0, 0, ownNode]))

/** Starts a PLC with FINS/TCP on a free port of the loopback. */
export async function startFinsTcpPlc(): Promise<FinsPlc> {
  const memory = newFinsMemory()
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= 8 && received.length >= received.readUInt32BE(4) + 8) {
        const packet = received.subarray(0, received.readUInt32BE(4) + 8)
        received = received.subarray(packet.length)
        const isHandshake = packet.readUInt32BE(8) === 0
        socket.write(isHandshake ? finsHandshake(packet) : finsTcpPacket(2, finsAnswer(memory, packet.subarray(16))))
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(memory, {
    port: (server.address() as { port: number }).port,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** Starts a PLC with FINS/UDP on a free port of the loopback. */
export async function startFinsUdpPlc(): Promise<FinsPlc> {
  const memory = newFinsMemory()
  const socket = createSocket('udp4')
  socket.on('message', (frame, { port, address }) => socket.send(finsAnswer(memory, frame), port, address))
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return Object.assign(memory, {
    port: socket.address().port,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  })
}
