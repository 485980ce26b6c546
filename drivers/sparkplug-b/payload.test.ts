// The codec: values of all types both ways, damaged payloads, and the dissector of Wireshark as a second opinion.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { mqttPacket, mqttText } from '../../testkit/mqtt-bytes.ts'
import { dissected, hasTshark } from '../../testkit/peers/tshark.ts'
import { DriverFault, isRefusal } from '../driver.ts'
import { parseMetricAddress } from './address.ts'
import { metricType, metricValue, writtenMetric } from './metric-value.ts'
import { SparkplugParams } from './params.ts'
import { decodePayload, encodeCommand, type RawValue } from './payload.ts'
import { FieldReader, FieldWriter, ProtobufFault } from './protobuf.ts'
import { filtersOf, parseTopic } from './topic.ts'

const whole = (value: number | bigint): RawValue => ({ kind: 'whole', whole: value })
const codeOr = <T>(act: () => T): T | number => {
  try {
    return act()
  } catch (error) {
    if (error instanceof DriverFault) return error.code
    throw error
  }
}

test.each<[type: number, value: RawValue, dataType: DataType, expected: unknown]>([
  [1, whole(0xfb), 'int8', -5],
  [1, whole(0xffff_fffb), 'int8', -5],
  [1, whole(0xffff_ffff_ffff_fffbn), 'int8', -5],
  [1, whole(5), 'int16', 5],
  [1, whole(256), 'int16', 1716],
  [2, whole(0xfed4), 'int16', -300],
  [2, whole(0xffff_fed4), 'int32', -300],
  [3, whole(0xfffe_ee90), 'int32', -70_000],
  [3, whole(0xffff_ffff_fffe_ee90n), 'int32', -70_000],
  [3, whole(0x1_0000_0000), 'int64', 1716],
  [4, whole(0xffff_ffff_ffff_ffffn), 'int64', -1],
  [4, whole(9_007_199_254_740_993n), 'int64', '9007199254740993'],
  [4, whole(9_007_199_254_740_993n), 'float64', 1716],
  [5, whole(250), 'uint8', 250],
  [5, whole(250), 'int8', 1716],
  [5, whole(256), 'uint16', 1716],
  [7, whole(4_294_967_295), 'uint32', 4_294_967_295],
  [7, whole(0x1_0000_0000), 'uint64', 1716],
  [8, whole(0xffff_ffff_ffff_ffffn), 'uint64', '18446744073709551615'],
  [9, { kind: 'float', float: Math.fround(21.6), isSingle: true }, 'float32', 21.6],
  [9, { kind: 'float', float: Number.NaN, isSingle: true }, 'float32', 1740],
  [10, { kind: 'float', float: Number.POSITIVE_INFINITY, isSingle: false }, 'float64', 1741],
  [10, { kind: 'float', float: 0.1, isSingle: false }, 'int16', 1716],
  [10, whole(3), 'float64', 1716],
  [11, { kind: 'bool', isOn: true }, 'bool', true],
  [11, { kind: 'bool', isOn: true }, 'int16', 1716],
  [11, whole(1), 'bool', 1716],
  [12, { kind: 'text', text: '压机' }, 'string', '压机'],
  [12, { kind: 'text', text: '12' }, 'int16', 1716],
  [13, whole(1_767_225_600_000), 'int64', 1_767_225_600_000],
  [13, whole(1_767_225_600_000), 'string', 1716],
  [17, { kind: 'bytes', bytes: Buffer.from('001a', 'hex') }, 'string', '001a'],
  [24, { kind: 'bytes', bytes: Buffer.alloc(4) }, 'string', 1716],
  [16, { kind: 'other', name: 'a dataset' }, 'string', 1716],
  [99, whole(1), 'int16', 1716],
])('type %i, %o as %s is %j', (type, value, dataType, expected) => {
  expect(codeOr(() => metricValue(type, value, dataType))).toEqual(expected)
})

