// Projects over HTTP, on a real database.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { alarm, alarmRule } from '../../../testkit/alarms.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device, liveSite } from '../../../testkit/site.ts'
import { deleteEquipment } from '../../device/equipment/contract.ts'
import { homePage, pageInfo, savePage } from '../../page/page/contract.ts'
import {
  copyPage,
  deletePage,
  exportPage,
  importPage,
  queryPages,
  saveHomePage,
} from '../../page/page-list/contract.ts'
import { queryAlarmCount, queryEquipCount } from '../../page/page-values/contract.ts'
import { queryPageVersions } from '../../page/page-versions/contract.ts'
import { addGrant, addProjectGrant } from '../../people/grant/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import {
  addProject,
  addProjectEquips,
  copyProject,
  deleteProject,
  deleteProjectEquip,
  editProject,
  projectInfo,
  queryAllProjectEquips,
  queryNoBindEquips,
  queryProjectEquips,
  queryProjectOperations,
  queryProjects,
  queryProjectsByUser,
  saveProjectSeq,
  updateProjectKey,
} from './contract.ts'

let server: TestServer
let intake: EquipmentId
let works: EquipmentId
beforeAll(async () => {
  server = await testServer()
  intake = await device(server.admin, 'Intake')
  works = await device(server.admin, 'Works')
})
afterAll(() => server.stop())

let count = 0
let id: ProjectId
beforeEach(async () => {
  count += 1
  id = (await server.admin.call(addProject, { name: `Town ${count}`, note: 'Water' })).id
})

const json = JSON.stringify({ widgets: [] })
const save = async (title: string, more: object = {}) =>
  (await server.admin.call(savePage, { projectId: id, title, json, ...more })).id

describe('a project', () => {
  test('is added at the end, read, edited and deleted, with entries in the log', async () => {
    expect(await server.admin.call(projectInfo, { id })).toMatchObject({
      ...{ name: `Town ${count}`, note: 'Water', errorValShow: 'custom', errorDefaultVal: '0' },
      ...{ equips: 0, pages: 0, homePageId: null },
    })
    const edited = { id, name: `City ${count}`, note: null, errorValShow: 'last', errorDefaultVal: '--' } as const
    expect(await server.admin.call(editProject, edited)).toMatchObject({ ...edited, note: '' })
    expect((await server.admin.call(queryProjects, {})).at(-1)).toMatchObject({ id, name: `City ${count}` })
    const { rows } = await server.admin.call(queryOperations, { keyword: `City ${count}` })
    expect(rows[0]).toMatchObject({ act: 'edit', before: { name: `Town ${count}` }, after: { errorValShow: 'last' } })
    await server.admin.call(deleteProject, { id })
    expect((await server.admin.ask(projectInfo, { id })).code).toBe(10002)
  })

  test('has a unique name that is not empty or too long', async () => {
    expect(await server.admin.ask(addProject, { name: `Town ${count}`, note: null })).toMatchObject({
      code: 10003,
      data: { field: 'name' },
    })
    for (const name of [' ', 'x'.repeat(limits.titleLength + 1)])
      expect((await server.admin.ask(addProject, { name, note: null })).code).toBe(10001)
    expect((await server.admin.ask(editProject, { id, name: `Town ${count}`, note: null })).code).toBe(200)
  })

  test('can be reordered; projects that are not listed follow in their order', async () => {
    const all = (await server.admin.call(queryProjects, {})).map((each) => each.id)
    await server.admin.call(saveProjectSeq, { ids: [id] })
    const after = (await server.admin.call(queryProjects, {})).map((each) => each.id)
    expect(after).toEqual([id, ...all.filter((each) => each !== id)])
  })
})

test('the list has the picture of the start page, or else of the first page by title', async () => {
  const pictureOf = async () =>
    (await server.admin.call(queryProjects, { pictures: true })).find((project) => project.id === id)?.picture
  expect(await pictureOf()).toBeNull()
  await save('B', { width: 300 })
  await save('C', { width: 400 })
  expect(await pictureOf()).toMatchObject({ con: { width: 300 }, parts: [] })
  await server.admin.call(saveHomePage, { id: await save('D', { width: 500 }) })
  expect(await pictureOf()).toMatchObject({ con: { width: 500 } })
  const [project] = await server.admin.call(queryProjects, {})
  expect(project).not.toHaveProperty('picture')
})

