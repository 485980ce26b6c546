// Symbols of an organisation over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { adminPassword, type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { addTemplate } from '../../device/template/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { queryNames } from '../../platform/translation/contract.ts'
import {
  addUserSymbol,
  deleteUserSymbol,
  queryUserSymbols,
  queryUserSymbolVersions,
  renameUserSymbol,
  restoreUserSymbol,
  saveUserSymbol,
  userSymbolVersion,
} from './contract.ts'

let server: TestServer
let admin: Caller
let other: Caller
beforeAll(async () => {
  server = await testServer()
  admin = server.admin
  other = await server.otherCompany()
})
afterAll(() => server.stop())

const position = { x: 0, y: 0, width: 40, height: 20, rotate: 0 }
const lamp = (id: string, more: object = {}) => ({ id, widgetType: 'Symbol', position, ...more })
const slot = { key: 'a', kind: 'signal' as const, title: 'running', name: 'Running' }
const content = (...widgets: object[]) => ({
  ...{ width: 40, height: 20, slots: [slot], texts: [{ key: 't', title: 'Tag', value: 'P1' }] },
  widgets: (widgets.length > 0 ? widgets : [lamp('l', { data: { symbolSlot: 'a' } })]) as never,
})

test('a symbol is added, saved again and deleted, also when templates exist', async () => {
  await admin.call(addTemplate, { name: 'Station' })
  const first = await admin.call(addUserSymbol, { title: ' Motor ', content: content() })
  expect(first).toMatchObject({ title: 'Motor', version: 1, author: 'admin', content: { slots: [slot] } })
  const second = await admin.call(saveUserSymbol, {
    ...{ id: first.id, version: 1, title: 'Motor M', content: content(lamp('x')) },
  })
  expect(second).toMatchObject({ key: first.key, version: 2, title: 'Motor M' })
  expect(await admin.call(queryUserSymbols, {})).toEqual([second])
  expect(JSON.stringify(await admin.call(queryNames, {}))).toContain('Motor M')
  await admin.call(deleteUserSymbol, { id: first.id })
  expect(await admin.call(queryUserSymbols, {})).toEqual([])
  const { rows } = await admin.call(queryOperations, { keyword: 'Motor M' })
  expect(rows.map(({ act }) => act)).toEqual(['delete', 'edit'])
})

test('a save on an older version returns the newest one and changes nothing', async () => {
  const { id } = await admin.call(addUserSymbol, { title: 'Valve', content: content() })
  await admin.call(saveUserSymbol, { id, version: 1, title: 'Valve', content: content(lamp('theirs')) })
  const late = await admin.ask(saveUserSymbol, { id, version: 1, title: 'Valve', content: content(lamp('mine')) })
  expect(late.code).toBe(10004)
  expect(late.data).toMatchObject({
    newest: { version: 2, author: 'admin', title: 'Valve', content: { widgets: [{ id: 'theirs' }] } },
  })
  const [symbol] = await admin.call(queryUserSymbols, {})
  expect(symbol).toMatchObject({ version: 2, content: { widgets: [{ id: 'theirs' }] } })
})

test('titles are unique, a symbol has no bindings, and size and number are limited', async () => {
  await other.call(addUserSymbol, { title: 'Taken', content: content() })
  const wrong = async (input: object) => {
    const { code, data } = await other.ask(addUserSymbol, { title: 'New', content: content(), ...input } as never)
    return { code, field: (data as { field?: string } | null)?.field }
  }
  expect(await wrong({ title: 'Taken' })).toEqual({ code: 10003, field: 'title' })
  expect(await wrong({ title: ' ' })).toEqual({ code: 10001, field: 'title' })
  const bound = content(lamp('b', { data: { signalId: 7 } }))
  expect(await wrong({ content: bound })).toEqual({ code: 10001, field: 'content.widgets' })
  const unseen = content(lamp('u', { data: { unseenSignalId: 7 } }))
  expect(await wrong({ content: unseen })).toMatchObject({ code: 10001 })
  expect(await wrong({ content: content(lamp('twice'), lamp('twice')) })).toMatchObject({ code: 10001 })
  expect(await wrong({ content: { ...content(), widgets: [] } })).toMatchObject({ code: 10001 })
  const many = Array.from({ length: limits.symbolWidgets + 1 }, (_, i) => lamp(`w${i}`))
  expect(await wrong({ content: content(...many) })).toMatchObject({ code: 10001, field: 'content.widgets' })
  const long = lamp('long', { data: { text: 'x'.repeat(limits.symbolBytes) } })
  expect((await wrong({ content: content(long) })).code).not.toBe(200)
  const { db } = server.platform
  const { orgId } = await db
    .selectFrom('userSymbol')
    .select('orgId')
    .where('title', '=', 'Taken')
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: limits.userSymbols - 1 }, (_, i) => ({
    ...{ orgId, key: randomUUID(), title: `Symbol ${i}`, version: 1, content: JSON.stringify(content()) },
    ...{ updatedAt: 1, author: 'other' },
  }))
  await db.insertInto('userSymbol').values(more).execute()
  expect(await wrong({})).toMatchObject({ code: 1140 })
})

