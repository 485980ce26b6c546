// A hash decides whether platform and gateway match: a field that is added with a default must change none.
import { describe, expect, it, test } from 'vitest'
import { configHash, gatewayConfigHash } from './config-hash.ts'
import type { GatewayConfig, GatewayReport, GatewayRule, GatewaySignal } from './gateway-config.ts'

const drivers: GatewayConfig['drivers'] = [
  {
    ...{ id: 1, type: 'modbus-tcp', params: { host: 'a' } },
    signals: [{ id: 7, address: '40001', dataType: 'int16', access: 'r' }],
  },
]
const report: GatewayReport = {
  ...{ id: 5, type: 'normal', mode: 'change' },
  columns: [
    { id: 11, signalId: 7 },
    { id: 12, signalId: 8 },
  ],
}
const plain: GatewayConfig = { zone: 'UTC', drivers }
const hash = (change: Partial<GatewayConfig> = {}) => gatewayConfigHash({ ...plain, ...change })
const reportHash = (change: Partial<GatewayReport> = {}) => hash({ reports: [{ ...report, ...change }] })

test('the hash of a configuration from before there were reports stays what it was', () => {
  expect(hash()).toBe(
    configHash({
      drivers: [
        {
          ...{ id: 1, type: 'modbus-tcp', params: { host: 'a' } },
          signals: [{ id: 7, address: '40001', dataType: 'int16' }],
        },
      ],
    }),
  )
  expect(hash({ reports: [] })).toBe(hash())
})

describe('a new field with a default changes no hash', () => {
  it.each<[string, Partial<GatewayReport>]>([
    ['fluctuation', { fluctuation: 0 }],
    ['isPercent', { isPercent: false }],
    ['minIntervalMs', { minIntervalMs: 1000 }],
    ['a field that is not given', { condition: undefined }],
    ['the order of columns', { columns: [...report.columns].reverse() }],
  ])('%s', (_, change) => expect(reportHash(change)).toBe(reportHash()))

  test('offset of a period', () => {
    const period = { every: 1, unit: 'day' } as const
    expect(reportHash({ period: { ...period, offsetS: 0 } })).toBe(reportHash({ period }))
  })

  test('order of reports', () => {
    const other = { ...report, id: 6 }
    expect(hash({ reports: [other, report] })).toBe(hash({ reports: [report, other] }))
  })
})

describe('of an alarm rule', () => {
  const rule: GatewayRule = { id: 5, raise: '1 > 0', tell: [7] }
  const ruleHash = (change: Partial<GatewayRule> = {}) => hash({ alarms: [{ ...rule, ...change }] })

  test('none at all is what it was before there were any', () => expect(hash({ alarms: [] })).toBe(hash()))

  it.each<[string, Partial<GatewayRule>]>([
    ['what keeps it, the same as what raises it', { stay: '1 > 0' }],
    ['what is not given', { rate: undefined, onMs: undefined, offMs: undefined }],
  ])('%s changes no hash', (_, change) => expect(ruleHash(change)).toBe(ruleHash()))

  test('nothing to tell is the same as none given', () =>
    expect(ruleHash({ tell: [] })).toBe(ruleHash({ tell: undefined })))

  it.each<[string, Partial<GatewayRule>]>([
    ['what raises it', { raise: '1 > 1' }],
    ['what keeps it', { stay: '1 > -1' }],
    ['a delay', { onMs: 1000 }],
    ['what is told', { tell: [8] }],
  ])('%s changes it', (_, change) => expect(ruleHash(change)).not.toBe(ruleHash()))

  test('the order changes none', () => {
    const other = { ...rule, id: 6 }
    expect(hash({ alarms: [other, rule] })).toBe(hash({ alarms: [rule, other] }))
  })
})

describe('of a variable', () => {
  const [signal] = drivers[0]!.signals
  const signalHash = (change: Partial<GatewaySignal>) =>
    hash({ drivers: [{ ...drivers[0]!, signals: [{ ...signal!, ...change }] }] })

  it.each<[string, Partial<GatewaySignal>]>([
    ['scale', { scale: 1 }],
    ['offset', { offset: 0 }],
    ['clamp', { clamp: false }],
    [
      'what is not given',
      { byteOrder: undefined, prefix: undefined, rawLow: undefined, noValue: undefined, periodMs: undefined },
    ],
  ])('the default of %s changes no hash', (_, change) => expect(signalHash(change)).toBe(hash()))

  it.each<[string, Partial<GatewaySignal>]>([
    ['byte order', { byteOrder: 'ABCD' }],
    ['prefix', { prefix: 's7' }],
    ['range', { rawLow: 0, rawHigh: 27_648, valueLow: 0, valueHigh: 100 }],
    ['clamp', { clamp: true }],
    ['roll-over', { rollover: 65_536 }],
    ['no-value codes', { noValue: '0x8000' }],
    ['poll interval', { periodMs: 60_000 }],
  ])('%s changes it', (_, change) => expect(signalHash(change)).not.toBe(hash()))
})

describe('what a gateway acts on changes it', () => {
  it.each<[string, Partial<GatewayReport>]>([
    ['fluctuation', { fluctuation: 1 }],
    ['minIntervalMs', { minIntervalMs: 2000 }],
    ['trigger', { triggerSignalId: 7 }],
    ['a column fewer', { columns: report.columns.slice(1) }],
    ['another column id', { columns: [{ id: 13, signalId: 7 }, report.columns[1]!] }],
  ])('%s', (_, change) => expect(reportHash(change)).not.toBe(reportHash()))

  test('a report', () => expect(reportHash()).not.toBe(hash()))
})
