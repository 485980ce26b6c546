// A page with a password for its viewers.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { adminPassword, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { homePage, pageInfo, savePage } from '../page/contract.ts'
import { copyPage, exportPage, queryPages } from '../page-list/contract.ts'
import { savePagePassword, validPagePassword } from './contract.ts'

let server: TestServer
let equipmentId: EquipmentId
let signalId: SignalId
let viewer: Person
beforeAll(async () => {
  server = await testServer({ loginsPerMinute: 1000 })
  equipmentId = await device(server.admin, 'Pump house')
  const { config } = await configure(server.admin, equipmentId, [
    { name: 'Level', title: 'Level', address: '40001', dataType: 'uint16' },
  ])
  signalId = config.signals[0]!.id
  viewer = await person(server, 'viewer', { auths: ['monitor:view', 'equipment:view'], dataRange: 'all' })
})
afterAll(() => server.stop())

const position = { x: 0, y: 0, width: 80, height: 20, rotate: 0 }
const data = { type: 'signal', equipId: 0, signalId: 0, title: 'Secret level' }
let id: PageId
beforeEach(async () => {
  await server.platform.db.deleteFrom('pageTry').execute()
  const widgets = [{ id: 'a', widgetType: 'DataText', position, data: { ...data, equipId: equipmentId, signalId } }]
  const json = JSON.stringify({ con: { width: 640, height: 480, note: 'secret' }, widgets })
  const fields = { equipmentId, title: 'Overview', startup: '1', json, checkpwd: '1', password: 'Pump47' } as const
  id = (await server.admin.call(savePage, fields)).id
})

const read = (who = viewer as Person) => who.call(pageInfo, { id })
const enter = (password: string, who = viewer as Person) => who.ask(validPagePassword, { id, password })

test('returns only title and size until it is entered, in every call', async () => {
  const shown = await read()
  expect(shown).toMatchObject({ title: 'Overview', isLocked: true, needsPassword: true })
  expect(shown.content).toMatchObject({ con: { width: 640, height: 480 }, widgets: [], bind: { signals: [] } })
  const answers = [
    await viewer.ask(pageInfo, { id }),
    await viewer.ask(pageInfo, { id, version: 1 }),
    await viewer.ask(homePage, { equipmentId }),
    await viewer.ask(exportPage, { id }),
    await viewer.ask(queryPages, { equipmentId }),
    await viewer.ask(queryPages, { equipmentId, pictures: true }),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/secret|DataText/i)
  expect(answers[3]!.code).toBe(1905)
})

test('opens the page for the session that entered it only', async () => {
  expect(await enter('Wrong1')).toMatchObject({ code: 1906, data: { field: 'password' } })
  expect((await read()).needsPassword).toBe(true)
  expect((await enter('Pump47')).code).toBe(200)
  expect(await read()).toMatchObject({ needsPassword: false, isLocked: true })
  expect((await read()).content.widgets).toHaveLength(1)
  const again = await server.as('viewer', adminPassword)
  expect((await again.call(pageInfo, { id })).needsPassword).toBe(true)
})

test('page authors need no password, and their saves keep it', async () => {
  const page = await server.admin.call(pageInfo, { id })
  expect(page).toMatchObject({ isLocked: true, needsPassword: false })
  const json = JSON.stringify(page.content)
  await server.admin.call(savePage, { id, equipmentId, title: 'Overview', json, version: page.version })
  expect(await read()).toMatchObject({ isLocked: true, needsPassword: true })
  expect(JSON.stringify(page)).not.toContain('Pump47')
})

test('a new password ends access for all, and removing it opens the page', async () => {
  await enter('Pump47')
  await server.admin.call(savePagePassword, { id, password: 'Pump48' })
  expect((await read()).needsPassword).toBe(true)
  expect((await enter('Pump47')).code).toBe(1906)
  expect((await enter('Pump48')).code).toBe(200)
  await server.admin.call(savePagePassword, { id, password: null })
  expect(await read()).toMatchObject({ isLocked: false, needsPassword: false })
  const { rows } = await server.admin.call(queryOperations, { keyword: 'Overview' })
  expect(rows[0]).toMatchObject({ act: 'savePagePassword', before: { isLocked: true }, after: { isLocked: false } })
  expect(JSON.stringify(rows)).not.toMatch(/Pump4/)
})

test('cannot be guessed, even by many sessions', async () => {
  for (let tries = 0; tries < limits.pageTriesPerMinute; tries += 1) expect((await enter('Wrong1')).code).toBe(1906)
  const other = (await server.as('viewer', adminPassword)) as Person
  expect((await enter('Pump47', other)).code).toBe(90003)
  // Wrong passwords of one account do not lock out other accounts.
  const colleague = await person(server, 'colleague', { auths: ['monitor:view'], dataRange: 'all' })
  expect((await enter('Pump47', colleague)).code).toBe(200)
})

test('is copied with the page, and is required when a save turns it on', async () => {
  const { id: copy } = await server.admin.call(copyPage, { id })
  expect((await viewer.call(pageInfo, { id: copy })).needsPassword).toBe(true)
  expect((await viewer.ask(validPagePassword, { id: copy, password: 'Pump47' })).code).toBe(200)
  const none = { equipmentId, title: 'Other', json: '{"widgets":[]}', checkpwd: '1' } as const
  expect(await server.admin.ask(savePage, none)).toMatchObject({ code: 10001, data: { field: 'password' } })
  expect((await server.admin.ask(savePagePassword, { id, password: 'x' })).code).toBe(10001)
})
