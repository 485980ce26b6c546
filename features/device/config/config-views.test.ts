// Texts of differences between configurations, in the words of the forms.
import { expect, test } from 'vitest'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { configView } from '../../frame/config-views.ts'
import { differences } from '../../platform/versioned/rules.ts'

const config = (of: object = {}) =>
  ({
    drivers: [{ id: 1, name: 'PLC', type: 'modbus-tcp', params: { host: '10.0.0.5' } }],
    signals: [
      { id: 11, driverId: 1, name: 'Level', title: 'Tank level', address: 'H:1', dataType: 'float32', access: 'r' },
      { id: 12, driverId: 1, name: 'Pump', title: 'Pump', address: 'C:1', dataType: 'bool', access: 'rw' },
    ],
    reports: [
      {
        ...{ id: 21, name: 'Levels', type: 'summary', mode: 'conditional', period: { every: 10, unit: 'second' } },
        condition: { signalId: 11, symbol: '>', value: 5 },
        columns: [{ id: 31, signalId: 11, aggregation: 'max' }],
      },
    ],
    ...of,
  }) as unknown as EquipmentConfig

const told = (after: EquipmentConfig, before = config(), language: 'en' | 'zh-cn' = 'en') =>
  differences(configView, before, after, language).map(({ kind, steps, before, after }) => [
    kind,
    steps.map(({ name }) => name).join(' / '),
    before,
    after,
  ])

test('a variable has its title and name, and fields named like columns of the sheet', () => {
  const [level, pump] = config().signals
  const signals = [
    { ...level, unit: 'm', scale: 1, pinned: false },
    { ...pump, title: 'Main pump', scale: 2 },
  ]
  expect(told(config({ signals }))).toEqual([
    ['changed', 'Variables / Tank level (Level) / Unit', '', 'm'],
    ['changed', 'Variables / Pump / Title', 'Pump', 'Main pump'],
    ['changed', 'Variables / Pump / Scale', 1, 2],
  ])
  expect(told(config({ signals }), config(), 'zh-cn')[0]).toEqual([
    'changed',
    '变量 / Tank level（Level） / 单位',
    '',
    'm',
  ])
})

test('a report is described in words, with titles of variables', () => {
  const [report] = config().reports
  const columns = [{ id: 32, signalId: 11, aggregation: 'min' }]
  const condition = { signalId: 12, symbol: '==', value: 1 }
  const changed = {
    ...report,
    mode: 'periodic',
    period: { every: 1, unit: 'day', offsetS: 28_800 },
    condition,
    columns,
  }
  expect(told(config({ reports: [changed] }))).toEqual([
    ['changed', 'History reports / Levels / Storage mode', 'Conditional', 'Periodic'],
    ['changed', 'History reports / Levels / Period', 'every 10 s', 'every day from 08:00'],
    ['changed', 'History reports / Levels / Condition', 'Tank level > 5', 'Pump = on'],
    ['added', 'History reports / Levels / Variables / Tank level · min', undefined, undefined],
    ['removed', 'History reports / Levels / Variables / Tank level · max', undefined, undefined],
  ])
})

test('a driver has choices and units in words; passwords and files only as changed', () => {
  const driver = (params: object) => config({ drivers: [{ id: 1, name: 'PLC', type: 'opc-ua', params }] })
  const changes = told(
    driver({ endpointUrl: 'opc.tcp://b:1', password: { text: 'hunter2' }, timeoutMs: 5000 }),
    driver({ endpointUrl: 'opc.tcp://a:1', password: { secret: 4711 }, timeoutMs: 4000 }),
  )
  expect(changes.map(([, name]) => name)).toEqual(
    expect.arrayContaining([expect.stringContaining('Endpoint URL'), expect.stringContaining('Password')]),
  )
  expect(JSON.stringify(changes)).not.toMatch(/hunter2|4711|secret/)
})

test('a secret of an unknown driver is not shown either', () => {
  const driver = (secret: number) =>
    config({ drivers: [{ id: 1, name: 'X', type: 'gone', params: { pin: { secret } } }] })
  const changes = told(driver(2), driver(1))
  expect(changes).toEqual([['changed', 'Drivers / X / Connection / pin', undefined, undefined]])
})

test('five hundred changed variables are listed, each once', () => {
  const all = (unit: string) =>
    config({
      signals: Array.from({ length: 500 }, (_, i) => ({ ...config().signals[0], id: i + 1, name: `V${i}`, unit })),
    })
  expect(told(all('m'), all('cm'))).toHaveLength(500)
})
