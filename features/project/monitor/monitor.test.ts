// Devices in monitoring, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GroupId } from '../../../contract/fields.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, liveSite, type Site, site } from '../../../testkit/site.ts'
import { addEquipment } from '../../device/equipment/contract.ts'
import { addGroup } from '../../device/group/contract.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { queryAlarms, shelveAlarms } from '../../watch/alarm/contract.ts'
import {
  cancelFollow,
  follow,
  monitorSummary,
  queryAllForMap,
  queryAllMonitoredByGroup,
  queryGroupAlarms,
  queryMonitored,
  queryMonitoredByGroup,
} from './contract.ts'

const noAlarms = { severe: 0, important: 0, normal: 0 }

let server: TestServer
let online: Site
let offline: Site
let asleep: Site
let groupId: GroupId
let innerId: GroupId
beforeAll(async () => {
  server = await testServer()
  online = await liveSite(server, 'Alpha')
  offline = await site(server, 'Beta')
  asleep = await site(server, 'Gamma')
  await asleep.box.connect()
  await asleep.box.bye(true)
  const group = await server.admin.call(addGroup, { name: 'North', parentId: null })
  const inner = await server.admin.call(addGroup, { name: 'Inner', parentId: group.id })
  groupId = group.id
  innerId = inner.id
  const fields = { number: 'N-7', manufacturer: 'Siemens', address: 'Harbour 5', longitude: 8.5, latitude: 47.4 }
  await server.admin.call(addEquipment, { name: 'Delta', groupId, ...fields })
  await server.admin.call(addEquipment, { name: 'Epsilon', groupId: innerId, ruleType: '01' })
  await eventually(async () => expect((await server.admin.call(queryMonitored, {})).counts.sleeping).toBe(1))
})
afterAll(async () => {
  await online.box[Symbol.asyncDispose]()
  await server.stop()
})

const list = (filter: object = {}) => server.admin.call(queryMonitored, filter)
const names = async (filter: object) => (await list(filter)).rows.map(({ name }) => name)

describe('the list', () => {
  test('has every device with its state, by name, and counts all of them', async () => {
    const { total, rows, counts } = await list()
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['Alpha', 'online'],
      ['Beta', 'offline'],
      ['Delta', null],
      ['Epsilon', null],
      ['Gamma', 'sleeping'],
    ])
    expect(total).toBe(5)
    expect(counts).toEqual({ all: 5, online: 1, offline: 1, sleeping: 1, unbound: 2, inAlarm: 0 })
    expect(rows[0]).toMatchObject({ sn: online.sn, signalCount: 5, followed: false, vpn: false, ruleType: '00' })
  })

  test.each([
    [{ keyword: 'alph' }, ['Alpha']],
    [{ keyword: '%' }, []],
    [{ state: 'online' }, ['Alpha']],
    [{ state: 'sleeping' }, ['Gamma']],
    [{ state: 'unbound' }, ['Delta', 'Epsilon']],
    [{ mine: true }, ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma']],
    [{ ungrouped: true }, ['Alpha', 'Beta', 'Gamma']],
    [{ number: 'n-7' }, ['Delta']],
    [{ manufacturer: 'siemens' }, ['Delta']],
    [{ address: 'harbour' }, ['Delta']],
    [{ address: 'harbour', number: 'x' }, []],
    [{ pageNo: 2, pageSize: 2 }, ['Delta', 'Epsilon']],
  ])('filtered by %j', async (filter, expected) => expect(await names(filter)).toEqual(expected))

  test('filtered by SN, and by group with every group below it', async () => {
    expect(await names({ sn: offline.sn.toLowerCase() })).toEqual(['Beta'])
    expect(await names({ keyword: asleep.sn })).toEqual(['Gamma'])
    expect(await names({ groupId })).toEqual(['Delta', 'Epsilon'])
    expect(await names({ groupId: innerId })).toEqual(['Epsilon'])
  })

  test('counts use the same filters without the state, the total includes the state', async () => {
    const { total, counts } = await list({ state: 'offline', ungrouped: true })
    expect(total).toBe(1)
    expect(counts).toEqual({ all: 3, online: 1, offline: 1, sleeping: 1, unbound: 0, inAlarm: 0 })
  })

  test.each([
    [{ state: 'gone' }, 'state'],
    [{ pageSize: 1000 }, 'pageSize'],
    [{ keyword: 'x'.repeat(51) }, 'keyword'],
    [{ mine: 'yes' }, 'mine'],
  ])('%j is refused', async (wrong, field) => {
    expect(await server.admin.ask(queryMonitored, wrong as never)).toMatchObject({ code: 10001, data: { field } })
  })
})