test.each<[type: number, value: Value, expected: unknown]>([
  [1, -5, whole(0xfbn)],
  [1, 128, 2001],
  [3, -70_000, whole(0xfffe_ee90n)],
  [4, '-9223372036854775808', whole(1n << 63n)],
  [8, '18446744073709551615', whole((1n << 64n) - 1n)],
  [8, -1, 2001],
  [9, 1e300, 2001],
  [9, 21.5, { kind: 'float', float: 21.5, isSingle: true }],
  [11, 'x', 1716],
  [12, 5, 1716],
  [13, 1_767_225_600_000, whole(1_767_225_600_000n)],
  [13, -1, 2001],
  [18, 'ABCD', { kind: 'bytes', bytes: Buffer.from('abcd', 'hex') }],
  [18, 'ABC', 1716],
  [16, 'x', 1716],
])('to type %i, %j is written as %o', (type, value, expected) => {
  const written = codeOr(() => writtenMetric(type, value))
  expect(typeof written === 'number' ? written : written.value).toEqual(expected)
})

test('types that are not read have a name', () => {
  expect([16, 19, 22, 34, 99].map((type) => metricType(type))).toEqual(
    ['DataSet', 'Template', 'Int8Array', 'DateTimeArray', 'type 99'].map((name) => ({ name })),
  )
})

test('values of any size and sign survive a command and its decoding', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), fc.nat(), (value, alias) => {
      const written = writtenMetric(4, String(value))
      const bytes = encodeCommand({ name: 'x', alias: String(alias), type: 4, at: 1 }, written)
      const [metric] = decodePayload(bytes).metrics
      expect([metric!.alias, metric!.name]).toEqual([String(alias), undefined])
      expect(BigInt(metricValue(4, metric!.value!, 'int64'))).toBe(value)
    }),
  )
})

describe('a payload', () => {
  const metric = new FieldWriter().text(1, 'Temp').whole(2, 7).whole(3, 2000).whole(4, 9).float(12, 21.5).end()
  const whole = new FieldWriter().whole(1, 1000).bytes(2, metric).whole(3, 255).end()

  test('is decoded; unknown fields are skipped, metadata and most properties too', () => {
    const unit = new FieldWriter().whole(1, 12).text(8, 'bar').end()
    const properties = new FieldWriter().text(1, 'engUnit').bytes(2, unit).end()
    const more = new FieldWriter().bytes(8, Buffer.alloc(3)).bytes(9, properties).whole(21, 5).end()
    const bytes = new FieldWriter()
      .text(4, 'uuid')
      .whole(1, 1000)
      .bytes(2, Buffer.concat([metric, more]))
      .double(1000, 3)
      .float(1001, 3)
      .whole(3, 255)
      .end()
    const expected = {
      ...{ at: 1000, seq: 255 },
      metrics: [
        {
          ...{ name: 'Temp', alias: '7', at: 2000, type: 9, isHistorical: false, isNull: false },
          value: { kind: 'float', float: 21.5, isSingle: true },
        },
      ],
    }
    expect(decodePayload(bytes)).toEqual(expected)
    expect(decodePayload(whole)).toEqual(expected)
  })

  test.each<[string, Buffer]>([
    ['a wrong wire type', new FieldWriter().text(3, 'x').end()],
    ['field 0', Buffer.of(0, 0)],
    ['a group', Buffer.of(0x0b)],
    ['an integer without end', Buffer.alloc(11, 0xff)],
    ['an integer of 70 bits', Buffer.concat([Buffer.of(8), Buffer.alloc(9, 0xff), Buffer.of(0x7f)])],
    ['a length beyond the end', Buffer.of(0x12, 0xff, 0xff, 0xff, 0xff, 0x0f)],
    ['a name that is no UTF-8', new FieldWriter().bytes(2, new FieldWriter().bytes(1, Buffer.of(0xff)).end()).end()],
    [
      'a property without a value',
      new FieldWriter().bytes(2, new FieldWriter().bytes(9, new FieldWriter().text(1, 'Quality').end()).end()).end(),
    ],
    ['a long name', new FieldWriter().bytes(2, new FieldWriter().text(1, 'x'.repeat(2000)).end()).end()],
    ['a time after the year 9999', new FieldWriter().whole(1, 1n << 60n).end()],
    ['too many metrics', Buffer.concat(Array.from({ length: 20_001 }, () => Buffer.of(0x12, 0)))],
  ])('with %s is refused', (_, bytes) => {
    expect(() => decodePayload(bytes)).toThrow(ProtobufFault)
  })

  test('that is cut or changed anywhere is decoded or refused, and never ends the program', () => {
    for (let length = 0; length < whole.length; length++) {
      try {
        decodePayload(whole.subarray(0, length))
      } catch (error) {
        expect(error).toBeInstanceOf(ProtobufFault)
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        try {
          decodePayload(Buffer.from(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(ProtobufFault)
        }
      }),
    )
  })
})

test('integers of every length are written and read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }), (value) => {
      const reader = new FieldReader(new FieldWriter().whole(5, value).end())
      expect([reader.next(), BigInt(reader.whole()), reader.next()]).toEqual([5, value, 0])
    }),
  )
})

