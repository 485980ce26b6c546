// Commands of a host: a value for a metric as its birth describes it, and the request for a birth.
import type { Value } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import type { HostNode, MetricPoint } from './host-node.ts'
import { writtenMetric } from './metric-value.ts'
import { encodeCommand } from './payload.ts'
import { commandTopic } from './topic.ts'

/** Type of `Node Control/Rebirth`. */
const booleanType = 11

/** The request for a birth. Its metric has no alias by the standard. */
export const rebirthCommand = (): Buffer =>
  encodeCommand(
    { name: 'Node Control/Rebirth', alias: undefined, type: booleanType, at: Date.now() },
    writtenMetric(booleanType, true),
  )

/** The command that writes a metric. Throws 1715, 1716, 1722, 2001. */
export function commandOf(
  { name, edge }: HostNode,
  { address: { device, metric } }: MetricPoint,
  value: Value,
): { topic: string; payload: Buffer } {
  const born = edge.device(device)
  if (born instanceof DriverFault) throw born
  const tag = born.tag(metric)
  if (!tag) throw new DriverFault(1715, `the birth has no metric ${metric}`)
  const payload = encodeCommand({ ...tag, at: Date.now() }, writtenMetric(tag.type, value))
  return { topic: commandTopic(name, device), payload }
}