describe('pinned variables', () => {
  test('come with their last value and trend, at most four', async () => {
    await online.box.live({ [online.id('Level')]: 2.5 })
    await eventually(async () =>
      expect((await list({ keyword: 'Alpha' })).rows[0]!.pinned).toMatchObject([
        {
          id: online.id('Level'),
          title: 'Tank level',
          unit: 'm',
          value: 2.5,
          code: 200,
          trend: [[expect.any(Number), 2.5]],
          range: null,
        },
      ]),
    )
    const crowded = await device(server.admin, 'Zeta')
    const many = [1, 2, 3, 4, 5].map((i) => ({
      name: `P${i}`,
      address: `H:${i}`,
      dataType: 'uint16' as const,
      pinned: true,
      ...(i > 1 && { min: 0, max: 10 * i }),
    }))
    await configure(server.admin, crowded, many)
    expect((await list({ keyword: 'Zeta' })).rows[0]!.pinned.map(({ title, range }) => [title, range])).toEqual([
      ['P1', null],
      ['P2', 20],
      ['P3', 30],
      ['P4', 40],
    ])
  })

  test('are known after a restart of the platform', async () => {
    await server.turn()
    server.platform.live.forget(online.equipmentId)
    expect((await list({ keyword: 'Alpha' })).rows[0]!.pinned).toMatchObject([{ value: 2.5, code: 200 }])
  })
})

describe('following', () => {
  test('puts a device first for this account only, until it is no longer followed', async () => {
    await server.admin.call(follow, { equipmentId: asleep.equipmentId })
    await server.admin.call(follow, { equipmentId: asleep.equipmentId })
    expect((await names({}))[0]).toBe('Gamma')
    expect(await names({ followed: true })).toEqual(['Gamma'])
    await server.addAccount({ loginname: 'colleague', roleType: 'admin' })
    const colleague = await server.as('colleague', 'Waterworks1')
    expect((await colleague.call(queryMonitored, {})).rows[0]!.name).toBe('Alpha')
    await server.admin.call(cancelFollow, { equipmentId: asleep.equipmentId })
    expect((await names({}))[0]).toBe('Alpha')
  })

  test('refuses an unknown device with 1101', async () => {
    for (const endpoint of [follow, cancelFollow]) {
      expect((await server.admin.ask(endpoint, { equipmentId: 999_999 })).code).toBe(1101)
    }
  })
})

describe('by group', () => {
  test('lists the devices directly in it, or with every group below it', async () => {
    const direct = await server.admin.call(queryMonitoredByGroup, { groupId })
    expect(direct.rows.map(({ name }) => name)).toEqual(['Delta'])
    const all = await server.admin.call(queryAllMonitoredByGroup, { groupId })
    expect(all).toEqual([
      expect.objectContaining({ name: 'Delta', ruleType: '00', sort: null, state: null, alarms: noAlarms }),
      expect.objectContaining({ name: 'Epsilon', ruleType: '01' }),
    ])
  })

  test('refuses an unknown group with 10002', async () => {
    for (const endpoint of [queryMonitoredByGroup, queryAllMonitoredByGroup]) {
      expect((await server.admin.ask(endpoint, { groupId: 999_999 })).code).toBe(10002)
    }
  })
})

test('the map has the devices with a position, and only for the own organisation', async () => {
  expect(await server.admin.call(queryAllForMap, {})).toMatchObject([
    { name: 'Delta', longitude: 8.5, latitude: 47.4, address: 'Harbour 5' },
  ])
  expect((await server.nobody.ask(queryAllForMap, {})).code).toBe(1006)
})

test('the map has the devices of a filter, as the list has it', async () => {
  const placed = async (filter: object) => (await server.admin.call(queryAllForMap, filter)).map(({ name }) => name)
  expect(await placed({ groupId })).toEqual(['Delta'])
  expect(await placed({ groupId: innerId })).toEqual([])
  expect(await placed({ state: 'online' })).toEqual([])
  expect(await placed({ state: 'unbound', manufacturer: 'siemens', keyword: 'delt' })).toEqual(['Delta'])
  expect((await (await server.otherCompany()).ask(queryAllForMap, { groupId })).code).toBe(10002)
})