describe('devices of a project', () => {
  test('are added once, listed by name, and removed', async () => {
    expect(await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [works, intake, works] })).toEqual({
      added: 2,
    })
    expect(await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [works] })).toEqual({ added: 0 })
    const named = (await server.admin.call(queryProjectEquips, { projectId: id })).map(({ name }) => name)
    expect(named).toEqual(['Intake', 'Works'])
    expect((await server.admin.call(projectInfo, { id })).equips).toBe(2)
    await server.admin.call(deleteProjectEquip, { projectId: id, equipmentId: works })
    expect((await server.admin.call(queryAllProjectEquips, { projectId: id })).map(({ name }) => name)).toEqual([
      'Intake',
    ])
    const others = (await server.admin.call(queryNoBindEquips, { projectId: id })).map(({ name }) => name)
    expect(others).toContain('Works')
    expect(others).not.toContain('Intake')
  })

  test('have one key variable each, of their own', async () => {
    const { config } = await configure(server.admin, works, [
      { name: 'Level', title: 'Level', address: '40001', dataType: 'uint16' },
    ])
    const signalId = config.signals[0]!.id
    await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [works, intake] })
    expect(await server.admin.ask(updateProjectKey, { projectId: id, equipmentId: intake, signalId })).toMatchObject({
      code: 2605,
      data: { field: 'signalId' },
    })
    await server.admin.call(updateProjectKey, { projectId: id, equipmentId: works, signalId })
    const keys = (await server.admin.call(queryProjectEquips, { projectId: id })).map(({ keyTitle }) => keyTitle)
    expect(keys).toEqual([null, 'Level'])
    await server.admin.call(updateProjectKey, { projectId: id, equipmentId: works, signalId: null })
    expect((await server.admin.call(queryProjectEquips, { projectId: id }))[1]).toMatchObject({ keySignalId: null })
    await server.admin.call(deleteProjectEquip, { projectId: id, equipmentId: works })
    expect((await server.admin.ask(updateProjectKey, { projectId: id, equipmentId: works, signalId })).code).toBe(10002)
  })

  test('are counted by state, also for accounts that see none of them', async () => {
    const { gatewayId } = await liveSite(server, `Live ${count}`)
    const { equipmentId: live } = await server.platform.db
      .selectFrom('binding')
      .select('equipmentId')
      .where('gatewayId', '=', gatewayId)
      .executeTakeFirstOrThrow()
    const { db } = server.platform
    const ruleId = await alarmRule(db, { equipmentId: works, name: `Rule ${count}` })
    await alarm(db, { ruleId, raisedAt: Date.now() })
    await alarm(db, { ruleId, raisedAt: Date.now() + 1 })
    await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [live, works, intake] })
    const counted = (more: object) => server.admin.call(queryEquipCount, { projectId: id, ...more })
    expect([await counted({}), await counted({ online: true }), await counted({ online: 'false' })]).toEqual([3, 1, 2])
    expect([await counted({ alarm: true }), await counted({ alarm: false, online: true })]).toEqual([1, 1])
    expect(await server.admin.call(queryAlarmCount, { projectId: id })).toBe(2)
    const standing = (await server.admin.call(queryProjectsByUser, {})).find((each) => each.id === id)
    // The alarms belong to a gateway that has never been online.
    expect(standing).toMatchObject({ equips: 3, online: 1, offline: 1, sleeping: 0, alarmEquips: 1, alarms: 2 })
    for (const [state, counts] of [
      ['sleeping', { online: 0, offline: 1, sleeping: 1 }],
      ['offline', { online: 0, offline: 2, sleeping: 0 }],
    ] as const) {
      await db.updateTable('gateway').set({ state }).where('id', '=', gatewayId).execute()
      const found = (await server.admin.call(queryProjectsByUser, {})).find((each) => each.id === id)
      expect(found).toMatchObject(counts)
    }
    const { id: empty } = await server.admin.call(addProject, { name: `Empty ${count}`, note: null })
    expect(await server.admin.call(queryAlarmCount, { projectId: empty })).toBe(0)
    expect(await server.admin.call(queryEquipCount, { projectId: empty })).toBe(0)
  })

  test('disappear from projects when they are deleted', async () => {
    const gone = await device(server.admin, `Gone ${count}`)
    await server.admin.call(addProjectEquips, { projectId: id, equipmentIds: [gone] })
    await server.admin.call(deleteEquipment, { id: gone })
    expect(await server.admin.call(queryProjectEquips, { projectId: id })).toEqual([])
  })
})

