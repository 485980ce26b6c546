// An S7 CPU for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startS7Cpu } from '../../testkit/peers/s7.ts'
import { initialS7 } from './params.ts'

const addresses = [0, 2, 100, 102, 300]

async function start() {
  const bytes = Buffer.alloc(400)
  const cpu = await startS7Cpu({ memory: { DB1: bytes } })
  return { ...cpu, put: (point: number, value: number) => void bytes.writeUInt16BE(value, addresses[point]!) }
}

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'S7',
    transport: 'tcp',
    points: addresses.map((address, id) => ({ id, address: `DB1.DBW${address}`, dataType: 'uint16', access: 'r' })),
    paramsOf: (host, port) => ({ ...initialS7, host, port }),
    start,
    // A connection leads to one CPU.
    fromOther: undefined,
  },
]
