// A CJ/T 188 water meter behind a serial server for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { scriptedServer } from '../../testkit/peers/silent.ts'
import { initialCjt188 } from './params.ts'

const printed = '78330011223344'
const identifiers = ['D120', 'D121', 'D122']

const framed = (body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.alloc(4, 0xfe),
    body,
    Buffer.of(
      body.reduce((sum, byte) => (sum + byte) & 0xff, 0),
      0x16,
    ),
  ])

async function start() {
  const memory = new Map<string, Buffer>()
  const server = await scriptedServer((request) => {
    const at = request.indexOf(0x68)
    const head = request.subarray(at, at + 9)
    const data = request.subarray(at + 11, at + 14)
    const value = memory.get(Buffer.from(data.subarray(0, 2)).reverse().toString('hex').toUpperCase())!
    return framed(Buffer.concat([head, Buffer.of(0x81, data.length + value.length), data, value]))
  })
  const put = (point: number, value: number) =>
    void memory.set(identifiers[point]!, Buffer.from(String(value).padStart(8, '0'), 'hex').reverse())
  return { ...server, put }
}

export const tortureCases: readonly TortureCase[] = [
  {
    name: 'CJ/T 188',
    transport: 'tcp',
    points: identifiers.map((di, id) => ({ id, address: `${di}:XXXXXXXX`, dataType: 'uint32', access: 'r' })),
    paramsOf: (host, port) => ({
      ...{ ...initialCjt188, host, port, address: printed, waitMs: 0, fragmentMs: 20, retries: 0 },
    }),
    start,
    // The answer of another meter, with other values.
    fromOther: (answer) => {
      const body = Buffer.from(answer.subarray(4, -2))
      body[2]! ^= 0x11
      body.fill(0x77, 14)
      return framed(body)
    },
    outlivesConnections: true,
  },
]
