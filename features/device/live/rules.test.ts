import { describe, expect, test } from 'vitest'
import { freshnessOf } from '../../../signal/web/freshness.ts'
import type { MonitoredGateway } from '../../../signal/web/monitoring.ts'
import type { LiveSignal } from './contract.ts'
import { aroundOf, cannotWrite, groupsOf, isNewsOld, isWritable, phaseOf, scaleOf, unconnectedOf } from './rules.ts'

const gateway: MonitoredGateway = { state: 'online', online: true, vpn: false, interval: 1, economizeOpen: true }
const state: Parameters<typeof phaseOf>[0] = {
  loaded: true,
  on: true,
  paused: false,
  gateway,
  signals: [],
  alarmCount: null,
  gatewayFault: null,
  signalsFault: null,
  openFault: null,
  socket: 'open',
  silent: false,
  drivers: null,
}
const fault = (code: number) => ({ code, message: '' })

test.each([
  ['live', undefined, false],
  ['live', 1900, false],
  ['live', 6100, true],
  ['connecting', 100, true],
  ['offline', 100, true],
  ['paused', 100, true],
  ['offline', undefined, false],
] as const)('driver states in phase %s, %s ms old: outdated is %s', (phase, ageMs, isOld) => {
  expect(isNewsOld(phase, ageMs)).toBe(isOld)
})

describe('drivers without a connection', () => {
  const counts = { requests: 1, errors: 0, cycleMs: null }
  const away = { code: 1722, text: '', at: 1 }
  const drivers = {
    type: 'driverStates' as const,
    equipmentId: 1,
    receivedAt: 1,
    drivers: [
      { ...counts, id: 1, isOpen: false, fault: away },
      { ...counts, id: 2, isOpen: true, fault: away },
      { ...counts, id: 3, isOpen: false, fault: null },
    ],
  }

  test('are those that fail to connect: neither reconnected ones, nor those without variables', () => {
    expect(unconnectedOf({ ...state, drivers }, 'up')).toEqual([[1, 1722]])
    expect(unconnectedOf(state, 'up')).toEqual([])
  })

  test('are unknown while the gateway or the platform is unreachable', () => {
    const offline = { ...gateway, state: 'offline', online: false } as const
    expect(unconnectedOf({ ...state, drivers, gateway: offline }, 'up')).toEqual([])
    expect(unconnectedOf({ ...state, drivers }, 'noPlatform')).toEqual([])
  })
})

describe('the phase of the monitoring', () => {
  test.each([
    ['live', {}],
    ['connecting', { socket: 'waiting' }],
    ['loading', { loaded: false, on: false }],
    ['loading', { on: false }],
    ['paused', { paused: true, on: false }],
    ['unbound', { gateway: null, gatewayFault: fault(1102) }],
    ['unbound', { gateway: null, gatewayFault: fault(2001) }],
    ['failed', { gateway: null, gatewayFault: fault(90005) }],
    ['failed', { on: false, openFault: fault(1301) }],
    ['offline', { on: false, gateway: { ...gateway, state: 'offline', online: false } }],
    ['sleeping', { on: false, gateway: { ...gateway, state: 'sleeping', online: false } }],
    ['remoteDownload', { on: false, gateway: { ...gateway, vpn: true } }],
    ['remoteDownload', { on: false, gateway: { ...gateway, mode: 'download' } }],
  ] as const)('%s', (phase, change) => {
    expect(phaseOf({ ...state, ...change }, 'up')).toBe(phase)
  })

  test.each(['noNetwork', 'noPlatform'] as const)('%s outranks the state of the gateway', (link) => {
    const offline = { ...gateway, state: 'offline', online: false } as const
    for (const change of [{}, { on: false, gateway: offline }, { paused: true, on: false }, { loaded: false }]) {
      expect(phaseOf({ ...state, ...change }, link)).toBe('unreachable')
    }
  })

  test('without its database the platform still streams', () => {
    expect(phaseOf(state, 'noDatabase')).toBe('live')
  })
})

describe('writing', () => {
  const offline = { ...gateway, state: 'offline', online: false } as const

  test('is possible while platform, gateway and stream are up', () => {
    expect(cannotWrite(state, 'up')).toBeUndefined()
  })

  test.each([
    ['reading', 'up', undefined],
    ['noWritePermission', 'up', { ...state, gateway: { ...gateway, mayWrite: false } }],
    ['noWriteConnection', 'noPlatform', state],
    ['noWriteNetwork', 'noNetwork', state],
    ['databaseDown', 'noDatabase', state],
    ['noWritePaused', 'up', { ...state, paused: true, on: false }],
    ['noWriteOpening', 'up', { ...state, on: false }],
    ['noWriteConnecting', 'up', { ...state, socket: 'waiting' }],
    ['noWriteSilent', 'up', { ...state, silent: true }],
    ['noWriteFailed', 'up', { ...state, on: false, openFault: fault(90005) }],
    ['gatewayOffline', 'up', { ...state, on: false, gateway: offline }],
    ['noBoundGateway', 'up', { ...state, on: false, gateway: null, gatewayFault: fault(1102) }],
    // The first obstacle between user and PLC is reported, not a later one.
    ['noWriteConnection', 'noPlatform', { ...state, on: false, gateway: offline }],
  ] as const)('%s', (reason, link, of) => {
    expect(cannotWrite(of, link)).toBe(reason)
  })

  test('is rejected in every phase except live', () => {
    const changes = [
      { on: false },
      { paused: true },
      { socket: 'waiting' },
      { socket: 'closed' },
      { loaded: false },
    ] as const
    for (const change of changes) expect(cannotWrite({ ...state, ...change }, 'up')).toBeDefined()
  })
})

