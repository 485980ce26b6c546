import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EquipmentId, OrgId, PageId, ProjectId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { SignalVal } from '../../contract/sockets.ts'
import type { LastReadings } from './live-table.ts'
import { WatcherHub } from './watchers.ts'
import type { Wire } from './wire.ts'

const pump = EquipmentId.parse(1)
const valve = EquipmentId.parse(2)
const mixer = EquipmentId.parse(3)
const clock = { at: 0 }
let hub: WatcherHub
let standing: LastReadings | undefined
beforeEach(() => {
  vi.useFakeTimers()
  clock.at = 1000
  standing = undefined
  hub = new WatcherHub(() => clock.at, {
    lastReadings: (id) => (id === pump ? standing : undefined),
    get: () => undefined,
  })
})
afterEach(() => {
  hub.stop()
  vi.useRealTimers()
})

const value = (number: number, id = 1, equipmentId = pump): SignalVal => ({
  type: 'signalVal',
  equipmentId,
  receivedAt: clock.at,
  ids: [id],
  values: [number],
  times: [clock.at],
})

/** A socket that reads, or does not. */
function wire() {
  const sent: SignalVal[] = []
  const state = { backlog: 0, closed: undefined as number | undefined }
  const own: Wire = {
    send: (text) => void sent.push(JSON.parse(String(text)) as SignalVal),
    bufferedAmount: () => state.backlog,
    close: (code) => {
      state.closed = code
    },
  }
  return { sent, state, wire: own }
}
const join = (equipmentId = pump, sessionHash = 'a') => {
  const made = wire()
  const leave = hub.add({ equipmentId, sessionHash, wire: made.wire })
  return { ...made, leave }
}

test('a value goes to the viewers of its equipment, and to none after they left', () => {
  const [one, other] = [join(pump), join(valve)]
  hub.send(pump, value(5))
  expect([one.sent.length, other.sent.length]).toEqual([1, 0])
  expect([hub.isWatched(pump), hub.isWatched(mixer)]).toEqual([true, false])
  one.leave()
  one.leave()
  hub.send(pump, value(6))
  expect([one.sent.length, hub.isWatched(pump)]).toEqual([1, false])
})

test('a socket starts with all current values, and without an empty message', () => {
  expect([join(pump).sent, join(valve).sent]).toEqual([[], []])
  standing = { equipmentId: pump, orgId: 1, ids: [1, 2], values: [5, null], codes: [200, 3], times: [10, 20] }
  hub.send(pump, value(6))
  const { sent } = join(pump)
  const columns = { ids: [1, 2], values: [5, null], codes: [200, 3], times: [10, 20] }
  expect(sent).toEqual([{ type: 'signalVal', equipmentId: 1, receivedAt: 1000, ...columns, isStanding: true }])
  expect(join(valve).sent).toEqual([])
})

test('a socket starts with the state of the gateway', () => {
  const { sent, wire: own } = wire()
  hub.add({ equipmentId: valve, sessionHash: 's', wire: own, gateway: { state: 'sleeping', vpn: false } })
  const asleep = { type: 'gatewayAlarm', equipmentId: 2, state: 'sleeping', online: false, vpn: false, at: 1000 }
  expect(sent).toEqual([asleep])
})

test('a socket that does not read keeps the newest of each signal, and receives exactly that afterwards', () => {
  const [slow, quick] = [join(), join()]
  slow.state.backlog = limits.socketBacklogBytes + 1
  for (let i = 1; i <= 1000; i += 1) hub.send(pump, value(i, (i % 2) + 1))
  expect([slow.sent.length, quick.sent.length]).toEqual([0, 1000])
  expect(hub.counts()).toMatchObject({ sockets: 2, lagging: 1 })
  slow.state.backlog = 0
  vi.advanceTimersByTime(300)
  expect(slow.sent).toMatchObject([{ ids: [2, 1], values: [999, 1000] }])
  hub.send(pump, value(7))
  expect(slow.sent).toHaveLength(2)
})

test('a socket that never reads again is closed after half a minute, and the others stay open', () => {
  const [dead, quick] = [join(), join()]
  dead.state.backlog = limits.socketBacklogBytes + 1
  hub.send(pump, value(1))
  clock.at += 29_000
  vi.advanceTimersByTime(300)
  expect(dead.state.closed).toBeUndefined()
  clock.at += 2_000
  vi.advanceTimersByTime(300)
  expect([dead.state.closed, quick.state.closed]).toEqual([1013, undefined])
  expect(hub.counts()).toMatchObject({ lagging: 0, closedForLag: 1 })
})

test('gateway messages do not queue in a socket that does not read: it is closed, and the others receive them', () => {
  const [dead, quick] = [join(), join()]
  dead.state.backlog = limits.socketBacklogBytes + 1
  hub.announce({ type: 'gatewayAlarm', equipmentId: 1, state: 'online', online: true, vpn: false, at: clock.at })
  expect([dead.sent.length, quick.sent.length]).toEqual([0, 1])
  expect([dead.state.closed, quick.state.closed]).toEqual([1013, undefined])
  expect(hub.counts()).toMatchObject({ lagging: 0, closedForLag: 1 })
})

