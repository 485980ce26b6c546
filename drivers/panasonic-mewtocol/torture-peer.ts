// PLCs with MEWTOCOL-COM behind a serial server, for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { mewtocolFrame, startMewtocolPlc } from '../../testkit/peers/mewtocol-plc.ts'
import { initialMewtocol, type MewtocolParams } from './params.ts'

const addresses = [0, 1, 100, 101, 300]

async function start() {
  const plc = await startMewtocolPlc()
  return {
    port: plc.port,
    put: (point: number, value: number) => void plc.words.set(`DT${addresses[point]}`, value),
    close: () => plc.close(),
  }
}

/** The same answer of station 2, with other data. */
function fromOther(answer: Buffer): Buffer {
  const text = answer.toString('latin1')
  return Buffer.from(mewtocolFrame(text[0]!, `02${text.slice(3, -7)}1111`), 'latin1')
}

const caseOf = (frame: MewtocolParams['frame']): TortureCase => ({
  name: frame,
  transport: 'tcp',
  points: addresses.map((address, id) => ({ id, address: `DT${address}`, dataType: 'uint16', access: 'r' })),
  paramsOf: (host, port) => ({ ...initialMewtocol, frame, host, port }),
  start,
  fromOther,
  outlivesConnections: true,
})

export const tortureCases: readonly TortureCase[] = [caseOf('standard'), caseOf('extended')]
