import { describe, expect, it, test } from 'vitest'
import type { GatewayConfig } from '../../../contract/gateway-config.ts'
import { cannotCommand, cannotSync, consistencyOf, strengthNow, syncChanges } from './rules.ts'

const online = { state: 'online', vpn: false, mode: 'standard' } as const

test.each([
  ['online', 55, 55],
  ['online', 0, 0],
  ['online', null, null],
  ['offline', 55, null],
  ['sleeping', 55, null],
] as const)('the signal of a gateway that is %s and reported %j: %j', (state, signalStrength, shown) =>
  expect(strengthNow({ state, signalStrength })).toBe(shown),
)

describe('a command', () => {
  it.each([
    [online, undefined],
    [{ ...online, mode: 'router' } as const, undefined],
    [{ ...online, state: 'offline' } as const, 'gatewayOffline'],
    [{ ...online, state: 'sleeping' } as const, 'gatewaySleeping'],
    [{ ...online, vpn: true }, 'remoteDownload'],
    [{ ...online, mode: 'download' } as const, 'remoteDownload'],
    [{ ...online, state: 'offline', vpn: true } as const, 'gatewayOffline'],
  ])('%j: %s', (standing, reason) => expect(cannotCommand(standing)).toBe(reason))
})

describe('a synchronisation', () => {
  it.each([
    ['match', false, 'alreadySynced'],
    ['match', true, undefined],
    ['mismatch', false, undefined],
    ['unknown', false, undefined],
    ['unbound', true, 'noBoundGateway'],
  ] as const)('%s, forced %s: %s', (consistency, force, reason) =>
    expect(cannotSync({ ...online, consistency }, force)).toBe(reason),
  )

  test('is refused offline in every other state', () => {
    expect(cannotSync({ ...online, state: 'offline', consistency: 'match' }, true)).toBe('gatewayOffline')
  })
})

describe('platform against gateway', () => {
  const wanted = { hash: 'a', bindingId: 1 }
  it.each([
    [null, { configHash: 'a', configBindingId: 1, lastSeenAt: 1 }, 'unbound'],
    [wanted, { configHash: null, configBindingId: null, lastSeenAt: null }, 'unknown'],
    [wanted, { configHash: 'a', configBindingId: 1, lastSeenAt: 1 }, 'match'],
    [wanted, { configHash: 'a', configBindingId: 2, lastSeenAt: 1 }, 'mismatch'],
    [wanted, { configHash: 'b', configBindingId: 1, lastSeenAt: 1 }, 'mismatch'],
    [wanted, { configHash: null, configBindingId: null, lastSeenAt: 1 }, 'mismatch'],
  ] as const)('%j, reported %j: %s', (want, reported, state) => expect(consistencyOf(reported, want)).toBe(state))
})

describe('the plan', () => {
  const config = (change: object = {}, params: object = { host: 'a', port: 502 }): GatewayConfig => ({
    zone: 'UTC',
    drivers: [
      {
        id: 1,
        type: 'modbus-tcp',
        params: params as never,
        signals: [{ id: 7, address: '40001', dataType: 'int16', access: 'r', ...change }],
      },
    ],
  })
  const names = (kind: string, id: number) => `${kind} ${id}`

  test('of equal configurations is empty', () => expect(syncChanges(config(), config(), names)).toEqual([]))

  test('lists changed parameters, and fields that are added or removed', () => {
    expect(syncChanges(config({ min: 1 }), config({ max: 2 }, { host: 'b', port: 502 }), names)).toEqual([
      {
        ...{ kind: 'changed', object: 'driver', driverType: 'modbus-tcp', name: 'driver 1' },
        fields: [{ field: 'host', from: 'a', to: 'b' }],
      },
      {
        kind: 'changed',
        object: 'signal',
        name: 'signal 7',
        fields: [
          { field: 'min', from: '1', to: null },
          { field: 'max', from: null, to: '2' },
        ],
      },
    ])
  })

  test('lists reports, their variables and conditions, and only the added and removed variables', () => {
    const report = (change: object = {}) => ({
      ...{ id: 5, type: 'normal', mode: 'periodic', period: { every: 10, unit: 'second' } },
      columns: [{ id: 1, signalId: 7 }],
      ...change,
    })
    const having = (...reports: object[]) => ({ ...config(), reports: reports as never })
    const change = {
      ...{ mode: 'conditional', period: { every: 1, unit: 'day', offsetS: 60 }, condition: `$${'{3.7}'} > 2` },
      columns: [
        { id: 2, signalId: 7, aggregation: 'max' },
        { id: 3, signalId: 8 },
      ],
    }
    expect(syncChanges(having(report()), having(report(change)), names)).toEqual([
      {
        ...{ kind: 'changed', object: 'report', name: 'report 5' },
        fields: [
          { field: 'mode', from: 'periodic', to: 'conditional' },
          { field: 'period', from: '10 s', to: '1 d + 60 s' },
          { field: 'condition', from: null, to: 'signal 7 > 2' },
          { field: 'columns', from: 'signal 7', to: 'signal 7 max, signal 8' },
        ],
      },
    ])
    expect(syncChanges(config(), having(report()), names)).toMatchObject([{ kind: 'added', object: 'report' }])
    expect(syncChanges(having(report()), config(), names)).toEqual([
      { kind: 'removed', object: 'report', name: 'report 5', fields: [] },
    ])
  })

  test('lists alarm rules: conditions and movements by names, delays, and the added and removed values', () => {
    const rule = (change: object = {}) => ({ id: 4, raise: `$${'{3.7}'} > 5`, tell: [7], ...change })
    const having = (...alarms: object[]) => ({ ...config(), alarms: alarms as never })
    const change = { stay: `$${'{3.7}'} > 4.5`, onMs: 10_000, tell: [7, 8] }
    expect(syncChanges(having(rule()), having(rule(change)), names)).toEqual([
      {
        ...{ kind: 'changed', object: 'alarm', name: 'alarm 4' },
        fields: [
          { field: 'stay', from: null, to: 'signal 7 > 4.5' },
          { field: 'onDelay', from: null, to: '10 s' },
          { field: 'tell', from: null, to: 'signal 8' },
        ],
      },
    ])
    const fall = { id: 4, rate: { signalId: 7, change: -2, overMs: 60_000 } }
    expect(syncChanges(config(), having(fall), names)).toMatchObject([
      { kind: 'added', object: 'alarm', fields: [{ field: 'rate', to: 'signal 7 −2 / 60 s' }, { field: 'id' }] },
    ])
    expect(syncChanges(having(rule()), config(), names)).toMatchObject([{ kind: 'removed', object: 'alarm' }])
  })

  test('from nothing adds everything but the zone, to nothing removes everything', () => {
    const none: GatewayConfig = { zone: 'UTC', drivers: [] }
    expect(syncChanges(null, config(), names).map(({ kind }) => kind)).toEqual(['added', 'added'])
    expect(syncChanges(config(), none, names).map(({ kind }) => kind)).toEqual(['removed', 'removed'])
    expect(syncChanges(none, { ...none, zone: 'Asia/Tokyo' }, names)).toMatchObject([{ object: 'zone' }])
  })
})