describe('pages of a project', () => {
  test('are saved in versions, listed, copied, made the start page and deleted', async () => {
    const first = await save('Overview', { startup: '1' })
    const second = await save('Energy')
    await server.admin.call(savePage, { id: second, projectId: id, title: 'Energy 2', json, version: 1 })
    expect((await server.admin.call(queryPageVersions, { id: second })).map(({ version }) => version)).toEqual([2, 1])
    expect(await server.admin.call(pageInfo, { id: second })).toMatchObject({ projectId: id, equipmentId: null })
    const copy = await server.admin.call(copyPage, { id: second })
    expect(copy).toMatchObject({ title: 'Energy 3', moved: 0, cleared: 0 })
    const listed = await server.admin.call(queryPages, { projectId: id })
    expect(listed.map(({ title }) => title)).toEqual(['Overview', 'Energy 2', 'Energy 3'])
    expect((await server.admin.call(homePage, { projectId: id }))?.id).toBe(first)
    await server.admin.call(saveHomePage, { id: second })
    expect(await server.admin.call(projectInfo, { id })).toMatchObject({ pages: 3, homePageId: second })
    await server.admin.call(deletePage, { id: second })
    expect(await server.admin.call(homePage, { projectId: id })).toBeNull()
  })

  test('have types for menus; the start page is a main page', async () => {
    await save('Overview', { startup: '1', type: 'sub' })
    await save('Pump popup', { type: 'sub' })
    await save('Energy', { type: 'main' })
    const { pageList } = await server.admin.call(projectInfo, { id })
    expect(pageList.map(({ title, type }) => [title, type])).toEqual([
      ['Overview', 'main'],
      ['Energy', 'main'],
      ['Pump popup', 'sub'],
    ])
  })

  test('belong either to a device or to a project, and stay there', async () => {
    const page = await save('Overview')
    const both = { equipmentId: intake, projectId: id, title: 'Both', json }
    expect(await server.admin.ask(savePage, both)).toMatchObject({ code: 10001, data: { field: 'equipmentId' } })
    expect(await server.admin.ask(savePage, { title: 'None', json })).toMatchObject({ code: 10001 })
    expect((await server.admin.ask(savePage, { id: page, equipmentId: intake, title: 'Moved', json })).code).toBe(10002)
    expect((await server.admin.ask(queryPages, {})).code).toBe(10001)
  })

  test('can be exported to a file and imported into another project', async () => {
    const { config } = await configure(server.admin, intake, [
      { name: 'Flow', title: 'Flow', address: '40002', dataType: 'uint16' },
    ])
    const data = { type: 'signal', equipId: intake, signalId: config.signals[0]!.id, title: 'Flow' }
    const position = { x: 0, y: 0, width: 80, height: 20, rotate: 0 }
    const widgets = [{ id: 'a', widgetType: 'DataText', position, data }]
    const page = await save('Overview', { json: JSON.stringify({ widgets }) })
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ id: page })
    const file = await (await server.admin.raw(exportPage.path, { method: 'POST', headers, body })).text()
    const { id: other } = await server.admin.call(addProject, { name: `Other ${count}`, note: null })
    const taken = await server.admin.call(importPage, { projectId: other, json: file })
    expect(taken).toMatchObject({ title: 'Overview', widgets: 1, bound: 1, lost: 0 })
    expect((await server.admin.call(pageInfo, { id: taken.id })).content.bind.equips).toEqual([intake])
  })

  test('are deleted with their project, including their versions', async () => {
    const page = await save('Overview')
    await server.admin.call(deleteProject, { id })
    expect((await server.admin.ask(pageInfo, { id: page })).code).toBe(10002)
    const { db } = server.platform
    const left = await db.selectFrom('configVersion').select('id').where('projectId', '=', id).execute()
    expect(left).toEqual([])
  })

  test('are limited to 100', async () => {
    const page = { orgId: 1, projectId: id, equipmentId: null, title: 'One of many', content: '{}', updatedAt: 1 }
    const { db } = server.platform
    await db.insertInto('page').values(Array(limits.configPages).fill(page)).execute()
    expect((await server.admin.ask(savePage, { projectId: id, title: 'One more', json })).code).toBe(2603)
  })
})