test('another company and a guest cannot see the symbols', async () => {
  const { id } = await admin.call(addUserSymbol, { title: 'Ours', content: content() })
  expect(JSON.stringify(await other.call(queryUserSymbols, {}))).not.toContain('Ours')
  const entry = { id, title: 'Stolen', content: content() }
  expect((await other.ask(saveUserSymbol, entry)).code).toBe(10002)
  expect((await other.ask(deleteUserSymbol, { id })).code).toBe(10002)
  await server.addAccount({ loginname: 'guest', roleType: 'external' })
  const guest = await server.as('guest', adminPassword)
  expect((await guest.ask(queryUserSymbols, {})).code).toBe(90002)
})

test('older drawings are stored, read and restored', async () => {
  const { id } = await admin.call(addUserSymbol, { title: 'Fan', content: content(lamp('first')) })
  await admin.call(saveUserSymbol, { id, version: 1, title: 'Fan', content: content(lamp('second')) })
  expect(await admin.call(queryUserSymbolVersions, { id })).toMatchObject([
    { version: 2, savedBy: 'admin', restored: null },
    { version: 1, savedBy: 'admin', restored: null },
  ])
  const old = await admin.call(userSymbolVersion, { id, version: 1 })
  expect(old).toMatchObject({ version: 1, content: { widgets: [{ id: 'first' }] } })
  expect((await admin.ask(restoreUserSymbol, { id, version: 1, restore: 1 })).code).toBe(10004)
  const again = await admin.call(restoreUserSymbol, { id, version: 2, restore: 1 })
  expect(again).toMatchObject({ version: 3, title: 'Fan', content: old.content })
  expect((await admin.call(queryUserSymbolVersions, { id }))[0]).toMatchObject({ version: 3, restored: 1 })
  expect((await admin.ask(userSymbolVersion, { id, version: 9 })).code).toBe(10002)
  expect((await other.ask(queryUserSymbolVersions, { id })).code).toBe(10002)
})

test('a symbol is renamed without a new drawing, to a unique title', async () => {
  const { id, version } = await admin.call(addUserSymbol, { title: 'Blower', content: content() })
  await admin.call(addUserSymbol, { title: 'Compressor', content: content() })
  expect((await admin.ask(renameUserSymbol, { id, title: 'Compressor' })).code).toBe(10003)
  expect(await admin.call(renameUserSymbol, { id, title: 'Roots blower' })).toMatchObject({
    version,
    title: 'Roots blower',
  })
  expect(await admin.call(queryUserSymbolVersions, { id })).toHaveLength(1)
  expect((await other.ask(renameUserSymbol, { id, title: 'Mine' })).code).toBe(10002)
})

test('an author with access to some devices only saves versions too', async () => {
  const drawer = await person(server, 'drawer', { auths: ['page:edit'] })
  const { id } = await admin.call(addUserSymbol, { title: 'Gate', content: content(lamp('a')) })
  await drawer.call(saveUserSymbol, { id, version: 1, title: 'Gate', content: content(lamp('b')) })
  expect((await drawer.call(queryUserSymbolVersions, { id })).map(({ version }) => version)).toEqual([2, 1])
})
