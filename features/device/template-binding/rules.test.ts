// The configuration of a device after following a template, and the comparison of both.
import { describe, expect, test } from 'vitest'
import { configHash } from '../../../contract/config-hash.ts'
import { EquipmentConfig } from '../../../contract/equipment-config.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { placeOf } from '../../../drivers/keep-secrets.ts'
import { type Follow, followed, type Own, ownable, ownKey, projectionOf, provisional, type Side } from './rules.ts'

const driver = (id: number, params: object = {}, more: object = {}) => ({
  ...{ id, name: 'PLC', type: 'modbus-tcp', params: { host: '10.0.0.1', port: 502, unitId: 1, ...params } },
  ...more,
})
const signal = (id: number, name: string, more: object = {}) => ({
  ...{ id, driverId: 1, name, title: name, address: `4000${id}`, dataType: 'uint16', ...more },
})
const report = (id: number, signalIds: readonly number[], more: object = {}) => ({
  ...{ id, name: 'Flow', type: 'normal', mode: 'interval', period: { every: 10, unit: 'second' } },
  columns: signalIds.map((signalId, at) => ({ id: id * 100 + at, signalId })),
  ...more,
})
const rule = (id: number, signalId: number, limit: number) => ({
  ...{ id, name: 'High', level: 'severe', content: `is {${signalId}}`, setPointIds: [signalId] },
  condition: { kind: 'limit', signalId, is: 'above', limit },
})

const template: Side = {
  equipmentId: 900,
  secrets: [],
  config: EquipmentConfig.parse({
    drivers: [driver(1)],
    signals: [signal(1, 'Level'), signal(2, 'Pump', { access: 'rw' })],
    reports: [report(1, [1, 2], { mode: 'conditional', condition: { expression: '${900.2} > 1' } })],
    alarms: [rule(1, 1, 80)],
  }),
}
const deviceWith = (config: object = {}, more: Partial<Side> = {}): Side => ({
  ...{ equipmentId: 7, secrets: [], config: EquipmentConfig.parse({ drivers: [], signals: [], ...config }) },
  ...more,
})
const none: Own = new Set()
const follow = (device: Side, own = none, of = template): Follow => ({ template: of, device, own })
const hash = (side: Side, own: Own, of = template) => configHash(projectionOf(side, of, own))
const isSame = (device: Side, own: Own, of = template) => hash(of, own, of) === hash(device, own, of)

/** Returns consecutive ids from 1000. */
const fresh = () => {
  let next = 1000
  return () => next++
}

describe('following', () => {
  test('gives an empty device everything, with ids and references of its own', () => {
    const { config, own } = followed(follow(deviceWith()), fresh())
    const [level, pump] = config.signals
    expect(config.drivers[0]).toMatchObject({ origin: 1, name: 'PLC', params: { host: '10.0.0.1' } })
    expect(level).toMatchObject({ origin: 1, driverId: config.drivers[0]!.id })
    expect(config.reports[0]).toMatchObject({
      origin: 1,
      condition: { expression: `\${7.${pump!.id}} > 1` },
      columns: [{ signalId: level!.id }, { signalId: pump!.id }],
    })
    expect(config.alarms[0]).toMatchObject({
      condition: { signalId: level!.id, limit: 80 },
      content: `is {${level!.id}}`,
      setPointIds: [level!.id],
    })
    expect([...own].sort()).toEqual(['drivers 1 params.host', 'drivers 1 params.port', 'drivers 1 params.unitId'])
    expect(isSame(deviceWith(config), own)).toBe(true)
  })

  test('keeps the ids of items made from the template, whatever their names', () => {
    const first = followed(follow(deviceWith()), fresh())
    const renamed = { ...first.config, signals: first.config.signals.map((each) => ({ ...each, name: `X${each.id}` })) }
    const again = followed(follow(deviceWith(renamed), first.own), fresh())
    expect(again.config).toEqual(first.config)
  })

  test('adopts items of the same name and kind with their ids, but none of another kind', () => {
    const device = deviceWith({
      drivers: [driver(31, { host: '10.9.9.9' })],
      signals: [
        signal(41, 'level', { driverId: 31 }),
        signal(42, 'Pump', { driverId: 31, dataType: 'bool', address: '00001' }),
      ],
      reports: [report(51, [41])],
    })
    const { config } = followed(follow(device), fresh())
    expect(config.drivers[0]).toMatchObject({ id: 31, origin: 1, params: { host: '10.9.9.9' } })
    expect(config.signals[0]).toMatchObject({ id: 41, origin: 1, name: 'Level' })
    expect(config.signals[1]!.id).toBeGreaterThanOrEqual(1000)
    expect(config.reports[0]!.columns[0]!.id).toBe(5100)
  })

  test('removes items that the template does not have', () => {
    const device = deviceWith({ drivers: [driver(31)], signals: [signal(49, 'Beside', { driverId: 31 })] })
    expect(followed(follow(device), fresh()).config.signals.map(({ name }) => name)).toEqual(['Level', 'Pump'])
  })
})

