// A Modbus RTU device behind a serial server for the torture of the battery. testkit/torture/line.test.ts tortures writes
// and answers that are returned without confirmation.
import { frameAnswer } from '../../plant/modbus-framing.ts'
import { startModbusServer } from '../../plant/modbus-server.ts'
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { WordMemory } from '../../testkit/lateness/word-device.ts'
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

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'Modbus RTU behind a serial server',
    transport: 'tcp',
    points: addresses.map((address, id) => ({ id, address: `H:${address}`, dataType: 'uint16', access: 'r' })),
    paramsOf: (host, port) => ({ ...about.initial, host, port, waitMs: 0, fragmentMs: 20 }),
    start,
    fromOther: (answer) => {
      const pdu = answer.subarray(1, -2).fill(0x77, 2)
      return Buffer.from(frameAnswer({ transaction: 0, unitId: 2, pdu }, pdu, 'rtu'))
    },
    outlivesConnections: true,
  },
]
