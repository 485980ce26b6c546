// Payloads of Sparkplug B: a time, a sequence number, and metrics. Field numbers: sparkplug_b.proto, Sparkplug 3.0,
// chapter 6.4. Unknown fields are skipped. Pure.
import { type FieldReader, type FieldReaders, FieldWriter, ProtobufFault, readFields } from './protobuf.ts'

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
export const decodePayload = (bytes: Buffer): SparkplugPayload => readFields(bytes, payloadReaders, { metrics: [] })

const payloadReaders: FieldReaders<SparkplugPayload> = {
  1: (reader, payload) => {
    payload.at = timeOf(reader.whole())
  },
  2: (reader, { metrics }) => {
    if (metrics.length >= maxMetrics) throw new ProtobufFault(`more than ${maxMetrics} metrics`)
    metrics.push(decodeMetric(reader.bytes()))
  },
  3: (reader, payload) => {
    payload.seq = Number(reader.whole())
  },
}

function timeOf(whole: number | bigint): number {
  if (whole > maxTimeMs) throw new ProtobufFault(`time ${whole}`)
  return Number(whole)
}

const decodeMetric = (bytes: Buffer): Metric => readFields(bytes, fields, { isHistorical: false, isNull: false })

type Properties = { keys: string[]; values: (number | undefined)[] }
const propertyReaders: FieldReaders<Properties> = {
  1: (reader, { keys }) => keys.push(reader.text()),
  2: (reader, { values }) => values.push(wholeProperty(reader.bytes())),
}

/** The property `Quality` of a metric; nothing if there is none, or if it is null. */
function qualityIn(properties: Buffer): number | undefined {
  const { keys, values } = readFields<Properties>(properties, propertyReaders, { keys: [], values: [] })
  if (keys.length !== values.length) throw new ProtobufFault('properties with another number of values than names')
  return values[keys.indexOf('Quality')]
}

type Whole = { whole?: number }
const readWhole = (reader: FieldReader, into: Whole) => {
  into.whole = Number(reader.whole())
}

/** The value of a property, if it is a whole number. */
const wholeProperty = (bytes: Buffer): number | undefined =>
  readFields<Whole>(bytes, { 3: readWhole, 4: readWhole }, {}).whole

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
