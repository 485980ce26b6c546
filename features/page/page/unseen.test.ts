// A page saved by an author who can see only some of its devices.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { addGrant } from '../../people/grant/contract.ts'
import { copyPage, exportPage, importPage, renamePage } from '../page-list/contract.ts'
import { restorePage } from '../page-versions/contract.ts'
import { homePage, type PageConflict, pageInfo, savePage, watchPage } from './contract.ts'

let server: TestServer
let editor: Person
beforeAll(async () => {
  server = await testServer()
  editor = await person(server, 'drawer', { auths: ['page:edit'] })
})
afterAll(() => server.stop())

type Machine = { equipmentId: EquipmentId; signalId: SignalId; name: string }
let count = 0
async function machine(what: string): Promise<Machine> {
  const name = `${what} ${count}`
  const equipmentId = await device(server.admin, name)
  const { config } = await configure(server.admin, equipmentId, [
    { name: 'Level', title: `Level of ${name}`, address: '40001', dataType: 'uint16' },
  ])
  return { equipmentId, signalId: config.signals[0]!.id, name }
}

let seen: Machine
let secret: Machine
let other: Machine
let id: PageId
beforeEach(async () => {
  count += 1
  ;[seen, secret, other] = [await machine('Seen'), await machine('Secret'), await machine('Other secret')]
  const { accountId } = editor
  const { equipmentId } = seen
  await server.admin.call(addGrant, { accountId, loginname: null, equipmentId, mayWrite: true })
  id = await save(server.admin, [widget('a', bound(seen)), widget('b', { ...bound(secret), unit: 'm' }), inGroup()])
})

const bound = ({ equipmentId, signalId, name }: Machine) => ({
  ...{ type: 'signal', equipId: equipmentId, signalId },
  ...{ title: `Level of ${name}`, subTitle: name },
})
const position = { x: 1, y: 2, width: 30, height: 40, rotate: 0 }
const widget = (id: string, data: object, more: object = {}) => ({
  ...{ id, widgetType: 'DataText', position, data },
  ...more,
})
/** Bindings in a group and in an animation. */
function inGroup() {
  const deep = widget('c', {}, { animation: { fill: { enable: true, data: bound(secret) } } })
  return widget('g', {}, { widgetType: 'group', children: [deep] })
}

async function save(by: Caller, widgets: readonly unknown[], fields: object = {}): Promise<PageId> {
  const json = JSON.stringify({ widgets })
  return (await by.call(savePage, { equipmentId: seen.equipmentId, title: 'Overview', json, ...fields })).id
}
const read = async (by: Caller) => (await by.call(pageInfo, { id })).content
const whole = () => read(server.admin)

test('a page opened and saved unchanged loses nothing', async () => {
  const before = await whole()
  expect(before.bind.signals).toEqual([seen.signalId, secret.signalId])
  await save(editor, (await read(editor)).widgets, { id, version: 1 })
  expect(await whole()).toEqual(before)
})

test('names of hidden variables are not revealed by any call', async () => {
  const page = await editor.call(pageInfo, { id })
  expect(page.content.bind).toMatchObject({ equips: [seen.equipmentId], signals: [seen.signalId] })
  await save(server.admin, (await whole()).widgets, { id, startup: '1' })
  const home = await editor.call(homePage, { equipmentId: seen.equipmentId })
  const refused = await editor.ask(savePage, {
    ...{ id, equipmentId: seen.equipmentId, title: 'Mine', version: 1 },
    json: JSON.stringify({ widgets: [] }),
  })
  expect(refused.code).toBe(10004)
  expect((refused.data as unknown as PageConflict).newest.content.widgets).toHaveLength(3)
  for (const told of [page, home, refused]) expect(JSON.stringify(told)).not.toContain(secret.name)
})

test('hidden bindings remain beside widgets that the author changed, moved and deleted', async () => {
  const [, b] = (await read(editor)).widgets
  await save(editor, [{ ...b, position: { ...position, x: 99 }, data: { ...b!.data, unit: 'cm' } }], { id })
  const { widgets, bind } = await whole()
  expect(widgets).toEqual([widget('b', { ...bound(secret), unit: 'cm' }, { position: { ...position, x: 99 } })])
  expect(bind).toMatchObject({ equips: [secret.equipmentId], signals: [secret.signalId] })
})

