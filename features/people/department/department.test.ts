// Departments over HTTP, on a real database.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DepartmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { addEquipment, queryEquipments } from '../../device/equipment/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { addDepartment, deleteDepartment, editDepartment, queryDepartments } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
})
afterAll(() => server.stop())

const add = (name: string, parentId: DepartmentId | null = null) => server.admin.call(addDepartment, { name, parentId })

/** An account in a department, with a role that sees the department's devices. */
async function member(loginname: string, departmentId: DepartmentId, auths: Permission[] = []): Promise<Person> {
  const found = await person(server, loginname, { auths, dataRange: 'department' })
  await server.platform.db.updateTable('account').set({ departmentId }).where('id', '=', found.accountId).execute()
  return found
}

describe('the tree', () => {
  test('lists departments with their members, in order', async () => {
    const works = await add('Works')
    const line = await add('Line 1', works.id)
    await member('li', line.id)
    const all = await server.admin.call(queryDepartments, {})
    expect(all).toContainEqual({ ...line, parentId: works.id, memberCount: 1 })
    expect(all).toContainEqual({ ...works, memberCount: 0 })
  })

  test('has at most ten levels, and unique names below a parent', async () => {
    let parent = await add('level 1')
    for (let level = 2; level <= 10; level += 1) parent = await add(`level ${level}`, parent.id)
    expect((await server.admin.ask(addDepartment, { name: 'level 11', parentId: parent.id })).code).toBe(1201)
    await add('twice')
    expect(await server.admin.ask(addDepartment, { name: ' twice ', parentId: null })).toMatchObject({
      code: 10003,
      data: { field: 'name' },
    })
    expect((await server.admin.ask(addDepartment, { name: 'x'.repeat(31), parentId: null })).code).toBe(10001)
  })

  test('parallel calls do not add the same name twice', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.admin.ask(addDepartment, { name: 'race', parentId: null })),
    )
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 10003, 10003])
  })

  test('can be rearranged, but not below itself, and is logged', async () => {
    const [place, moved] = [await add('Place'), await add('Moved')]
    await server.admin.call(editDepartment, { id: moved.id, name: 'Renamed', parentId: place.id })
    const { rows } = await server.admin.call(queryOperations, { keyword: 'Renamed' })
    expect(rows[0]).toMatchObject({ act: 'move', objectType: 'department', before: { name: 'Moved', parentId: null } })
    expect((await server.admin.ask(editDepartment, { id: place.id, name: 'Place', parentId: moved.id })).code).toBe(
      10002,
    )
  })
})

test('a department with members or sub-departments cannot be deleted, and the reply names them', async () => {
  const top = await add('Kept')
  const inner = await add('Inner', top.id)
  await member('wang', inner.id)
  expect(await server.admin.ask(deleteDepartment, { id: top.id })).toMatchObject({
    code: 10007,
    msg: 'Still in use: Inner',
  })
  expect(await server.admin.ask(deleteDepartment, { id: inner.id })).toMatchObject({
    code: 10007,
    msg: 'Still in use: wang',
  })
  await server.platform.db.updateTable('account').set({ departmentId: null }).where('loginname', '=', 'wang').execute()
  await server.admin.call(deleteDepartment, { id: inner.id })
  await server.admin.call(deleteDepartment, { id: top.id })
  expect((await server.admin.call(queryDepartments, {})).map(({ name }) => name)).not.toContain('Kept')
})

describe('an account with the department range', () => {
  test('sees devices of its department and below, also after a department has moved', async () => {
    const [own, elsewhere] = [await add('Own'), await add('Elsewhere')]
    const below = await add('Below', own.id)
    const chief = await member('chief', own.id, ['equipment:view'])
    const makers = [
      await member('near', below.id, ['equipment:add']),
      await member('far', elsewhere.id, ['equipment:add']),
    ]
    for (const [i, maker] of makers.entries()) await maker.call(addEquipment, { name: `Made ${i}` })
    const seen = async () => (await chief.call(queryEquipments, {})).rows.map(({ name }) => name).sort()
    expect(await seen()).toEqual(['Made 0'])
    await server.admin.call(editDepartment, { id: elsewhere.id, name: 'Elsewhere', parentId: below.id })
    expect(await seen()).toEqual(['Made 0', 'Made 1'])
  })

  test('can only change departments below its own', async () => {
    const [own, other] = [await add('His'), await add('Hers')]
    const head = await member('head', own.id, ['department:edit'])
    expect((await head.ask(editDepartment, { id: other.id, name: 'Hers', parentId: own.id })).code).toBe(10002)
    expect((await head.ask(editDepartment, { id: other.id, name: 'Renamed hers', parentId: null })).code).toBe(10002)
    expect((await head.ask(deleteDepartment, { id: other.id })).code).toBe(10002)
    expect((await head.ask(addDepartment, { name: 'Below hers', parentId: other.id })).code).toBe(10002)
    expect((await head.ask(editDepartment, { id: own.id, name: 'Mine', parentId: null })).code).toBe(1126)
    expect((await head.ask(addDepartment, { name: 'On top', parentId: null })).code).toBe(1125)
    const below = await head.call(addDepartment, { name: 'Shift', parentId: own.id })
    expect((await head.ask(editDepartment, { id: below.id, name: 'Late shift', parentId: own.id })).code).toBe(200)
    const listed = await head.call(queryDepartments, {})
    const places = listed.map(({ name, parentId }) => [name, parentId])
    expect(places.sort()).toEqual([
      ['His', null],
      ['Late shift', own.id],
    ])
    expect((await head.ask(deleteDepartment, { id: below.id })).code).toBe(200)
  })
})

test('another company neither sees, changes nor deletes ours', async () => {
  const ours = await add('Private')
  const other = await server.otherCompany()
  expect(await other.call(queryDepartments, {})).toEqual([])
  expect((await other.ask(editDepartment, { id: ours.id, name: 'stolen', parentId: null })).code).toBe(10002)
  expect((await other.ask(addDepartment, { name: 'inside', parentId: ours.id })).code).toBe(10002)
  expect((await other.ask(deleteDepartment, { id: ours.id })).code).toBe(10002)
})
