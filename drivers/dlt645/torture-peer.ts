// DL/T 645 meters behind a serial server for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { scriptedServer } from '../../testkit/peers/silent.ts'
import { frameOnLine, packed, SimulatedMeters } from '../../testkit/peers/simulated-meters.ts'
import { type Dlt645Params, initialDlt645 } from './params.ts'

const printed = '202311150001'

/** An identifier, and the number of digits of its value; 0: a binary word. */
type Value = readonly [di: string, digits: number]

function caseOf(name: string, values: readonly Value[], params: Partial<Dlt645Params>): TortureCase {
  async function start() {
    const meters = new SimulatedMeters()
    const memory = meters.meter(printed)
    // Values that every meter has.
    for (const [di, digits] of Object.entries(everywhere)) if (!memory.has(di)) memory.set(di, packed(digits))
    const server = await scriptedServer((request) => meters.answer(request))
    const put = (point: number, value: number) => {
      const [di, digits] = values[point]!
      const bytes = Buffer.of(value & 0xff, value >> 8)
      memory.set(di, digits === 0 ? bytes : packed(String(value).padStart(digits, '0')))
      const words = [1, 2, 3, 4, 5, 6, 7].map((word) => memory.get(`0400050${word}`) ?? Buffer.alloc(2))
      memory.set('040005FF', Buffer.concat(words))
    }
    return { ...server, put }
  }
  return {
    name,
    transport: 'tcp',
    points: values.map(([address], id) => ({ id, address, dataType: 'uint64', access: 'r' })),
    paramsOf: (host, port) => ({
      ...{ ...initialDlt645, host, port, address: printed, waitMs: 0, fragmentMs: 20, retries: 0, ...params },
    }),
    start,
    // The answer of another meter, with other values.
    fromOther: (answer) => {
      const data = answer.subarray(14, -2).map((byte, index) => byte - 0x33 + (index > 3 ? 0x11 : 0))
      return Buffer.concat([answer.subarray(0, 4), frameOnLine('202311150002', answer[12]!, data)])
    },
    outlivesConnections: true,
  }
}

const everywhere = {
  ...{ '00000000': '00123456', '00010000': '00123456', '02010100': '2201', '02020100': '001500', '02030000': '003300' },
  ...{ '04000101': '26112900', '04000102': '080500', '04000401': '202311150001' },
  ...{
    '9010': '00123456',
    '9020': '00000000',
    B611: '0220',
    B621: '0150',
    B630: '003300',
    C010: '26112900',
    C011: '080500',
  },
}

const texts: readonly Value[] = [
  ['04000409', 6],
  ['0400040A', 6],
  ['04000401', 12],
  ['04000402', 12],
]
const words: readonly Value[] = [
  ['04000501', 0],
  ['04000502', 0],
  ['04000507', 0],
  ['04000409', 6],
]
const values1997: readonly Value[] = [
  ['C030', 6],
  ['C031', 6],
  ['C032', 12],
  ['C033', 12],
]

export const tortureCases: readonly TortureCase[] = [
  caseOf('DL/T 645-2007', texts, {}),
  caseOf('DL/T 645-2007, a block', words, {}),
  caseOf('DL/T 645-2007, two values', texts.slice(0, 2), {}),
  caseOf('DL/T 645-1997', values1997, { standard: '1997' }),
]
