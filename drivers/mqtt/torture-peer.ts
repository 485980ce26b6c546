// A broker with retained messages for the torture of the battery: each read subscribes anew, so that the broker sends
// the messages that it holds at that moment.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startMqttBroker } from '../../testkit/peers/mqtt-broker.ts'
import { MqttParams } from './params.ts'

const addresses = [
  'plant/line1/state#temp.value',
  'plant/line1/speed#[0]',
  'plant/line2/state#temp.value',
  'tank/level',
]

const payloads: readonly ((value: number) => string)[] = [
  (value) => `{"unit":"C","temp":{"value":${value}}}`,
  (value) => `[${value}, 7]`,
  (value) => `{"unit":"C","temp":{"value":${value}}}`,
  (value) => String(value),
]

async function start() {
  const broker = await startMqttBroker()
  const put = (point: number, value: number) => {
    const [topic] = addresses[point]!.split('#')
    broker.retained.set(topic!, Buffer.from(payloads[point]!(value)))
  }
  for (const point of addresses.keys()) put(point, 0)
  return { port: broker.port, put, close: () => broker.close() }
}

const caseOf = (version: '3.1.1' | '5'): TortureCase => ({
  name: `MQTT ${version}`,
  transport: 'tcp',
  points: addresses.map((address, id) => ({ id, address, dataType: 'int32', access: 'r' })),
  paramsOf: (host, port) => MqttParams.parse({ host, port, version, qos: 0, retained: 'current', staleAfterS: 0 }),
  start,
  // A connection leads to one broker.
  fromOther: undefined,
})

export const tortureCases: readonly TortureCase[] = [caseOf('3.1.1'), caseOf('5')]
