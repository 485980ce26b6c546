// Devices over HTTP, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, site } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { follow } from '../../project/monitor/contract.ts'
import { queryConfig } from '../config/contract.ts'
import { addGroup } from '../group/contract.ts'
import {
  addEquipment,
  deleteEquipment,
  editEquipment,
  equipmentInfo,
  queryEquipments,
  queryEquipmentsByUser,
  queryManufacturers,
} from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const info = (id: number) => server.admin.call(equipmentInfo, { id })
const newest = async (keyword: string) => (await server.admin.call(queryOperations, { keyword })).rows[0]

describe('the default view of a device', () => {
  test('is set by display or ruleType, and unchanged by an edit without both', async () => {
    const { id } = await server.admin.call(addEquipment, { name: 'Opens', display: 'page' })
    expect(await info(id)).toMatchObject({ display: 'page', ruleType: '01' })
    const listed = await server.admin.call(queryEquipments, { keyword: 'Opens' })
    expect(listed.rows[0]).toMatchObject({ display: 'page' })
    await server.admin.call(editEquipment, { id, name: 'Opens' })
    expect(await info(id)).toMatchObject({ display: 'page', ruleType: '01' })
    await server.admin.call(editEquipment, { id, name: 'Opens', display: 'list' })
    expect(await info(id)).toMatchObject({ display: 'list', ruleType: '00' })
    expect((await newest('Opens'))?.after).toMatchObject({ ruleType: '00' })
    await server.admin.call(editEquipment, { id, name: 'Opens', display: 'list', ruleType: '01' })
    expect(await info(id)).toMatchObject({ display: 'page', ruleType: '01' })
    expect((await server.admin.ask(editEquipment, { id, name: 'Opens', display: 'cards' as 'list' })).code).toBe(10001)
  })
})

describe('adding', () => {
  test('stores every field, and the log lists them', async () => {
    const group = await server.admin.call(addGroup, { name: 'Hall', parentId: null })
    const fields = {
      name: '水泵 1',
      groupId: group.id,
      number: 'P-001',
      manufacturer: 'KSB',
      factoryDate: '2020-02-29',
      installDate: '2021-01-01',
      warrantyUntil: '2030-12-31',
      iccid: '89860000000000000000',
      sort: 3,
      address: "1 O'Brien Street; drop table equipment",
      longitude: 121.5,
      latitude: -31.2,
      ruleType: '01' as const,
      zone: 'Europe/Berlin',
      remark: '<script>alert(1)</script>',
    }
    const { id } = await server.admin.call(addEquipment, fields)
    expect(await info(id)).toMatchObject({
      ...fields,
      groupName: 'Hall',
      gatewayId: null,
      state: null,
      signalCount: 0,
      configVersion: 0,
      followed: false,
      createdBy: 'admin',
    })
    expect(await newest('水泵 1')).toMatchObject({ act: 'add', objectId: id, after: { number: 'P-001' } })
  })

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['26 characters', { name: 'x'.repeat(26) }, 'name'],
    ['a date before 1970', { factoryDate: '1969-12-31' }, 'factoryDate'],
    ['a day that is none', { installDate: '2021-02-31x' }, 'installDate'],
    ['the 31st of February', { installDate: '2021-02-31' }, 'installDate'],
    ['a sort number of 0', { sort: 0 }, 'sort'],
    ['half a sort number', { sort: 1.5 }, 'sort'],
    ['a latitude of 91', { latitude: 91 }, 'latitude'],
    ['an empty longitude', { longitude: '' }, 'longitude'],
    ['a longitude without a latitude', { longitude: 8.5 }, 'latitude'],
    ['a latitude without a longitude', { latitude: 47 }, 'longitude'],
    ['letters as ICCID', { iccid: 'abc!' }, 'iccid'],
    ['a short ICCID', { iccid: '8986' }, 'iccid'],
    ['an unknown zone', { zone: 'Mars/Base' }, 'zone'],
    ['a NUL character', { remark: 'a\u0000b' }, 'remark'],
    ['half a character', { remark: '\ud83d' }, 'remark'],
    ['an id that is none', { groupId: '1; drop' }, 'groupId'],
    ['an id that is true', { groupId: true }, 'groupId'],
    ['an id beyond all', { groupId: 9e15 }, 'groupId'],
  ])('%s is rejected with the name of its field', async (_, wrong, field) => {
    const input = { name: 'Refused', ...wrong } as { name: string }
    expect(await server.admin.ask(addEquipment, input)).toMatchObject({ code: 10001, data: { field } })
    expect((await server.admin.call(queryEquipments, { keyword: 'Refused' })).total).toBe(0)
  })

  test.each(['factoryDate', 'installDate'])('a warranty must end after %s', async (start) => {
    const input = { name: 'Refused', [start]: '2024-05-02', warrantyUntil: '2024-05-01' }
    expect(await server.admin.ask(addEquipment, input)).toMatchObject({
      code: 10010,
      data: { field: 'warrantyUntil' },
    })
    const { id } = await server.admin.call(addEquipment, {
      ...input,
      name: `From ${start}`,
      warrantyUntil: '2024-05-02',
    })
    const edited = { id, name: 'Refused', [start]: '2024-05-03', warrantyUntil: '2024-05-02' }
    expect((await server.admin.ask(editEquipment, edited)).code).toBe(10010)
  })

  test('a device with half a position in old data can still be renamed', async () => {
    const { id } = await server.admin.call(addEquipment, { name: 'Half placed' })
    await server.platform.db.updateTable('equipment').set({ longitude: 8.5 }).where('id', '=', id).execute()
    expect((await server.admin.ask(editEquipment, { id, name: 'Renamed', longitude: 8.5 })).code).toBe(200)
  })

  test('a name is unique, also for concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.admin.ask(addEquipment, { name: 'Same' })))
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10003, 10003])
    expect((await (await server.otherCompany()).ask(addEquipment, { name: 'Same' })).code).toBe(200)
  })
})