test('driver states are not sent to a socket that does not read, which stays open', () => {
  const [behind, quick] = [join(), join()]
  behind.state.backlog = limits.socketBacklogBytes + 1
  hub.tell({ type: 'driverStates', equipmentId: 1, receivedAt: clock.at, drivers: [] })
  hub.tell({ type: 'driverStates', equipmentId: 2, receivedAt: clock.at, drivers: [] })
  expect([behind.sent.length, quick.sent.length]).toEqual([0, 1])
  expect(behind.state.closed).toBeUndefined()
})

test('sockets of ended sessions are closed', () => {
  const [gone, stays] = [join(pump, 'gone'), join(pump, 'stays')]
  expect(
    hub
      .watching()
      .map(({ sessionHash }) => sessionHash)
      .sort(),
  ).toEqual(['gone', 'stays'])
  hub.part(hub.watching().filter(({ sessionHash }) => sessionHash === 'gone'))
  expect([gone.state.closed, stays.state.closed]).toEqual([4401, undefined])
})

/** A page over devices, with its variables of each. */
const joinPage = (shown: [EquipmentId, number[]][], sessionHash = 'p') => {
  const made = wire()
  const devices = shown.map(([equipmentId, ids]) => ({
    ...{ equipmentId, isOwn: false, ids: new Set(ids) },
    gateway: { state: 'online', vpn: false } as const,
  }))
  const page = { orgId: OrgId.parse(1), pageId: PageId.parse(1), projectId: ProjectId.parse(1), stand: '', mvars: [] }
  const leave = hub.addPage({ ...page, sessionHash, devices, wire: made.wire })
  return { ...made, leave, values: () => made.sent.filter(({ type }) => type === 'signalVal') }
}

test('a page receives its own variables of several devices, over one socket', () => {
  standing = { equipmentId: pump, orgId: 1, ids: [1, 2], values: [5, 6], codes: [200, 3], times: [10, 20] }
  const page = joinPage([
    [pump, [2]],
    [valve, [9]],
  ])
  expect(page.values()).toMatchObject([{ ids: [2], values: [6], codes: [3], times: [20], isStanding: true }])
  hub.send(pump, value(1, 1))
  hub.send(pump, { ...value(1), ids: [1, 2], values: [7, 8], times: [30, 40] })
  hub.send(valve, value(3, 9, valve))
  hub.send(mixer, value(3, 2, mixer))
  expect(page.values().slice(1)).toMatchObject([
    { equipmentId: 1, ids: [2], values: [8], times: [40] },
    { equipmentId: 2, ids: [9] },
  ])
  hub.tell({ type: 'driverStates', equipmentId: 1, receivedAt: clock.at, drivers: [] })
  const alarm = { type: 'signalAlarm', equipmentId: 1, alarmId: 1, active: true, at: clock.at } as const
  for (const signalId of [1, null, 2]) hub.announce({ ...alarm, signalId })
  expect(page.sent.slice(-1)).toMatchObject([{ type: 'signalAlarm', signalId: 2 }])
  expect(page.sent.filter(({ type }) => type !== 'signalVal')).toHaveLength(3)
  expect(hub.counts().sockets).toBe(1)
  expect([hub.pages().length, hub.watching().length]).toEqual([1, 0])
  page.leave()
  page.leave()
  expect([hub.counts().sockets, hub.pages().length, hub.isWatched(pump), hub.isWatched(valve)]).toEqual([
    ...[0, 0, false, false],
  ])
})

test('a page that does not read keeps the newest of its own variables only', () => {
  const page = joinPage([[pump, [2]]])
  page.state.backlog = limits.socketBacklogBytes + 1
  for (let i = 1; i <= 10; i += 1) hub.send(pump, value(i, (i % 2) + 1))
  page.state.backlog = 0
  vi.advanceTimersByTime(300)
  expect(page.values()).toMatchObject([{ ids: [2], values: [9] }])
})

test('a socket whose ticket was read before its gateway changed starts with the new state', () => {
  const seen = wire()
  const gateway = { state: 'online', vpn: false } as const
  const before = hub.version()
  hub.announce({ type: 'gatewayAlarm', equipmentId: pump, state: 'offline', online: false, vpn: false, at: 1 })
  hub.add({ equipmentId: pump, sessionHash: 'a', wire: seen.wire, gateway, version: before })
  expect(seen.sent).toMatchObject([{ type: 'gatewayAlarm', state: 'offline', online: false }])
  const later = wire()
  hub.add({ equipmentId: pump, sessionHash: 'a', wire: later.wire, gateway, version: hub.version() })
  expect(later.sent).toMatchObject([{ type: 'gatewayAlarm', state: 'online', online: true }])
})

test('the same applies to each device of a page', () => {
  const seen = wire()
  const version = hub.version()
  hub.announce({ type: 'gatewayAlarm', equipmentId: pump, state: 'offline', online: false, vpn: false, at: 1 })
  const devices = [pump, valve].map((equipmentId) => ({
    ...{ equipmentId, isOwn: true, ids: new Set([1]) },
    gateway: { state: 'online', vpn: false } as const,
  }))
  const ticket = { orgId: OrgId.parse(1), pageId: PageId.parse(1), projectId: ProjectId.parse(1), stand: '' }
  hub.addPage({ ...ticket, sessionHash: 'a', devices, mvars: [], wire: seen.wire, version })
  expect(seen.sent).toMatchObject([
    { equipmentId: pump, state: 'offline' },
    { equipmentId: valve, state: 'online' },
  ])
})