test('the status bar counts gateways, devices and values', async () => {
  const summary = await server.admin.call(monitorSummary, {})
  expect(summary).toMatchObject({ gateways: 3, gatewaysOnline: 1, equipments: 6 })
  expect(summary.valuesPerSecond).toBeGreaterThanOrEqual(0)
  expect((await server.nobody.ask(monitorSummary, {})).code).toBe(1006)
})

test('another company sees none of it', async () => {
  const other = await server.otherCompany()
  expect(await other.call(queryMonitored, {})).toMatchObject({ total: 0, rows: [], counts: { all: 0 } })
  expect(await other.call(queryAllForMap, {})).toEqual([])
  expect(await other.call(monitorSummary, {})).toMatchObject({ gateways: 0, equipments: 0, valuesPerSecond: 0 })
  expect((await other.ask(follow, { equipmentId: online.equipmentId })).code).toBe(1101)
  expect((await other.ask(cancelFollow, { equipmentId: online.equipmentId })).code).toBe(1101)
  for (const endpoint of [queryMonitoredByGroup, queryAllMonitoredByGroup]) {
    expect((await other.ask(endpoint, { groupId })).code).toBe(10002)
  }
})

describe('the order of the list', () => {
  test('is by name, state or age in both directions; the default lists followed devices first', async () => {
    const names = async (sort: 'name' | 'sn' | 'state' | 'updatedAt', down = false) =>
      (await server.admin.call(queryMonitored, { sort, down, pageSize: 100 })).rows.map(({ name }) => name)
    const byName = await names('name')
    expect(byName.length).toBeGreaterThan(2)
    expect(await names('name', true)).toEqual([...byName].reverse())
    const rows = (await server.admin.call(queryMonitored, { sort: 'state', pageSize: 100 })).rows
    const rank = ['online', 'sleeping', 'offline', null]
    const ranks = rows.map(({ state }) => rank.indexOf(state))
    expect(ranks).toEqual([...ranks].sort((a, b) => a - b))
    await server.turn()
    const ages = (await server.admin.call(queryMonitored, { sort: 'updatedAt', pageSize: 100 })).rows
    const known = ages.flatMap(({ updatedAt }) => (updatedAt === null ? [] : [updatedAt]))
    expect(known).toEqual([...known].sort((a, b) => b - a))
    expect((await server.admin.ask(queryMonitored, { sort: 'secret' as never })).code).toBe(10001)
  })
})

describe('a device without pinned variables', () => {
  test('shows the first four that can be read, until some are pinned', async () => {
    const equipmentId = await device(server.admin, 'Unpinned')
    const draft = (n: number, change: object = {}) => ({
      ...{ name: `V${n}`, address: String(40000 + n), dataType: 'int16' as const },
      ...change,
    })
    const drafts = [draft(1, { access: 'w' }), ...[2, 3, 4, 5, 6].map((n) => draft(n))]
    const saved = await configure(server.admin, equipmentId, drafts)
    const shown = async () =>
      (await server.admin.call(queryMonitored, { keyword: 'Unpinned' })).rows[0]!.pinned.map(({ title }) => title)
    expect(await shown()).toEqual(['V2', 'V3', 'V4', 'V5'])
    const last = { ...saved.config.signals[5]!, pinned: true }
    await server.admin.call(saveSignals, { equipmentId, version: saved.version, save: [last], remove: [] })
    expect(await shown()).toEqual(['V6'])
  })
})

