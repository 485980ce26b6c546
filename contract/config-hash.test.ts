// A hash decides whether platform and gateway match, so adding a field with a default must not change it.
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

test('a configuration without reports has the same hash as before reports existed', () => {
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

describe('the hash of an alarm rule', () => {
  const rule: GatewayRule = { id: 5, raise: '1 > 0', tell: [7] }
  const ruleHash = (change: Partial<GatewayRule> = {}) => hash({ alarms: [{ ...rule, ...change }] })

  test('no rules have the same hash as before rules existed', () => expect(hash({ alarms: [] })).toBe(hash()))

  it.each<[string, Partial<GatewayRule>]>([
    ['a `stay` equal to `raise`', { stay: '1 > 0' }],
    ['an absent field', { rate: undefined, onMs: undefined, offMs: undefined }],
  ])('%s changes no hash', (_, change) => expect(ruleHash(change)).toBe(ruleHash()))

  test('an empty `tell` equals a missing one', () => expect(ruleHash({ tell: [] })).toBe(ruleHash({ tell: undefined })))

  it.each<[string, Partial<GatewayRule>]>([
    ['`raise`', { raise: '1 > 1' }],
    ['`stay`', { stay: '1 > -1' }],
    ['a delay', { onMs: 1000 }],
    ['`tell`', { tell: [8] }],
  ])('%s changes it', (_, change) => expect(ruleHash(change)).not.toBe(ruleHash()))

  test('the order of rules does not matter', () => {
    const other = { ...rule, id: 6 }
    expect(hash({ alarms: [other, rule] })).toBe(hash({ alarms: [rule, other] }))
  })
})

describe('the hash of a variable', () => {
  const [signal] = drivers[0]!.signals
  const signalHash = (change: Partial<GatewaySignal>) =>
    hash({ drivers: [{ ...drivers[0]!, signals: [{ ...signal!, ...change }] }] })

  it.each<[string, Partial<GatewaySignal>]>([
    ['scale', { scale: 1 }],
    ['offset', { offset: 0 }],
    ['clamp', { clamp: false }],
    [
      'an absent field',
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

describe('a field that the gateway executes changes the hash', () => {
  it.each<[string, Partial<GatewayReport>]>([
    ['fluctuation', { fluctuation: 1 }],
    ['minIntervalMs', { minIntervalMs: 2000 }],
    ['trigger', { triggerSignalId: 7 }],
    ['a column fewer', { columns: report.columns.slice(1) }],
    ['another column id', { columns: [{ id: 13, signalId: 7 }, report.columns[1]!] }],
  ])('%s', (_, change) => expect(reportHash(change)).not.toBe(reportHash()))

  test('a report', () => expect(reportHash()).not.toBe(hash()))
})