describe('editing', () => {
  test('replaces the fields, and logs old and new values', async () => {
    const id = await device(server.admin, 'Before')
    await server.admin.call(editEquipment, { id, name: 'After', remark: 'moved' })
    expect(await info(id)).toMatchObject({ name: 'After', remark: 'moved' })
    const row = await newest('After')
    expect(row).toMatchObject({ act: 'edit', before: { name: 'Before', remark: null }, after: { name: 'After' } })
    expect(Object.keys(row?.before as object)).not.toContain('orgId')
  })

  test('rejects the name of another device, and accepts the own name', async () => {
    const id = await device(server.admin, 'Mine')
    await device(server.admin, 'Taken')
    expect((await server.admin.ask(editEquipment, { id, name: 'Taken' })).code).toBe(10003)
    expect((await server.admin.ask(editEquipment, { id, name: 'Mine' })).code).toBe(200)
  })

  test('an unknown group is 10002 with its field', async () => {
    const id = await device(server.admin, 'Groupless')
    expect(await server.admin.ask(editEquipment, { id, name: 'Groupless', groupId: 999 })).toMatchObject({
      code: 10002,
      data: { field: 'groupId' },
    })
  })
})

describe('deleting', () => {
  test('deletes its configuration and keeps its log', async () => {
    const id = await device(server.admin, 'Doomed')
    await configure(server.admin, id)
    await server.admin.call(deleteEquipment, { id })
    expect((await server.admin.ask(equipmentInfo, { id })).code).toBe(1101)
    expect((await server.admin.ask(queryConfig, { equipmentId: id })).code).toBe(1101)
    expect(await newest('Doomed')).toMatchObject({ act: 'delete', before: { name: 'Doomed' } })
  })

  test('is rejected while a gateway is bound: 1108', async () => {
    const { equipmentId } = await site(server, 'Bound')
    expect((await server.admin.ask(deleteEquipment, { id: equipmentId })).code).toBe(1108)
    expect((await info(equipmentId)).name).toBe('Bound')
  })
})

