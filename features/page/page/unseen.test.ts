// A page that is saved by somebody who sees a part of the devices that it is bound to.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { type Person, person } from '../../../testkit/people.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { addGrant } from '../../people/grant/contract.ts'
import {
  copyPage,
  exportPage,
  homePage,
  importPage,
  type PageConflict,
  pageInfo,
  renamePage,
  restorePage,
  savePage,
  watchPage,
} from './contract.ts'

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
/** In a group, in an animation: wherever a binding may be. */
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

test('loses nothing when it is opened and saved as it is', async () => {
  const before = await whole()
  expect(before.bind.signals).toEqual([seen.signalId, secret.signalId])
  await save(editor, (await read(editor)).widgets, { id, version: 1 })
  expect(await whole()).toEqual(before)
})

test('tells no name of what is not seen, on whatever way it is read', async () => {
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

test('keeps what is not seen beside what its author changed, moved and deleted', async () => {
  const [, b] = (await read(editor)).widgets
  await save(editor, [{ ...b, position: { ...position, x: 99 }, data: { ...b!.data, unit: 'cm' } }], { id })
  const { widgets, bind } = await whole()
  expect(widgets).toEqual([widget('b', { ...bound(secret), unit: 'cm' }, { position: { ...position, x: 99 } })])
  expect(bind).toMatchObject({ equips: [secret.equipmentId], signals: [secret.signalId] })
})

test('is not bound to what its author does not see, by whatever he sends', async () => {
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

test('an older version comes back with what its restorer does not see', async () => {
  const before = await whole()
  await save(server.admin, [], { id })
  await editor.call(restorePage, { id, version: 2, restore: 1 })
  expect(await whole()).toEqual(before)
})

test('is marked with its number for its author who sees a part, and without anything of it for a viewer', async () => {
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

test('who opens a page with parameters is led to no variable that he does not see', async () => {
  const named = ({ equipmentId }: Machine) => ({ type: 'signal', equipId: equipmentId, signalName: '{what}' })
  const page = await save(server.admin, [widget('a', named(seen)), widget('b', named(secret))])
  const ask = { id: page, params: { what: 'Level' } }
  const ids = async (of: Caller) => (await of.call(pageInfo, ask)).content.widgets.map(({ data }) => data?.signalId)
  expect(await ids(server.admin)).toEqual([seen.signalId, secret.signalId])
  expect(await ids(editor)).toEqual([seen.signalId, undefined])
})

test('a page that is renamed or copied keeps what is not seen of it, and tells no name of it', async () => {
  const before = await whole()
  await editor.call(renamePage, { id, title: 'Renamed', version: 1 })
  expect(await whole()).toEqual(before)
  const copy = await editor.call(copyPage, { id })
  expect((await server.admin.call(pageInfo, { id: copy.id })).content).toEqual(before)
  expect(JSON.stringify(await editor.call(pageInfo, { id: copy.id }))).not.toContain(secret.name)
})

test('a file has no name of what its exporter does not see, and binds nothing that its importer does not', async () => {
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

test('watched, a page of a device shows what its viewer sees of it; through no project nothing more', async () => {
  const viewed = await editor.call(watchPage, { id })
  expect(viewed.content.bind).toMatchObject({ equips: [seen.equipmentId], signals: [seen.signalId] })
  expect(viewed.unseenEquips).toEqual([])
  expect(JSON.stringify(viewed)).not.toContain(secret.name)
  expect((await server.admin.call(watchPage, { id })).content).toEqual(await whole())
})