test('the map orders its devices by name, each with its open alarms and the signal that its gateway reports', async () => {
  const placed = { longitude: 8, latitude: 47 }
  const add = async (name: string) => (await server.admin.call(addEquipment, { name, ...placed })).id
  const [second, first] = [await add('Placed 2'), await add('Placed 1')]
  const { db } = server.platform
  const raisedAt = Date.now() - 60_000
  const severe = await alarmRule(db, { equipmentId: first, level: 'severe', name: 'Level' })
  const normal = await alarmRule(db, { equipmentId: first, level: 'normal', name: 'Flow' })
  // A rule that raised several alarms is counted once; cleared and acknowledged alarms are not counted.
  await alarm(db, { ruleId: severe, raisedAt, clearedAt: raisedAt + 1 })
  await alarm(db, { ruleId: severe, raisedAt: raisedAt + 2 })
  await alarm(db, { ruleId: normal, raisedAt })
  const over = await alarmRule(db, { equipmentId: second, level: 'severe', name: 'Over' })
  await alarm(db, { ruleId: over, raisedAt, clearedAt: raisedAt + 1, acknowledgedAt: raisedAt + 2 })
  const none = { severe: 0, important: 0, normal: 0 }
  expect(await server.admin.call(queryAllForMap, {})).toMatchObject([
    { name: 'Delta', alarms: none, signalStrength: null },
    { id: first, alarms: { severe: 1, important: 0, normal: 1 } },
    { id: second, alarms: none },
  ])
  const inAlarm = await list({ state: 'inAlarm' })
  expect([inAlarm.total, inAlarm.counts.inAlarm]).toEqual([1, 1])
  expect(inAlarm.rows).toMatchObject([{ id: first, alarms: { severe: 1, important: 0, normal: 1 } }])
  expect((await list({ keyword: 'Placed 2' })).rows).toMatchObject([{ id: second, alarms: none }])
  const silenced = { alarmIds: [(await server.admin.call(queryAlarms, { view: 'open' })).rows[0]!.id] }
  await server.admin.call(shelveAlarms, { ...silenced, minutes: 60, reason: 'Works' })
  const open = (await server.admin.call(queryAllForMap, {})).find(({ id }) => id === first)!.alarms!
  expect(open.severe + open.normal).toBe(1)
  const viewer = await person(server, 'map-viewer', { auths: ['monitor:view'], dataRange: 'all' })
  const seen = await viewer.call(queryAllForMap, {})
  expect(seen.map(({ alarms }) => alarms)).toEqual([null, null, null])
  const listed = await viewer.call(queryMonitored, {})
  expect([listed.counts.inAlarm, ...new Set(listed.rows.map(({ alarms }) => alarms))]).toEqual([null, null])
  expect((await viewer.ask(queryMonitored, { state: 'inAlarm' })).code).toBe(90002)
})

// The last, because its alarms bind their devices to gateways.
test('open alarms are marked on devices of a group and counted by group, for accounts that may see alarms', async () => {
  const { db, now } = server.platform
  await db.deleteFrom('alarm').execute()
  const [delta, epsilon] = await server.admin.call(queryAllMonitoredByGroup, { groupId })
  const ruleId = await alarmRule(db, { equipmentId: delta!.id, level: 'severe' })
  const other = await alarmRule(db, { equipmentId: epsilon!.id, level: 'normal' })
  const ungrouped = await alarmRule(db, { equipmentId: offline.equipmentId, level: 'normal' })
  // Two alarms of one rule count once.
  for (const [rule, age] of [
    [ruleId, 0],
    [ruleId, 1],
    [other, 0],
    [ungrouped, 0],
  ] as const)
    await alarm(db, { ruleId: rule, raisedAt: now() - age })
  const marks = async (groupId: GroupId) =>
    (await server.admin.call(queryAllMonitoredByGroup, { groupId })).map(({ name, alarms }) => [name, alarms])
  const [severe, normal] = [
    { ...noAlarms, severe: 1 },
    { ...noAlarms, normal: 1 },
  ]
  expect(await marks(groupId)).toEqual([
    ['Delta', severe],
    ['Epsilon', normal],
  ])
  const byGroup = await server.admin.call(queryGroupAlarms, {})
  expect(new Map(byGroup.map(({ groupId, ...alarms }) => [groupId, alarms]))).toEqual(
    new Map([
      [groupId, severe],
      [innerId, normal],
      [null, normal],
    ]),
  )
  const { rows } = await server.admin.call(queryAlarms, { equipmentId: delta!.id })
  await server.admin.call(shelveAlarms, { alarmIds: [rows[0]!.id], minutes: 60, reason: 'Works' })
  expect((await marks(groupId))[0]).toEqual(['Delta', noAlarms])
  const blind = await person(server, 'group-blind', { auths: ['monitor:view'], dataRange: 'all' })
  const [seen] = await blind.call(queryAllMonitoredByGroup, { groupId })
  expect(seen).toMatchObject({ name: 'Delta', alarms: null })
  expect((await blind.ask(queryGroupAlarms, {})).code).toBe(90002)
  await db.deleteFrom('alarm').execute()
  await db.deleteFrom('alarmShelf').execute()
})
