// PLCs with Host Link behind a serial server, for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { hostLinkFrame, startHostLinkPlc } from '../../testkit/peers/hostlink-plc.ts'
import { type HostLinkParams, initialHostLink } from './params.ts'

const addresses = [0, 1, 100, 101, 300]

async function start() {
  const plc = await startHostLinkPlc()
  return {
    port: plc.port,
    put: (point: number, value: number) => void plc.words.set(`D${addresses[point]}`, value),
    close: () => plc.close(),
  }
}

/** The same answer of unit 1, with other data and its own check sum. */
function fromOther(answer: Buffer): Buffer {
  return Buffer.from(hostLinkFrame(`01${answer.toString('latin1').slice(3, -8)}1111`), 'latin1')
}

const caseOf = (protocol: HostLinkParams['protocol']): TortureCase => ({
  name: protocol,
  transport: 'tcp',
  points: addresses.map((address, id) => ({ id, address: `D${address}`, dataType: 'uint16', access: 'r' })),
  paramsOf: (host, port) => ({ ...initialHostLink, waitMs: 0, protocol, host, port }),
  start,
  fromOther,
  outlivesConnections: true,
})

export const tortureCases: readonly TortureCase[] = [caseOf('fins'), caseOf('c-mode')]
