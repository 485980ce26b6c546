// A PLC with FINS for the torture of the battery, by TCP and UDP.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { type FinsPlc, startFinsTcpPlc, startFinsUdpPlc } from '../../testkit/peers/fins-plc.ts'
import { type FinsParams, initialFins } from './params.ts'

const addresses = [0, 1, 100, 101, 300]

const started = async (plc: FinsPlc) => ({
  port: plc.port,
  put: (point: number, value: number) => void plc.words.set(`D${addresses[point]}`, value),
  close: () => plc.close(),
})

const caseOf = (
  transport: FinsParams['transport'],
  more: Pick<TortureCase, 'start' | 'fromOther' | 'undetectable'>,
) => ({
  name: `by ${transport}`,
  transport,
  points: addresses.map((address, id) => ({
    id,
    address: `D${address}`,
    dataType: 'uint16' as const,
    access: 'r' as const,
  })),
  paramsOf: (host: string, port: number): FinsParams => ({ ...initialFins, transport, host, port }),
  ...more,
})

/** The same answer of another node; `at`: the position of its number in the frame. Data follow six bytes later. */
const otherNode = (at: number) => (answer: Buffer) => {
  if (answer.length <= at + 7) return answer
  answer[at] = 77
  return answer.fill(0x11, at + 7)
}

export const tortureCases: readonly TortureCase[] = [
  caseOf('tcp', {
    start: async () => started(await startFinsTcpPlc()),
    fromOther: otherNode(16 + 7),
    undetectable: {
      'in segments around another unit': 'the data of an answer has no checksum, and TCP delivers it unmixed',
    },
  }),
  caseOf('udp', { start: async () => started(await startFinsUdpPlc()), fromOther: otherNode(7) }),
]