test('a save cannot bind variables that its author cannot see', async () => {
  const tries = [bound(other), { unseenSignalId: other.signalId }, { unseenSignalId: other.signalId, ...bound(other) }]
  await save(
    editor,
    tries.map((data, n) => widget(`w${n}`, data)),
    { id },
  )
  expect((await whole()).bind).toMatchObject({ equips: [], signals: [] })
  expect(JSON.stringify(await whole())).not.toContain(other.name)
  const copy = await editor.call(savePage, {
    ...{ equipmentId: seen.equipmentId, title: 'Copy' },
    json: JSON.stringify({ widgets: [widget('b', { unseenSignalId: secret.signalId })] }),
  })
  expect((await server.admin.call(pageInfo, { id: copy.id })).content.bind.signals).toEqual([])
})

test('a restored version has its bindings that the restoring author cannot see', async () => {
  const before = await whole()
  await save(server.admin, [], { id })
  await editor.call(restorePage, { id, version: 2, restore: 1 })
  expect(await whole()).toEqual(before)
})

test('a hidden binding has its number for an author, and only a mark for a viewer', async () => {
  expect(JSON.stringify(await read(editor))).toContain('unseenSignalId')
  expect(JSON.stringify(await whole())).not.toContain('unseen')
  const viewer = await person(server, `viewer-${count}`, { auths: ['monitor:view'] })
  const { accountId } = viewer
  await server.admin.call(addGrant, { accountId, loginname: null, equipmentId: seen.equipmentId })
  const [a, b, group] = (await read(viewer)).widgets
  expect([a!.data, b!.data]).toEqual([bound(seen), { type: 'signal', unit: 'm', unseen: true }])
  expect(group!.children![0]!.animation).toEqual({ fill: { enable: true, data: { type: 'signal', unseen: true } } })
  expect(JSON.stringify([b, group])).not.toContain(secret.name)
})

test('parameters do not lead to variables that the viewer cannot see', async () => {
  const named = ({ equipmentId }: Machine) => ({ type: 'signal', equipId: equipmentId, signalName: '{what}' })
  const page = await save(server.admin, [widget('a', named(seen)), widget('b', named(secret))])
  const ask = { id: page, params: { what: 'Level' } }
  const ids = async (of: Caller) => (await of.call(pageInfo, ask)).content.widgets.map(({ data }) => data?.signalId)
  expect(await ids(server.admin)).toEqual([seen.signalId, secret.signalId])
  expect(await ids(editor)).toEqual([seen.signalId, undefined])
})

test('a renamed or copied page keeps hidden bindings, without revealing names', async () => {
  const before = await whole()
  await editor.call(renamePage, { id, title: 'Renamed', version: 1 })
  expect(await whole()).toEqual(before)
  const copy = await editor.call(copyPage, { id })
  expect((await server.admin.call(pageInfo, { id: copy.id })).content).toEqual(before)
  expect(JSON.stringify(await editor.call(pageInfo, { id: copy.id }))).not.toContain(secret.name)
})

test('a file has no names that its exporter cannot see, and binds nothing that its importer cannot see', async () => {
  const ask = async (by: Caller) => {
    const headers = { 'content-type': 'application/json' }
    return (await by.raw(exportPage.path, { method: 'POST', headers, body: JSON.stringify({ id }) })).text()
  }
  const [mine, all] = [await ask(editor), await ask(server.admin)]
  expect(mine).toContain('"boundTo":{"device":null,"name":"Level"}')
  expect(mine).not.toContain(secret.name)
  expect(mine).not.toContain('unseenSignalId')
  expect(all).toContain(secret.name)
  const taken = await editor.call(importPage, { equipmentId: seen.equipmentId, json: all })
  expect(taken).toMatchObject({ bound: 1, lost: 2, missing: [{ device: secret.name, name: 'Level' }] })
})

test('a watched page of a device shows only what its viewer can see, and no more through a project', async () => {
  const viewed = await editor.call(watchPage, { id })
  expect(viewed.content.bind).toMatchObject({ equips: [seen.equipmentId], signals: [seen.signalId] })
  expect(viewed.unseenEquips).toEqual([])
  expect(JSON.stringify(viewed)).not.toContain(secret.name)
  expect((await server.admin.call(watchPage, { id })).content).toEqual(await whole())
})
