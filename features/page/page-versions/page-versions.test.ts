// The versions of a page over HTTP: each save is one, concurrent saves are detected, older ones can be restored.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configHash } from '../../../contract/config-hash.ts'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { atOnce } from '../../../testkit/at-once.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { homePage, type PageConflict, pageInfo, savePage } from '../page/contract.ts'
import { pastPage } from '../page-past/contract.ts'
import { queryPageVersions, restorePage } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let count = 0
let equipmentId: EquipmentId
let made: Awaited<ReturnType<typeof configure>>
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Paged ${count}`)
  made = await configure(server.admin, equipmentId, [{ name: 'Level', address: '40001', dataType: 'uint16' }])
})

const text = (id: string, words: string) => ({
  ...{ id, widgetType: 'Text', data: { text: words } },
  position: { x: 1, y: 2, width: 30, height: 40, rotate: 0 },
})
const ask = (widgets: unknown[], fields: object = {}) =>
  server.admin.ask(savePage, { equipmentId, title: 'Overview', json: JSON.stringify({ widgets }), ...fields })
const save = async (widgets: unknown[], fields: object = {}) => {
  const { code, msg, data } = await ask(widgets, fields)
  if (!data) throw new Error(`${code} ${msg}`)
  return data
}
const read = (id: PageId, version?: number) => server.admin.call(pageInfo, { id, version })
const list = (id: PageId) => server.admin.call(queryPageVersions, { id })

describe('a save', () => {
  test('is a version with its author, time and reason', async () => {
    const { id, version } = await save([text('a', 'one')], { message: ' First draft ' })
    expect(version).toBe(1)
    expect(await save([text('a', 'two')], { id, version: 1 })).toEqual({ id, version: 2 })
    const versions = await list(id)
    expect(versions).toMatchObject([
      { version: 2, savedBy: 'admin', message: '', restored: null },
      { version: 1, savedBy: 'admin', message: 'First draft', restored: null },
    ])
    expect(versions.map(({ hash }) => hash.length)).toEqual([64, 64])
    expect(versions[0]!.hash).not.toBe(versions[1]!.hash)
    expect((await read(id, 1)).content.widgets).toEqual([text('a', 'one')])
    expect(await read(id)).toMatchObject({ version: 2, content: { widgets: [text('a', 'two')] } })
    const { rows } = await server.admin.call(queryOperations, { act: 'savePage' })
    expect(rows[0]).toMatchObject({ objectId: id, after: { version: 2, widgets: 1 } })
  })

  test('on an older version is 10004 with the seen and the newest version, and changes nothing', async () => {
    const { id } = await save([text('a', 'one')])
    await save([text('a', 'theirs')], { id, version: 1, title: 'Renamed' })
    const { code, data } = await ask([text('a', 'mine')], { id, version: 1 })
    expect(code).toBe(10004)
    const { base, newest } = data as unknown as PageConflict
    expect(base).toMatchObject({ version: 1, title: 'Overview', content: { widgets: [text('a', 'one')] } })
    expect(newest).toMatchObject({ version: 2, savedBy: 'admin', title: 'Renamed' })
    expect(newest.content.widgets).toEqual([text('a', 'theirs')])
    expect(await read(id)).toMatchObject({ version: 2, title: 'Renamed' })
  })

  test('on a version that never existed is 10004 too', async () => {
    const { id } = await save([])
    const { code, data } = await ask([], { id, version: 7 })
    expect([code, (data as unknown as PageConflict).base]).toEqual([10004, null])
  })

  test('without a version overwrites the page, also after another author', async () => {
    const { id } = await save([text('a', 'one')])
    await save([text('a', 'two')], { id, version: 1 })
    expect(await save([text('a', 'three')], { id })).toEqual({ id, version: 3 })
    expect(await list(id)).toHaveLength(3)
  })

  test.each(['-1', '1.5', 'x', 2 ** 31])('with a version that is none (%s) is refused', async (version) => {
    const { id } = await save([])
    expect(await ask([], { id, version })).toMatchObject({ code: 10001, data: { field: 'version' } })
  })

  test('with more than 200 characters of reason is refused', async () => {
    expect(await ask([], { message: 'x'.repeat(201) })).toMatchObject({ code: 10001, data: { field: 'message' } })
  })
})

describe('concurrent saves', () => {
  const saved = (id: PageId, fields: object) =>
    atOnce(
      server,
      equipmentId,
      ['a', 'b', 'c'].map((each) => () => ask([text(each, each)], { id, ...fields })),
    )

  test('on the same version: exactly one succeeds, the others are refused', async () => {
    const { id } = await save([])
    const answers = await saved(id, { version: 1 })
    expect(answers.map(({ code }) => code).sort()).toEqual([10004, 10004, 200])
    const won = answers.findIndex(({ code }) => code === 200)
    expect((await read(id)).content.widgets).toEqual([text('abc'[won]!, 'abc'[won]!)])
    expect(await list(id)).toHaveLength(2)
  })

  test('without a version: all are saved, one after the other', async () => {
    const { id } = await save([])
    const answers = await saved(id, {})
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(answers.map(({ data }) => data!.version).sort()).toEqual([2, 3, 4])
    expect((await list(id)).map(({ version }) => version)).toEqual([4, 3, 2, 1])
  })
})

describe('an older version', () => {
  test('becomes the newest again, with title and content, and stays the start page', async () => {
    const { id } = await save([text('a', 'one')], { startup: '1' })
    await save([text('b', 'two')], { id, title: 'Renamed', startup: '1' })
    const restored = await server.admin.call(restorePage, { id, version: 2, restore: 1, message: 'Wrong tank' })
    expect(restored).toEqual({ id, version: 3 })
    expect(await read(id)).toMatchObject({ version: 3, title: 'Overview', startup: true })
    expect((await read(id)).content.widgets).toEqual([text('a', 'one')])
    expect((await server.admin.call(homePage, { equipmentId }))?.version).toBe(3)
    const [newest, , first] = await list(id)
    expect(newest).toMatchObject({ version: 3, restored: 1, message: 'Wrong tank', hash: first!.hash })
    const { rows } = await server.admin.call(queryOperations, { act: 'restorePage' })
    expect(rows[0]).toMatchObject({ objectType: 'page', objectId: id, after: { version: 3, restored: 1 } })
  })

  test('is not restored over an unseen version: 10004', async () => {
    const { id } = await save([text('a', 'one')])
    await save([text('a', 'two')], { id })
    await save([text('a', 'three')], { id })
    expect((await server.admin.ask(restorePage, { id, version: 2, restore: 1 })).code).toBe(10004)
    expect((await read(id)).content.widgets).toEqual([text('a', 'three')])
  })

  test('returns 10002 if it never existed', async () => {
    const { id } = await save([])
    expect((await server.admin.ask(restorePage, { id, version: 1, restore: 9 })).code).toBe(10002)
    expect((await server.admin.ask(pageInfo, { id, version: 9 })).code).toBe(10002)
    expect((await server.admin.ask(pageInfo, { id, version: 0 })).code).toBe(10002)
  })

  test('does not bring back a binding whose variable was deleted', async () => {
    const signalId = made.config.signals[0]!.id
    const bound = { ...text('a', 'one'), data: { type: 'signal', equipId: equipmentId, signalId } }
    const { id } = await save([bound])
    await save([], { id })
    await server.admin.call(saveSignals, { equipmentId, version: made.version, save: [], remove: [signalId] })
    await server.admin.call(restorePage, { id, version: 2, restore: 1 })
    expect(await read(id)).toMatchObject({
      content: { widgets: [{ data: { type: 'signal' } }], bind: { signals: [] } },
    })
    expect((await read(id)).content.widgets[0]!.data).not.toHaveProperty('signalId')
  })
})

test('a page from before versions existed is its version 1', async () => {
  const { id } = await save([text('a', 'one')])
  // The version has no author and no hash, as the migration left it.
  const { db } = server.platform
  const first = db.updateTable('configVersion').set({ hash: '', author: '', authorId: null })
  await first.where('objectType', '=', 'page').where('objectId', '=', id).execute()
  const [only] = await list(id)
  const { title, content } = await read(id, 1)
  expect(only).toMatchObject({ version: 1, savedBy: '', hash: configHash({ title, document: content }) })
  expect(await save([], { id, version: 1 })).toEqual({ id, version: 2 })
})

test('another company, and accounts that may not edit, cannot restore a version', async () => {
  const { id } = await save([])
  const other = await server.otherCompany()
  expect((await other.ask(queryPageVersions, { id })).code).toBe(10002)
  expect((await other.ask(pageInfo, { id, version: 1 })).code).toBe(10002)
  expect((await other.ask(restorePage, { id, version: 1, restore: 1 })).code).toBe(10002)
  await server.addAccount({ loginname: 'reader', roleType: 'internal' })
  const reader = await server.as('reader', adminPassword)
  expect((await reader.ask(restorePage, { id, version: 1, restore: 1 })).code).toBe(90002)
  const lister = await person(server, 'lister', { auths: ['equipment:view', 'monitor:view'], dataRange: 'all' })
  const viewer = await person(server, 'viewer', { auths: ['monitor:view'], dataRange: 'all' })
  expect((await lister.ask(pageInfo, { id, version: 1 })).code).toBe(200)
  expect((await viewer.ask(pageInfo, { id })).code).toBe(200)
  expect((await viewer.ask(pageInfo, { id, version: 1 })).code).toBe(10002)
  expect(await list(id)).toHaveLength(1)
})

describe('a page of a device in the past', () => {
  test('is the version that was current then, until the next one was saved', async () => {
    const { id } = await save([text('a', 'one')])
    await save([text('a', 'two'), text('b', 'new')], { id, title: 'Renamed' })
    const [second, first] = (await list(id)).map(({ savedAt }) => savedAt) as [number, number]
    // If both saves have the same time, the later one is the version at that time.
    const [at, until] = first === second ? [first - 1, first] : [first, second]
    const before = await server.admin.call(pastPage, { id, at: first - 1 })
    expect(before).toMatchObject({ page: null, savedAt: first, zone: 'Asia/Shanghai' })
    if (first !== second) {
      const stood = await server.admin.call(pastPage, { id, at })
      expect(stood).toMatchObject({ savedAt: first, until, page: { version: 1, title: 'Overview', equipmentId } })
      expect(stood.page?.content.widgets).toEqual([text('a', 'one')])
    }
    const newest = await server.admin.call(pastPage, { id, at: second })
    expect(newest).toMatchObject({ savedAt: second, until: null, page: { version: 2, title: 'Renamed' } })
  })

  test('requires the permission for history', async () => {
    const { id } = await save([])
    const viewer = await person(server, `past-${count}`, { auths: ['monitor:view'], dataRange: 'all' })
    expect((await viewer.ask(pastPage, { id, at: Date.now() })).code).toBe(90002)
  })
})