describe('a field of the device itself', () => {
  const first = followed(follow(deviceWith()), fresh())
  const at = (change: (config: EquipmentConfig) => object) => deviceWith({ ...first.config, ...change(first.config) })

  test('is the address of its driver, from the beginning', () => {
    const moved = at(({ drivers }) => ({
      drivers: drivers.map((each) => ({ ...each, params: { ...each.params, host: 'b' } })),
    }))
    expect(isSame(moved, first.own)).toBe(true)
    expect(followed(follow(moved, first.own), fresh()).config.drivers[0]!.params.host).toBe('b')
    expect(isSame(moved, none)).toBe(false)
    expect(followed(follow(moved), fresh()).config.drivers[0]!.params.host).toBe('10.0.0.1')
  })

  test('can be a limit or address of a variable, or a limit of an alarm, if chosen', () => {
    const own = at(({ signals, alarms }) => ({
      signals: signals.map((each) => (each.origin === 1 ? { ...each, max: 5, address: '40077' } : each)),
      alarms: alarms.map((each) => ({ ...each, condition: { ...each.condition, limit: 60 } })),
    }))
    expect(isSame(own, first.own)).toBe(false)
    const fields = [
      { part: 'signals', origin: 1, field: 'max' },
      { part: 'signals', origin: 1, field: 'address' },
      { part: 'alarms', origin: 1, field: 'condition.limit' },
    ]
    const said = new Set([...first.own, ...fields.map(ownKey)])
    expect(isSame(own, said)).toBe(true)
    const { config } = followed(follow(own, said), fresh())
    expect(config.signals[0]).toMatchObject({ max: 5, address: '40077' })
    expect(config.alarms[0]).toMatchObject({ condition: { limit: 60 } })
  })

  test('must be in the list of permitted fields', () => {
    const fields = ownable(template.config).map(ownKey)
    expect(fields).toContain('drivers 1 params.host')
    expect(fields).toContain('signals 2 normalHigh')
    expect(fields).toContain('alarms 1 condition.limit')
    expect(fields).not.toContain('signals 1 title')
  })
})

describe('the comparison', () => {
  const first = followed(follow(deviceWith()), fresh())
  const differing: [string, (config: EquipmentConfig) => object][] = [
    [
      'a title',
      ({ signals }) => ({ signals: signals.map((each, i) => (i === 0 ? { ...each, title: 'Other' } : each)) }),
    ],
    ['a variable less', ({ signals, reports }) => ({ signals: signals.slice(0, 1), reports: reports.slice(1) })],
    ['a variable beside', ({ signals }) => ({ signals: [...signals, signal(77, 'Beside', { driverId: 1000 })] })],
    [
      'a column less',
      ({ reports }) => ({ reports: reports.map((each) => ({ ...each, columns: each.columns.slice(1) })) }),
    ],
    ['a rule switched off', ({ alarms }) => ({ alarms: alarms.map((each) => ({ ...each, enabled: false })) })],
    [
      'a limit',
      ({ alarms }) => ({ alarms: alarms.map((each) => ({ ...each, condition: { ...each.condition, limit: 1 } })) }),
    ],
    [
      'how often it is polled',
      ({ drivers }) => ({ drivers: drivers.map((each) => ({ ...each, params: { ...each.params, collectMs: 9 } })) }),
    ],
  ]
  test.each(differing)('%s differs, and following makes it equal', (_, change) => {
    const device = deviceWith({ ...first.config, ...change(first.config) })
    expect(isSame(device, first.own)).toBe(false)
    const again = followed(follow(device, first.own), fresh())
    expect(isSame(deviceWith(again.config), again.own)).toBe(true)
  })

  test('treats a written default and an absent field as equal', () => {
    const said = { ...first.config, signals: first.config.signals.map((each) => ({ ...each, scale: 1, unit: '' })) }
    expect(isSame(deviceWith(said), first.own)).toBe(true)
  })
})

describe('secrets', () => {
  const opc = (id: number, params: object, secret?: number) => ({
    ...{ id, name: 'OPC', type: 'opc-ua' },
    params: {
      ...{ ...aboutOf('opc-ua')!.initial, endpointUrl: 'opc.tcp://a:4840', userName: 'op', ...params },
      ...(secret ? { password: { secret } } : {}),
    },
  })
  const place = placeOf(opc(1, {}))
  const of: Side = {
    equipmentId: 900,
    secrets: [{ id: 5, originId: null, place }],
    config: EquipmentConfig.parse({ drivers: [opc(1, {}, 5)], signals: [] }),
  }

  test('are copied for the connection that they were entered for', () => {
    const { config, secrets, missing } = followed(follow(deviceWith(), none, of), fresh())
    expect(secrets).toEqual([{ id: expect.any(Number), from: 5, place }])
    expect(config.drivers[0]!.params.password).toEqual({ secret: secrets[0]!.id })
    expect(missing).toEqual([])
  })

  test('are not sent to another address', () => {
    const device = deviceWith({ drivers: [opc(31, { endpointUrl: 'opc.tcp://mine:4840' })] })
    const own = new Set(['drivers 1 params.endpointUrl', 'drivers 1 params.userName', 'drivers 1 params.securityMode'])
    const adopted = deviceWith({ drivers: [{ ...opc(31, { endpointUrl: 'opc.tcp://mine:4840' }), origin: 1 }] })
    const { config, secrets, missing } = followed(follow(adopted, own, of), fresh())
    expect(config.drivers[0]!.params).toMatchObject({ endpointUrl: 'opc.tcp://mine:4840' })
    expect(config.drivers[0]!.params.password).toBeUndefined()
    expect([secrets, missing]).toEqual([[], [{ driver: 'OPC' }]])
    expect(followed(follow(device, none, of), fresh()).secrets).toEqual([])
  })

  test('belonging to the device stay', () => {
    const mine = { id: 8, originId: null, place: placeOf(opc(1, { endpointUrl: 'opc.tcp://mine:4840' })) }
    const device = deviceWith(
      { drivers: [{ ...opc(31, { endpointUrl: 'opc.tcp://mine:4840' }, 8), origin: 1 }] },
      { secrets: [mine] },
    )
    const own = new Set(ownable(of.config).map(ownKey))
    const { config } = followed(follow(device, own, of), provisional())
    expect(config.drivers[0]!.params.password).toEqual({ secret: 8 })
  })
})