test('the alarms of a project are counted only for an account that may see alarms', async () => {
  const { admin } = server
  await admin.call(addProjectEquips, { projectId: id, equipmentIds: [await device(admin, 'Press')] })
  const watcher = await person(server, `watcher-${count}`, { auths: ['monitor:view'], dataRange: 'all' })
  const grant = { projectId: id, accountId: watcher.accountId, loginname: null, mayWrite: false }
  await admin.call(addProjectGrant, grant)
  const standing = (await watcher.call(queryProjectsByUser, {})).find((each) => each.id === id)
  expect(standing).toMatchObject({ equips: 1, alarmEquips: null, alarms: null })
  expect(await watcher.call(queryEquipCount, { projectId: id, online: false })).toBe(1)
  for (const alarm of [true, false])
    expect((await watcher.ask(queryEquipCount, { projectId: id, alarm })).code).toBe(90002)
  expect((await watcher.ask(queryAlarmCount, { projectId: id })).code).toBe(90002)
})

describe('an account that sees only some devices', () => {
  let builder: Person
  beforeEach(async () => {
    builder = await person(server, `builder${count}`, { auths: ['project:edit', 'page:edit'] })
  })

  test('sees its own projects and no others, by any call', async () => {
    const page = await save('Overview')
    const { id: own } = await builder.call(addProject, { name: `Own ${count}`, note: null })
    expect((await builder.call(queryProjects, {})).map((each) => each.id)).toEqual([own])
    expect((await builder.call(queryProjectsByUser, {})).map((each) => each.id)).toEqual([own])
    for (const answer of [
      await builder.ask(projectInfo, { id }),
      await builder.ask(editProject, { id, name: 'Mine', note: null }),
      await builder.ask(deleteProject, { id }),
      await builder.ask(saveProjectSeq, { ids: [id] }),
      await builder.ask(queryPages, { projectId: id }),
      await builder.ask(pageInfo, { id: page }),
      await builder.ask(savePage, { projectId: id, title: 'In', json }),
      await builder.ask(savePage, { id: page, projectId: own, title: 'In', json }),
      await builder.ask(copyPage, { id: page, projectId: own }),
      await builder.ask(queryPageVersions, { id: page }),
    ])
      expect(answer.code).toBe(10002)
  })

  test('cannot add or rename a project to the name of an invisible one', async () => {
    const taken = { name: `Town ${count}`, note: null }
    expect(await builder.ask(addProject, taken)).toMatchObject({ code: 10003, data: { field: 'name' } })
    const { id: own } = await builder.call(addProject, { name: `Own ${count}`, note: null })
    expect(await builder.ask(editProject, { ...taken, id: own })).toMatchObject({ code: 10003 })
    await server.admin.call(addProject, { name: `Own ${count} (copy)`, note: null })
    const copy = await builder.call(copyProject, { id: own })
    expect(copy.name).toBe(`Own ${count} (copy 2)`)
  })

  test('sorts its projects; invisible ones stay at their places', async () => {
    const add = async (who: Caller, name: string) =>
      (await who.call(addProject, { name: `${name} ${count}`, note: null })).id
    const first = await add(builder, 'First')
    const between = await add(server.admin, 'Between')
    const second = await add(builder, 'Second')
    const order = async () => (await server.admin.call(queryProjects, {})).map((each) => each.id)
    expect((await order()).slice(-3)).toEqual([first, between, second])
    const before = (await order()).slice(0, -3)
    await builder.call(saveProjectSeq, { ids: [second] })
    expect(await order()).toEqual([...before, second, between, first])
    const places = (await server.admin.call(queryProjects, {})).map(({ seq }) => seq)
    expect(new Set(places).size).toBe(places.length)
  })

  test('is limited by the projects of the company, also invisible ones', async () => {
    const { id: own } = await builder.call(addProject, { name: `Own ${count}`, note: null })
    const { db } = server.platform
    const row = { orgId: 1, name: 'One of many', seq: 1, createdAt: 1, updatedAt: 1 }
    await db.insertInto('project').values(Array(limits.projects).fill(row)).execute()
    expect((await builder.ask(addProject, { name: `More ${count}`, note: null })).code).toBe(2601)
    expect((await builder.ask(copyProject, { id: own })).code).toBe(2601)
    await db.deleteFrom('project').where('name', '=', 'One of many').execute()
  })

  test('is limited by the devices of the project, also invisible ones', async () => {
    const { accountId } = builder
    await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: works, mayWrite: true })
    const { id: own } = await builder.call(addProject, { name: `Full ${count}`, note: null })
    const { db } = server.platform
    await sql`with made as (insert into equipment (org_id, name, created_at, created_by)
        select 1, 'One of many ' || n, 1, 1 from generate_series(1, ${limits.projectEquips}::int) n returning id)
      insert into project_equip (org_id, project_id, equipment_id, added_at) select 1, ${own}, id, 1 from made`.execute(
      db,
    )
    expect((await builder.ask(addProjectEquips, { projectId: own, equipmentIds: [works] })).code).toBe(2606)
    expect(await builder.call(queryProjectEquips, { projectId: own })).toEqual([])
    await db.deleteFrom('equipment').where('name', 'like', 'One of many %').execute()
  })

  test('adds only visible devices, and sees only these in a project', async () => {
    const { accountId } = builder
    await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: works, mayWrite: false })
    const { id: own } = await builder.call(addProject, { name: `Part ${count}`, note: null })
    const foreign = await builder.ask(addProjectEquips, { projectId: own, equipmentIds: [intake] })
    expect([1101, 10002]).toContain(foreign.code)
    expect((await builder.call(queryNoBindEquips, { projectId: own })).map(({ equipmentId }) => equipmentId)).toEqual([
      works,
    ])
    await server.admin.call(addProjectEquips, { projectId: own, equipmentIds: [intake, works] })
    const seen = await builder.call(queryAllProjectEquips, { projectId: own })
    expect(seen.map(({ equipmentId }) => equipmentId)).toEqual([works])
    const { id: page } = await builder.call(savePage, { projectId: own, title: 'Mine', json })
    expect(await builder.call(pageInfo, { id: page })).toMatchObject({ projectId: own })
  })
})