describe('lists', () => {
  test('can be filtered by word, group, author and gateway, and are paged', async () => {
    const { total } = await server.admin.call(queryEquipments, {})
    const group = await server.admin.call(addGroup, { name: 'Listed', parentId: null })
    for (const name of ['List 1', 'List 2', 'List_3']) {
      await server.admin.call(addEquipment, { name, groupId: group.id, number: `nr ${name}` })
    }
    const names = async (filter: object) =>
      (await server.admin.call(queryEquipments, filter)).rows.map(({ name }) => name)
    expect((await server.admin.call(queryEquipments, {})).total).toBe(total + 3)
    expect(await names({ groupId: group.id })).toEqual(['List_3', 'List 2', 'List 1'])
    expect(await names({ groupId: group.id, pageNo: 2, pageSize: 2 })).toEqual(['List 1'])
    expect(await names({ keyword: 'nr list 2' })).toEqual(['List 2'])
    expect(await names({ keyword: '_3' })).toEqual(['List_3'])
    expect(await names({ keyword: '%' })).toEqual([])
    expect(await names({ groupId: group.id, ungrouped: true })).toEqual([])
    expect(await names({ groupId: group.id, bound: true })).toEqual([])
    expect(await names({ groupId: group.id, bound: false, mine: true })).toHaveLength(3)
  })

  test('sort devices with sort numbers first', async () => {
    const group = await server.admin.call(addGroup, { name: 'Sorted', parentId: null })
    await server.admin.call(addEquipment, { name: 'second', groupId: group.id, sort: 2 })
    await server.admin.call(addEquipment, { name: 'first', groupId: group.id, sort: 1 })
    await server.admin.call(addEquipment, { name: 'last', groupId: group.id })
    const { rows } = await server.admin.call(queryEquipments, { groupId: group.id })
    expect(rows.map(({ name }) => name)).toEqual(['first', 'second', 'last'])
  })

  test('have an empty page beyond the end, and reject a page of 0 rows', async () => {
    expect((await server.admin.call(queryEquipments, { pageNo: 1000 })).rows).toEqual([])
    expect(await server.admin.ask(queryEquipments, { pageSize: 0 })).toMatchObject({ data: { field: 'pageSize' } })
    expect(await server.admin.ask(queryEquipments, { pageSize: 201 })).toMatchObject({ data: { field: 'pageSize' } })
  })

  test('for selection have few fields, and the gateway', async () => {
    const { equipmentId, sn } = await site(server, 'Choice')
    const found = await server.admin.call(queryEquipmentsByUser, { keyword: sn })
    expect(found).toEqual([{ id: equipmentId, name: 'Choice', sn, state: 'offline' }])
    expect((await server.admin.ask(queryEquipmentsByUser, { keyword: 'x'.repeat(51) })).code).toBe(10001)
  })

  test('show each manufacturer once', async () => {
    await server.admin.call(addEquipment, { name: 'm1', manufacturer: 'ABB' })
    await server.admin.call(addEquipment, { name: 'm2', manufacturer: 'ABB' })
    const found = await server.admin.call(queryManufacturers, {})
    expect(found.filter((name) => name === 'ABB')).toHaveLength(1)
    expect((await server.nobody.ask(queryManufacturers, {})).code).toBe(1006)
  })
})

test('another company can neither see, change, delete nor follow our devices', async () => {
  const id = await device(server.admin, 'Private')
  const other = await server.otherCompany()
  expect((await other.call(queryEquipments, { keyword: 'Private' })).total).toBe(0)
  expect(await other.call(queryEquipmentsByUser, { keyword: 'Private' })).toEqual([])
  expect((await other.ask(equipmentInfo, { id })).code).toBe(1101)
  expect((await other.ask(editEquipment, { id, name: 'stolen' })).code).toBe(1101)
  expect((await other.ask(deleteEquipment, { id })).code).toBe(1101)
  expect((await other.ask(follow, { equipmentId: id })).code).toBe(1101)
  expect(await info(id)).toMatchObject({ name: 'Private' })
})

test('an account without the permission changes nothing: 90002', async () => {
  await server.addAccount({ loginname: 'external', roleType: 'external' })
  const external = await server.as('external', 'Waterworks1')
  expect((await external.ask(addEquipment, { name: 'sneaky' })).code).toBe(90002)
  expect((await server.admin.call(queryEquipments, { keyword: 'sneaky' })).total).toBe(0)
})

describe('the name of an invisible device', () => {
  test('cannot be used by a new or renamed device', async () => {
    await device(server.admin, 'Unseen pump')
    const engineer = await person(server, 'engineer', { auths: ['equipment:add', 'equipment:edit'] })
    const refused = { code: 10003, data: { field: 'name' } }
    expect(await engineer.ask(addEquipment, { name: 'Unseen pump' })).toMatchObject(refused)
    const { id } = await engineer.call(addEquipment, { name: 'Own pump' })
    expect(await engineer.ask(editEquipment, { id, name: 'Unseen pump' })).toMatchObject(refused)
    expect((await engineer.call(equipmentInfo, { id })).name).toBe('Own pump')
  })
})
