// Groups over HTTP, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { addEquipment } from '../equipment/contract.ts'
import { addGroup, deleteGroup, editGroup, queryGroups, queryMonitorGroups } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const add = (name: string, parentId: number | null = null) => server.admin.call(addGroup, { name, parentId })

describe('adding', () => {
  test('a group is in the list of all groups', async () => {
    const group = await add('Waterworks')
    expect(group).toMatchObject({ name: 'Waterworks', parentId: null, equipmentCount: 0 })
    expect(await server.admin.call(queryGroups, {})).toContainEqual(group)
  })

  test('an eleventh level is refused', async () => {
    let parent = await add('level 1')
    for (let level = 2; level <= 10; level += 1) parent = await add(`level ${level}`, parent.id)
    expect((await server.admin.ask(addGroup, { name: 'level 11', parentId: parent.id })).code).toBe(1201)
  })

  test('a name is required, has at most 30 characters, and is unique below a parent', async () => {
    expect(await server.admin.ask(addGroup, { name: '  ', parentId: null })).toMatchObject({
      code: 10001,
      data: { field: 'name' },
    })
    expect((await server.admin.ask(addGroup, { name: 'x'.repeat(31), parentId: null })).code).toBe(10001)
    const { id } = await add('twice')
    expect((await server.admin.ask(addGroup, { name: 'twice', parentId: null })).code).toBe(1203)
    expect((await server.admin.ask(addGroup, { name: 'twice', parentId: id })).code).toBe(200)
  })

  test('the same name twice at the same moment succeeds once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.admin.ask(addGroup, { name: 'race', parentId: null })))
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1203, 1203])
  })
})

describe('editing', () => {
  test('renames and moves, and logs the former state', async () => {
    const place = await add('place')
    const group = await add('old name')
    const edited = await server.admin.call(editGroup, { id: group.id, name: 'new name', parentId: place.id })
    expect(edited).toMatchObject({ name: 'new name', parentId: place.id })
    const { rows } = await server.admin.call(queryOperations, { keyword: 'new name' })
    expect(rows[0]).toMatchObject({
      act: 'move',
      before: { name: 'old name', parentId: null },
      after: { parentId: place.id },
    })
  })

  test('below itself is rejected', async () => {
    const group = await add('self')
    expect((await server.admin.ask(editGroup, { id: group.id, name: 'self', parentId: group.id })).code).toBe(10002)
  })
})

describe('deleting', () => {
  test('its devices become ungrouped', async () => {
    const group = await add('short-lived')
    await server.admin.call(addEquipment, { name: 'Pump house', groupId: group.id })
    const before = await server.admin.call(queryMonitorGroups, {})
    await server.admin.call(deleteGroup, { id: group.id })
    const after = await server.admin.call(queryMonitorGroups, {})
    expect(after.ungrouped).toBe(before.ungrouped + 1)
    expect(after.groups.some(({ id }) => id === group.id)).toBe(false)
  })

  test('with subgroups it is rejected', async () => {
    const parent = await add('parent')
    await add('child', parent.id)
    expect((await server.admin.ask(deleteGroup, { id: parent.id })).code).toBe(10007)
  })
})

test('another company can neither see, change nor delete our groups', async () => {
  const ours = await add('private')
  const other = await server.otherCompany()
  expect(await other.call(queryGroups, {})).toEqual([])
  expect((await other.ask(editGroup, { id: ours.id, name: 'stolen', parentId: null })).code).toBe(10002)
  expect((await other.ask(deleteGroup, { id: ours.id })).code).toBe(10002)
  expect((await other.ask(addGroup, { name: 'inside', parentId: ours.id })).code).toBe(10002)
  expect((await other.ask(addEquipment, { name: 'inside', groupId: ours.id })).code).toBe(10002)
})

test('the counts of a group include the devices of every group below it', async () => {
  const top = await add('top')
  const inner = await add('inner', top.id)
  await server.admin.call(addEquipment, { name: 'Inner device', groupId: inner.id })
  const { groups } = await server.admin.call(queryMonitorGroups, {})
  expect(groups.find(({ id }) => id === top.id)).toMatchObject({ equipmentCount: 0, totalCount: 1 })
})