describe('freshness of values', () => {
  test('without a monitoring state nothing is stale', () => {
    expect(aroundOf(undefined, 'up')).toMatchObject({ intervalS: 1, staleMs: null, isReachable: false })
  })

  test('before the state of the gateway has loaded, old values are stale and fresh values are good', () => {
    const around = { ...aroundOf({ ...state, loaded: false, on: false, gateway: null }, 'up'), now: 60_000 }
    expect(freshnessOf({ code: 200, time: 0 }, around)).toBe('stale')
    expect(freshnessOf({ code: 200, time: 55_000 }, around)).toBe('good')
  })

  test('while live, values are stale after three intervals and five seconds', () => {
    expect(aroundOf({ ...state, gateway: { ...gateway, interval: 10 } }, 'up')).toMatchObject({
      intervalS: 10,
      staleMs: 35_000,
      isReachable: true,
    })
  })

  test('values of an offline gateway are unreachable', () => {
    const offline = { ...gateway, state: 'offline', online: false } as const
    expect(aroundOf({ ...state, on: false, gateway: offline }, 'up').isReachable).toBe(false)
  })

  test.each([
    ['opening', { on: false }],
    ['connecting', { socket: 'waiting' }],
    ['paused', { paused: true, on: false }],
    ['failed', { on: false, openFault: fault(1301) }],
  ] as const)('values become stale while it is %s', (_, change) => {
    expect(aroundOf({ ...state, ...change }, 'up')).toMatchObject({ staleMs: 8_000 })
  })

  test('without a connection to the platform no value is current, whatever the last state', () => {
    for (const link of ['noNetwork', 'noPlatform'] as const) {
      expect(aroundOf(state, link)).toMatchObject({ staleMs: 8_000, isReachable: false })
      // The refusal is the same if the connection was lost before the state of the gateway had loaded.
      for (const before of [undefined, { ...state, loaded: false }]) {
        const around = aroundOf(before, link)
        expect(freshnessOf({ code: 200, time: 0 }, { ...around, now: 60_000 })).toBe('stale')
      }
    }
  })
})

describe('the bar', () => {
  const bare = { dataType: 'float32', min: null, max: null, normalLow: null, normalHigh: null } as const

  test('spans the limits, and shows the normal band', () => {
    expect(scaleOf({ ...bare, min: 0, max: 6, normalLow: 1, normalHigh: 4.5 })).toEqual({
      min: 0,
      max: 6,
      low: 1,
      high: 4.5,
    })
  })

  test('without a band the whole range is normal', () => {
    expect(scaleOf({ ...bare, min: 0, max: 6 })).toEqual({ min: 0, max: 6, low: 0, high: 6 })
  })

  test('without limits it leaves room around the band', () => {
    expect(scaleOf({ ...bare, normalLow: 10, normalHigh: 20 })).toEqual({ min: 5, max: 25, low: 10, high: 20 })
  })

  test('does not exist without limits and band, for an empty range, for text and booleans', () => {
    expect(scaleOf(bare)).toBeUndefined()
    expect(scaleOf({ ...bare, min: 0 })).toBeUndefined()
    expect(scaleOf({ ...bare, min: 5, max: 5 })).toBeUndefined()
    expect(scaleOf({ ...bare, dataType: 'bool', min: 0, max: 1 })).toBeUndefined()
  })

  test('does not exist for an integer with two values, which is a mode', () => {
    expect(scaleOf({ ...bare, dataType: 'uint16', min: 0, max: 1 })).toBeUndefined()
    expect(scaleOf({ ...bare, dataType: 'uint16', min: 0, max: 2 })).toBeDefined()
    expect(scaleOf({ ...bare, dataType: 'float32', min: 0, max: 1 })).toBeDefined()
    expect(scaleOf({ ...bare, dataType: 'uint16', decimals: 2, min: 0, max: 1 })).toBeDefined()
  })
})

test('groups keep the order of the configuration; variables without a group are last', () => {
  const of = (id: number, group: string | null) => ({ id, group }) as LiveSignal
  const groups = groupsOf([of(1, null), of(2, 'Intake'), of(3, 'Raw water'), of(4, 'Intake')])
  expect(groups.map(({ name, signals }) => [name, signals.map(({ id }) => id)])).toEqual([
    ['Intake', [2, 4]],
    ['Raw water', [3]],
    ['', [1]],
  ])
})

test('read-only is not writable, write-only and read-write are', () => {
  expect([isWritable({ access: 'r' }), isWritable({ access: 'w' }), isWritable({ access: 'rw' })]).toEqual([
    false,
    true,
    true,
  ])
})