test.skipIf(!hasTshark)('the dissector of Wireshark reads commands as they are meant', () => {
  const at = 1_767_225_600_123
  const commands = [
    encodeCommand({ name: 'Node Control/Rebirth', alias: undefined, type: 11, at }, writtenMetric(11, true)),
    encodeCommand({ name: 'x', alias: '300', type: 3, at }, writtenMetric(3, -5)),
    encodeCommand({ name: '温度', alias: undefined, type: 12, at }, writtenMetric(12, '压机')),
  ]
  const frames = commands.map((payload) =>
    mqttPacket(0x30, Buffer.concat([mqttText('spBv1.0/plant/DCMD/line1/press'), payload])),
  )
  // A connection to port 1883 is MQTT; the dissector of Sparkplug takes over by the topic.
  const names = ['namespace', 'messagetype', 'groupid', 'edgenodeid', 'deviceid'].map((name) => `sparkplugb.${name}`)
  const fields = [...names, 'protobuf.field.number', 'protobuf.field.failed_parse_field']
  const shown = dissected(frames, { transport: 'tcp', port: 1883, fields })
  expect(shown.map((row) => row.slice(0, 5))).toEqual(
    commands.map(() => ['spBv1.0', 'DCMD', 'plant', 'line1', 'press']),
  )
  expect(shown.map((row) => row.slice(5))).toEqual(commands.map(() => [expect.stringMatching(/^1,2\b/), '']))
})

test.each([
  ['spBv1.0/g/NBIRTH/n', { group: 'g', kind: 'NBIRTH', node: 'n', device: '' }],
  ['spBv1.0/g/DDATA/n/d', { group: 'g', kind: 'DDATA', node: 'n', device: 'd' }],
  ['spBv1.0/g/DDATA/n', undefined],
  ['spBv1.0/g/NDATA/n/d', undefined],
  ['spBv1.0/g/NCMD/n', undefined],
  ['spBv1.0/STATE/host', undefined],
  ['spBv1.0/g/DDATA/n/d/e', undefined],
  ['other/g/NBIRTH/n', undefined],
])('topic %s is %o', (topic, expected) => {
  expect(parseTopic(topic)).toEqual(expected)
})

test('an edge node is followed by its own messages, not by commands', () => {
  expect(filtersOf({ group: 'g', node: 'n' })).toEqual([
    ...['spBv1.0/g/NBIRTH/n', 'spBv1.0/g/NDATA/n', 'spBv1.0/g/NDEATH/n'],
    ...['spBv1.0/g/DBIRTH/n/+', 'spBv1.0/g/DDATA/n/+', 'spBv1.0/g/DDEATH/n/+'],
  ])
})

test.each([
  ['press#Inputs/Temp', { device: 'press', metric: 'Inputs/Temp' }],
  ['#Node Control/Rebirth', { device: '', metric: 'Node Control/Rebirth' }],
  [' press # a#b ', { device: 'press', metric: 'a#b' }],
])('address %s is %o', (address, expected) => {
  expect(parseMetricAddress(address)).toEqual(expected)
})

test.each(['', 'Temp', 'press/Temp', 'press#', 'a/b#Temp', 'a+#Temp', 'press#a\u0001', `press#${'x'.repeat(500)}`])(
  'address %j is refused',
  (address) => expect(isRefusal(parseMetricAddress(address))).toBe(true),
)

test.each([{ groupId: '' }, { groupId: 'a/b' }, { edgeNodeId: '+' }, { hostId: 'a#' }])(
  'parameters with %o are refused',
  (more) => {
    const all = { host: '10.0.0.5', groupId: 'g', edgeNodeId: 'n', ...more }
    expect(SparkplugParams.safeParse(all).success).toBe(false)
  },
)
