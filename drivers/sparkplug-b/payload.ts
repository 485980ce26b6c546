// Payloads of Sparkplug B: a time, a sequence number, and metrics. Field numbers: sparkplug_b.proto, Sparkplug 3.0,
// chapter 6.4. Unknown fields are skipped. Pure.
import { FieldReader, FieldWriter, ProtobufFault, readFields } from './protobuf.ts'

/** A value as encoded; `other`: a kind that is not read, by its name. */
export type RawValue =
  | { kind: 'whole'; whole: number | bigint }
  | { kind: 'float'; float: number; isSingle: boolean }
  | { kind: 'bool'; isOn: boolean }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Buffer }
  | { kind: 'other'; name: string }

/** A metric; `at`: its time in epoch ms; `alias`: its number as text; `quality`: the property Quality, 192 is good. */
export type Metric = {
  name?: string
  alias?: string
  at?: number
  type?: number
  isHistorical: boolean
  isNull: boolean
  quality?: number
  value?: RawValue
}

export type SparkplugPayload = { at?: number; seq?: number; metrics: Metric[] }

const maxMetrics = 20_000
const maxName = 1000
/** The year 9999. */
const maxTimeMs = 253_402_300_799_999

/** Throws a `ProtobufFault` for bytes that are no payload. */
export function decodePayload(bytes: Buffer): SparkplugPayload {
  const payload: SparkplugPayload = { metrics: [] }
  readFields(bytes, {
    1: (reader) => {
      payload.at = timeOf(reader.whole())
    },
    2: (reader) => {
      if (payload.metrics.length >= maxMetrics) throw new ProtobufFault(`more than ${maxMetrics} metrics`)
      payload.metrics.push(decodeMetric(reader.bytes()))
    },
    3: (reader) => {
      payload.seq = Number(reader.whole())
    },
  })
  return payload
}

function timeOf(whole: number | bigint): number {
  if (whole > maxTimeMs) throw new ProtobufFault(`time ${whole}`)
  return Number(whole)
}

function decodeMetric(bytes: Buffer): Metric {
  const metric: Metric = { isHistorical: false, isNull: false }
  const reader = new FieldReader(bytes)
  for (let field = reader.next(); field !== 0; field = reader.next()) {
    const read = fields[field]
    if (read) read(reader, metric)
    else reader.skip()
  }
  return metric
}

/** The property `Quality` of a metric; nothing if there is none, or if it is null. */
function qualityIn(properties: Buffer): number | undefined {
  const keys: string[] = []
  const values: (number | undefined)[] = []
  readFields(properties, {
    1: (reader) => keys.push(reader.text()),
    2: (reader) => values.push(wholeProperty(reader.bytes())),
  })
  if (keys.length !== values.length) throw new ProtobufFault('properties with another number of values than names')
  return values[keys.indexOf('Quality')]
}

/** The value of a property, if it is a whole number. */
function wholeProperty(bytes: Buffer): number | undefined {
  let found: number | undefined
  const read = (reader: FieldReader) => {
    found = Number(reader.whole())
  }
  readFields(bytes, { 3: read, 4: read })
  return found
}

type Read = (reader: FieldReader, metric: Metric) => void
const other =
  (name: string): Read =>
  (reader, metric) => {
    reader.skip()
    metric.value = { kind: 'other', name }
  }
const whole: Read = (reader, metric) => {
  metric.value = { kind: 'whole', whole: reader.whole() }
}

/** The fields of a metric that are read; the others are skipped. */
const fields: Readonly<Record<number, Read>> = {
  1: (reader, metric) => {
    metric.name = reader.text()
    if (metric.name.length > maxName) throw new ProtobufFault(`a name of more than ${maxName} characters`)
  },
  2: (reader, metric) => {
    metric.alias = String(reader.whole())
  },
  3: (reader, metric) => {
    metric.at = timeOf(reader.whole())
  },
  4: (reader, metric) => {
    metric.type = Number(reader.whole())
  },
  5: (reader, metric) => {
    metric.isHistorical = reader.bool()
  },
  7: (reader, metric) => {
    metric.isNull = reader.bool()
  },
  9: (reader, metric) => {
    const quality = qualityIn(reader.bytes())
    if (quality !== undefined) metric.quality = quality
  },
  10: whole,
  11: whole,
  12: (reader, metric) => {
    metric.value = { kind: 'float', float: reader.float(), isSingle: true }
  },
  13: (reader, metric) => {
    metric.value = { kind: 'float', float: reader.double(), isSingle: false }
  },
  14: (reader, metric) => {
    metric.value = { kind: 'bool', isOn: reader.bool() }
  },
  15: (reader, metric) => {
    metric.value = { kind: 'text', text: reader.text() }
  },
  16: (reader, metric) => {
    metric.value = { kind: 'bytes', bytes: Buffer.from(reader.bytes()) }
  },
  17: other('a dataset'),
  18: other('a template'),
  19: other('an extension'),
}

/** A value to write, with the number of its field. */
export type WrittenValue = { field: number; value: RawValue }

/** The payload of a command that writes one metric. A metric with an alias is written without its name. */
export function encodeCommand(
  { name, alias, type, at }: { name: string; alias: string | undefined; type: number; at: number },
  { field, value }: WrittenValue,
): Buffer {
  const metric = new FieldWriter()
  if (alias === undefined) metric.text(1, name)
  else metric.whole(2, BigInt(alias))
  metric.whole(3, at).whole(4, type)
  if (value.kind === 'whole') metric.whole(field, value.whole)
  else if (value.kind === 'bool') metric.bool(field, value.isOn)
  else if (value.kind === 'text') metric.text(field, value.text)
  else if (value.kind === 'bytes') metric.bytes(field, value.bytes)
  else if (value.kind === 'float' && value.isSingle) metric.float(field, value.float)
  else if (value.kind === 'float') metric.double(field, value.float)
  return new FieldWriter().whole(1, at).bytes(2, metric.end()).end()
}