test('another company sees nothing of it', async () => {
  const other = await server.otherCompany()
  const page = await save('Overview')
  expect(await other.call(queryProjects, {})).toEqual([])
  for (const answer of [
    await other.ask(projectInfo, { id }),
    await other.ask(deleteProject, { id }),
    await other.ask(queryProjectEquips, { projectId: id }),
    await other.ask(addProjectEquips, { projectId: id, equipmentIds: [intake] }),
    await other.ask(pageInfo, { id: page }),
    await other.ask(queryPages, { projectId: id }),
  ])
    expect([1101, 10002]).toContain(answer.code)
})

test('the operations list shows states and access, limited by permissions', async () => {
  const { admin } = server
  const equipmentIds = [await device(admin, 'Mill'), await device(admin, 'Kiln')]
  await admin.call(addProjectEquips, { projectId: id, equipmentIds })
  await save('Overview')
  const viewer = await person(server, `operator-${count}`, { auths: ['project:view'], dataRange: 'all' })
  const grant = { projectId: id, accountId: viewer.accountId, loginname: null, mayWrite: false }
  await admin.call(addProjectGrant, grant)
  const of = async (who: Caller) => (await who.call(queryProjectOperations, {})).find((each) => each.id === id)
  const stands = { equips: 2, online: 0, offline: 0, sleeping: 0, alarms: 0, pages: 1, pageSavedAt: expect.any(Number) }
  expect(await of(admin)).toMatchObject({ ...stands, isShared: false, grants: 1 })
  const hidden = { alarms: null, alarmEquips: null, isShared: null, grants: null }
  expect(await of(viewer)).toMatchObject({ ...stands, ...hidden })
})
