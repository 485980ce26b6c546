// An edge node at a simulated broker for the torture of the battery: each read requests its births, which have the values
// of that moment.
import type { TortureCase } from '../../testkit/lateness/torture.ts'
import { startMqttBroker } from '../../testkit/peers/mqtt-broker.ts'
import { type NodeMetric, SparkplugNode } from '../../testkit/peers/sparkplug-node.ts'
import { SparkplugParams } from './params.ts'

const points = [
  ['press', 'Inputs/Temp', 'int32', 3],
  ['press', 'Inputs/Count', 'uint32', 7],
  ['', 'Load', 'int64', 4],
  ['oven', 'Temp', 'int32', 3],
] as const

async function start() {
  const broker = await startMqttBroker()
  const node = new SparkplugNode(broker)
  const metrics = points.map(([device, name, , type], alias) => {
    const metric: NodeMetric = { name, alias, type, value: { field: type === 4 ? 11 : 10, whole: 0 } }
    node.devices.set(device, [...(node.devices.get(device) ?? []), metric])
    return metric
  })
  const put = (point: number, whole: number) => {
    const metric = metrics[point]!
    metric.value = { field: metric.type === 4 ? 11 : 10, whole }
  }
  return { port: broker.port, put, close: () => broker.close() }
}

export const tortureCases: readonly TortureCase[] = (['3.1.1', '5'] as const).map((version) => ({
  name: `Sparkplug B over MQTT ${version}`,
  transport: 'tcp',
  points: points.map(([device, name, dataType], id) => ({ id, address: `${device}#${name}`, dataType, access: 'r' })),
  paramsOf: (host, port) => SparkplugParams.parse({ host, port, version, groupId: 'g', edgeNodeId: 'n' }),
  start,
  // A connection leads to one broker.
  fromOther: undefined,
}))
