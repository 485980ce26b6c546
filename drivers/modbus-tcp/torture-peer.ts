// A Modbus TCP device for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { WordMemory } from '../../testkit/lateness/word-device.ts'
import { scriptedServer } from '../../testkit/peers/silent.ts'
import { initialModbus } from './params.ts'

const addresses = [0, 1, 100, 101, 200]
const headerBytes = 7

/** Answers function 03 of any unit. */
async function start() {
  const memory = new WordMemory()
  const server = await scriptedServer((request) => {
    const words = memory.bytes(request.readUInt16BE(8), request.readUInt16BE(10))
    const head = Buffer.from(request.subarray(0, headerBytes))
    head.writeUInt16BE(3 + words.length, 4)
    return Buffer.concat([head, Buffer.of(3, words.length), words])
  })
  return { ...server, put: (point: number, value: number) => memory.put(addresses[point]!, value) }
}

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'Modbus TCP',
    transport: 'tcp',
    points: addresses.map((address, id) => ({ id, address: `H:${address}`, dataType: 'uint16', access: 'r' })),
    paramsOf: (host, port) => ({ ...initialModbus, host, port }),
    start,
    fromOther: (answer) => {
      answer[6] = 2
      return answer.fill(0x77, headerBytes + 2)
    },
    undetectable: {
      'in segments around another unit': 'the data of an answer has no checksum, and TCP delivers it unmixed',
    },
  },
]
