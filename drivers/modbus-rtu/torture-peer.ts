// A Modbus RTU device behind a serial server for the torture of the battery. testkit/torture/line.test.ts tortures writes
// and answers that are returned without confirmation.
import { frameAnswer } from '../../plant/modbus-framing.ts'
import { startModbusServer } from '../../plant/modbus-server.ts'
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { WordMemory } from '../../testkit/lateness/word-device.ts'
import { type Misbehaving, scriptedServer } from '../../testkit/peers/silent.ts'
import { about } from './about.ts'

const addresses = [0, 1, 100, 101, 200]

async function start() {
  const memory = new WordMemory()
  const bank = {
    read: (_area: string, start: number, count: number) => {
      const bytes = memory.bytes(start, count)
      return Array.from({ length: count }, (_, index) => bytes.readUInt16BE(index * 2))
    },
    write: () => 2 as const,
    peek: () => undefined,
    put: () => undefined,
  }
  const server = await startModbusServer({ host: '127.0.0.1', port: 0, unitId: 1, bank, framing: 'rtu' })
  return {
    port: server.port,
    put: (point: number, value: number) => memory.put(addresses[point]!, value),
    close: () => server.stop(),
  }
}

/** The characters of a Modbus ASCII frame. */
function asciiOf(body: Buffer): Buffer {
  const sum = -body.reduce((total, byte) => total + byte, 0) & 0xff
  return Buffer.from(`:${Buffer.concat([body, Buffer.of(sum)]).toString('hex')}\r\n`.toUpperCase())
}

/** A device of its own with frames in ASCII. Answers function 03 of any unit. */
async function startAscii() {
  const memory = new WordMemory()
  const server: Misbehaving = await scriptedServer((request) => {
    const body = Buffer.from(request.toString('latin1').slice(1, -4), 'hex')
    const words = memory.bytes(body.readUInt16BE(2), body.readUInt16BE(4))
    return asciiOf(Buffer.concat([Buffer.of(body[0]!, 3, words.length), words]))
  })
  return { ...server, put: (point: number, value: number) => memory.put(addresses[point]!, value) }
}

const points: TortureCase['points'] = addresses.map((address, id) => ({
  id,
  address: `H:${address}`,
  dataType: 'uint16',
  access: 'r',
}))

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'Modbus RTU behind a serial server',
    transport: 'tcp',
    points,
    paramsOf: (host, port) => ({ ...about.initial, host, port, waitMs: 0, fragmentMs: 20 }),
    start,
    fromOther: (answer) => {
      const pdu = answer.subarray(1, -2).fill(0x77, 2)
      return Buffer.from(frameAnswer({ transaction: 0, unitId: 2, pdu }, pdu, 'rtu'))
    },
    outlivesConnections: true,
  },
  {
    name: 'Modbus ASCII behind a serial server',
    transport: 'tcp',
    points,
    paramsOf: (host, port) => ({ ...about.initial, frame: 'ascii', host, port, waitMs: 0, fragmentMs: 20 }),
    start: startAscii,
    fromOther: (answer) => {
      const body = Buffer.from(answer.toString('latin1').slice(1, -4), 'hex').fill(0x77, 3)
      body[0] = 2
      return asciiOf(body)
    },
    outlivesConnections: true,
  },
]
