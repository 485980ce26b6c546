// A controlled station for the torture of the battery. Nothing is watched: each read asks the station, because a report that
// the station sends on its own may be late by any time, which no driver can notice.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startIec104Station } from '../../testkit/peers/iec104-station.ts'
import { initialIec104 } from './params.ts'

const addresses = [100, 101, 0x4001]
/** An odd number, which the numbers of frames never are: mixed frames do not name it. */
const commonAddress = 47
const scaled = 11

async function start() {
  const station = await startIec104Station()
  const put = (point: number, value: number) => {
    const element = Buffer.alloc(3)
    element.writeInt16LE(value)
    station.put(addresses[point]!, scaled, element.toString('hex'), commonAddress)
  }
  for (const point of addresses.keys()) put(point, 0)
  return { port: station.port, put, close: () => station.close() }
}

const [headBytes, valueBytes] = [15, 2]

/** The frames of an answer with another common address and other values. */
function fromOtherStation(answer: Buffer): Buffer {
  for (let at = 0; at + 1 < answer.length; at += 2 + answer[at + 1]!) {
    if (answer[at + 1]! <= 4 || at + 12 > answer.length) continue
    answer[at + 10] = 11
    if (answer[at + 6] === scaled) answer.fill(0x77, at + headBytes, at + headBytes + valueBytes)
  }
  return answer
}

const caseOf = (name: string, more: object): TortureCase => ({
  name,
  transport: 'tcp',
  points: addresses.map((address, id) => ({ id, address: String(address), dataType: 'int16', access: 'r' })),
  paramsOf: (host, port) => ({ ...initialIec104, host, port, commonAddress, ...more }),
  start,
  fromOther: fromOtherStation,
})

export const tortureCases: readonly TortureCase[] = [
  caseOf('by general interrogation', {}),
  caseOf('by read commands', { readCommand: true }),
]
