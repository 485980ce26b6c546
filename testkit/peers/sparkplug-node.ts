// A simulated edge node of Sparkplug B at a simulated broker, for tests: it answers requests for births, and each of its
// messages can be left out, repeated or changed before it is sent.
import { FieldWriter } from '../../drivers/sparkplug-b/protobuf.ts'
import type { MqttBroker } from './mqtt-broker.ts'

/** A metric: `value` as a field of a metric, or nothing for null. `at`: its time, epoch ms. `quality`: its property. */
export type NodeMetric = {
  name?: string
  alias?: number
  type?: number
  at?: number
  isHistorical?: boolean
  quality?: number
  value?: { field: 10 | 11; whole: number | bigint } | { field: 12 | 13; float: number } | { field: 15; text: string }
}

/** The bytes of a payload. */
export function nodePayload(at: number, seq: number | undefined, metrics: readonly NodeMetric[]): Buffer {
  const payload = new FieldWriter().whole(1, at)
  for (const metric of metrics) payload.bytes(2, metricBytes(metric))
  if (seq !== undefined) payload.whole(3, seq)
  return payload.end()
}

/** A property set: other properties, and the quality as an Int32. */
function propertiesOf(quality: number): Buffer {
  const text = new FieldWriter().whole(1, 12).text(8, 'bar').end()
  const value = new FieldWriter().whole(1, 3).whole(3, quality).end()
  return new FieldWriter().text(1, 'engUnit').text(1, 'Quality').bytes(2, text).bytes(2, value).end()
}

function metricBytes({ name, alias, type, at, isHistorical, quality, value }: NodeMetric): Buffer {
  const metric = new FieldWriter()
  if (name !== undefined) metric.text(1, name)
  for (const [field, whole] of [alias, at, type].entries()) if (whole !== undefined) metric.whole(field + 2, whole)
  if (isHistorical) metric.bool(5, true)
  if (quality !== undefined) metric.bytes(9, propertiesOf(quality))
  if (!value) return metric.bool(7, true).end()
  if ('whole' in value) metric.whole(value.field, value.whole)
  else if ('text' in value) metric.text(value.field, value.text)
  else if (value.field === 12) metric.float(12, value.float)
  else metric.double(13, value.float)
  return metric.end()
}

export class SparkplugNode {
  readonly #broker: MqttBroker
  #seq = 0
  #at = Date.now()
  bdSeq = 0
  /** Metrics of the node (empty name) and of its devices, with their types and values. */
  readonly devices = new Map<string, NodeMetric[]>([['', []]])
  /** Changes the messages before they are sent. */
  alter: ((messages: { topic: string; payload: Buffer }[]) => { topic: string; payload: Buffer }[]) | undefined

  constructor(broker: MqttBroker) {
    this.#broker = broker
    broker.onPublish = ({ topic }) => {
      if (topic === 'spBv1.0/g/NCMD/n') this.publishBirths()
    }
  }

  /** Each message has a time of its own, as in reality. */
  #payload(metrics: readonly NodeMetric[]): Buffer {
    this.#at = Math.max(this.#at + 1, Date.now())
    const seq = this.#seq
    this.#seq = (this.#seq + 1) % 256
    return nodePayload(this.#at, seq, metrics)
  }

  publishBirths(): void {
    this.#seq = 0
    const bdSeq: NodeMetric = { name: 'bdSeq', type: 4, value: { field: 11, whole: this.bdSeq } }
    this.#send(
      [...this.devices].map(([device, metrics]) =>
        device === ''
          ? { topic: 'spBv1.0/g/NBIRTH/n', payload: this.#payload([bdSeq, ...metrics]) }
          : { topic: `spBv1.0/g/DBIRTH/n/${device}`, payload: this.#payload(metrics) },
      ),
    )
  }

  publishData(device: string, metrics: readonly NodeMetric[]): void {
    const topic = device === '' ? 'spBv1.0/g/NDATA/n' : `spBv1.0/g/DDATA/n/${device}`
    this.#send([{ topic, payload: this.#payload(metrics) }])
  }

  publishDeviceDeath(device: string): void {
    this.#send([{ topic: `spBv1.0/g/DDEATH/n/${device}`, payload: this.#payload([]) }])
  }

  publishDeath(bdSeq = this.bdSeq): void {
    const metric: NodeMetric = { name: 'bdSeq', type: 4, value: { field: 11, whole: bdSeq } }
    this.#send([{ topic: 'spBv1.0/g/NDEATH/n', payload: nodePayload(this.#at, undefined, [metric]) }])
  }

  #send(messages: { topic: string; payload: Buffer }[]): void {
    this.#broker.send(this.alter?.(messages) ?? messages)
  }
}
