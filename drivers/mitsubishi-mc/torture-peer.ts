// A PLC with the MC protocol for the torture of the battery.
import type { ActName } from '../../testkit/lateness/acts.ts'
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startMcPlc } from '../../testkit/peers/mc-plc.ts'
import { initialMc, type McParams } from './params.ts'

const addresses = [0, 1, 100, 101, 300]

async function start() {
  const plc = await startMcPlc()
  return {
    port: plc.port,
    put: (point: number, value: number) => void plc.memory.set(`D${addresses[point]}`, value),
    close: () => plc.close(),
  }
}

const noChecksum = 'the data of an answer has no checksum, and TCP delivers it unmixed'
const noNumber = 'an answer has no number, and TCP delivers none twice'
const unnumbered: Partial<Record<ActName, string>> = {
  'again with the next request': noNumber,
  'again after the timeout': noNumber,
  'after an earlier one': noNumber,
}

const caseOf = (name: string, params: Partial<McParams>, more: Partial<TortureCase>): TortureCase => ({
  name,
  transport: 'tcp',
  points: addresses.map((address, id) => ({ id, address: `D${address}`, dataType: 'uint16', access: 'r' })),
  paramsOf: (host, port) => ({ ...initialMc, ...params, host, port }),
  start,
  fromOther: undefined,
  ...more,
})

/** The same answer of another station; `station`: position of its number, which is followed by a length and a code. */
const otherStation = (station: number) => (answer: Buffer) => {
  answer[station] = 1
  return answer.fill(0x11, station + 5)
}

export const tortureCases: readonly TortureCase[] = [
  caseOf(
    'frame 3E',
    { frame: '3E' },
    {
      fromOther: otherStation(6),
      undetectable: { ...unnumbered, 'in segments around another unit': noChecksum },
    },
  ),
  caseOf(
    'frame 4E',
    { frame: '4E' },
    { fromOther: otherStation(10), undetectable: { 'in segments around another unit': noChecksum } },
  ),
  caseOf('frame 1E', { frame: '1E' }, { undetectable: unnumbered }),
]
