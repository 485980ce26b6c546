// An SNMP agent for the torture of the battery.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { berInteger, startSnmpAgent } from '../../testkit/peers/snmp-agent.ts'
import { SnmpParams } from './params.ts'

const addresses = ['1.3.6.1.4.1.7.1.0', '1.3.6.1.4.1.7.2.0', 'ifInOctets.1', 'ifInOctets.2', 'upsBatteryVoltage.0']
const oids = [
  ...addresses.slice(0, 2),
  ...['1.3.6.1.2.1.2.2.1.10.1', '1.3.6.1.2.1.2.2.1.10.2', '1.3.6.1.2.1.33.1.2.5.0'],
]

async function start() {
  const agent = await startSnmpAgent()
  const put = (point: number, value: number) =>
    void agent.objects.set(oids[point]!, { tag: 2, bytes: berInteger(value) })
  for (const point of oids.keys()) put(point, 0)
  return { ...agent, put }
}

const caseOf = (version: 'v1' | 'v2c'): TortureCase => ({
  name: `SNMP ${version}`,
  transport: 'udp',
  points: addresses.map((address, id) => ({ id, address, dataType: 'int32', access: 'r' })),
  paramsOf: (host, port) => SnmpParams.parse({ host, port, version }),
  start,
  // An address leads to one agent.
  fromOther: undefined,
})

export const tortureCases: readonly TortureCase[] = [caseOf('v1'), caseOf('v2c')]
