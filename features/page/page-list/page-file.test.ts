// Pages exported to and imported from files, over HTTP: bound by names, never by numbers in the file.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type Caller, type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { pageInfo, savePage } from '../page/contract.ts'
import { exportPage, importPage, queryPages } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const position = { x: 1, y: 2, width: 30, height: 40, rotate: 0 }
const widget = (id: string, data: object = {}, more: object = {}) => ({
  ...{ id, widgetType: 'DataText', position, data },
  ...more,
})

let count = 0
async function machine(caller: Caller, what: string, ...names: string[]) {
  const name = `${what} ${count}`
  const equipmentId = await device(caller, name)
  const drafts = names.map((each, i) => ({
    ...{ name: each, title: `${each} of ${name}`, address: `4000${i + 1}`, dataType: 'uint16' as const },
  }))
  const { signals } = (await configure(caller, equipmentId, drafts)).config
  const idOf = (signal: string) => signals.find((each) => each.name === signal)!.id
  return {
    equipmentId,
    name,
    of: (signal: string) => ({ type: 'signal', equipId: equipmentId, signalId: idOf(signal) }),
  }
}
type Machine = Awaited<ReturnType<typeof machine>>

let own: Machine
let beside: Machine
let id: PageId
beforeEach(async () => {
  count += 1
  own = await machine(server.admin, 'Own', 'Level', 'Flow')
  beside = await machine(server.admin, 'Beside', 'Level')
  const widgets = [
    widget('a', { ...own.of('Level'), title: 'x', subTitle: 'y', unit: 'm' }),
    widget('g', {}, { widgetType: 'group', children: [widget('b', own.of('Flow'))] }),
    widget('c', beside.of('Level'), { clickEvent: { enable: true, action: 'page', pageId: 7 } }),
    widget('d', { type: 'signal', equipId: own.equipmentId, signalName: '{pump}Speed' }),
  ]
  const json = JSON.stringify({ con: { width: 800, projectId: 12 }, widgets })
  id = (await server.admin.call(savePage, { equipmentId: own.equipmentId, title: 'Overview', json })).id
})

const file = async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await server.admin.raw(exportPage.path, { method: 'POST', headers, body: JSON.stringify({ id }) })
  expect(response.headers.get('content-disposition')).toContain('Overview.json')
  return response.text()
}
const read = (page: PageId) => server.admin.call(pageInfo, { id: page })
const take = (equipmentId: EquipmentId, json: string, title?: string) =>
  server.admin.call(importPage, { equipmentId, json, ...(title ? { title } : {}) })

describe('an exported file', () => {
  test('has names of variables and devices, and no numbers of the platform', async () => {
    const text = await file()
    const { format, title, con, widgets } = JSON.parse(text)
    expect([format, title, con.width]).toEqual(['gatehouse-page', 'Overview', 800])
    expect(widgets[0].data).toMatchObject({ unit: 'm', boundTo: { device: null, name: 'Level' } })
    expect(widgets[1].children[0].data.boundTo).toEqual({ device: null, name: 'Flow' })
    expect(widgets[2].data.boundTo).toEqual({ device: beside.name, name: 'Level' })
    expect(text).not.toMatch(/signalId|equipId|pageId|projectId|"bind"/)
  })

  test('is not available to another company', async () => {
    const other = await server.otherCompany()
    expect((await other.ask(exportPage, { id })).code).toBe(10002)
  })
})

describe('an imported file', () => {
  test('on its own device is the same page under a free title', async () => {
    const before = (await read(id)).content
    const taken = await take(own.equipmentId, await file())
    expect(taken).toMatchObject({ title: 'Overview 2', version: 1, widgets: 5, bound: 3, lost: 0, missing: [] })
    const { content } = await read(taken.id)
    const { pageId: _, ...click } = before.widgets[2]!.clickEvent as { pageId: number }
    expect(content.widgets).toEqual(
      before.widgets.map((each) => (each.id === 'c' ? { ...each, clickEvent: click } : each)),
    )
    expect(content.bind).toEqual(before.bind)
  })

  test('on another device is bound by name, and missing variables are listed', async () => {
    const target = await machine(server.admin, 'Target', 'Level')
    const taken = await take(target.equipmentId, await file(), 'Copied')
    expect(taken).toMatchObject({ title: 'Copied', bound: 2, lost: 1, missing: [{ device: null, name: 'Flow' }] })
    const { content } = await read(taken.id)
    expect(content.bind).toMatchObject({ equips: [target.equipmentId, beside.equipmentId] })
    expect(content.widgets[0]!.data).toMatchObject({
      ...target.of('Level'),
      title: `Level of ${target.name}`,
      unit: 'm',
    })
    expect(content.widgets[1]!.children![0]!.data).toEqual({ type: 'signal' })
    expect(content.widgets[3]!.data).toMatchObject({ equipId: target.equipmentId, signalName: '{pump}Speed' })
    const { rows } = await server.admin.call(queryOperations, { act: 'importPage' })
    expect(rows[0]).toMatchObject({ objectId: taken.id, objectName: 'Copied', after: { widgets: 5 } })
  })

  test('in another company binds nothing of the first', async () => {
    const other = await server.otherCompany()
    const theirs = await machine(other, 'Theirs', 'Flow')
    const taken = await other.call(importPage, { equipmentId: theirs.equipmentId, json: await file() })
    expect(taken).toMatchObject({ bound: 1, lost: 2 })
    expect(taken.missing).toContainEqual({ device: beside.name, name: 'Level' })
    expect((await other.ask(importPage, { equipmentId: own.equipmentId, json: await file() })).code).toBe(1101)
  })

  test('ignores all numbers in the file', async () => {
    const json = JSON.stringify({ title: 'Numbers', widgets: [widget('a', own.of('Level'))] })
    const { id: taken, bound } = await take(own.equipmentId, json)
    expect([bound, (await read(taken)).content.widgets[0]!.data]).toEqual([0, { type: 'signal' }])
  })
})

const refused: [what: string, field: string, json: string][] = [
  ['no JSON', 'json', '{"widgets":['],
  ['no document', 'widgets', '[]'],
  ['a widget without a place', 'widgets.0.position', '{"widgets":[{"id":"w","widgetType":"Text"}]}'],
  ['a title that is none', 'title', '{"title":{"a":1},"widgets":[]}'],
  ['a title without end', 'title', JSON.stringify({ title: 'x'.repeat(1000), widgets: [] })],
]
test.each(refused)('a file with %s is refused at the field %s', async (_, field, json) => {
  const { code, data } = await server.admin.ask(importPage, { equipmentId: own.equipmentId, json })
  expect([code, data]).toEqual([10001, { field, reason: expect.any(String) }])
})

test('invalid names bind nothing, and prototype keys are ordinary keys', async () => {
  const strange = [{ name: 5 }, { name: 'Level', device: {} }, 'Level', { name: 'L'.repeat(300) }, null]
  const widgets = strange.map((boundTo, i) => widget(`w${i}`, { type: 'signal', boundTo }))
  const style = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"a":1}}}')
  const json = JSON.stringify({ title: 'Strange', widgets: [...widgets, widget('p', {}, { style })] })
  expect(await take(own.equipmentId, json)).toMatchObject({ widgets: 6, bound: 0, lost: 0, missing: [] })
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('a device with a hundred pages has no room for an imported one', async () => {
  const equipmentId = await device(server.admin, `Full ${count}`)
  const { db } = server.platform
  const page = { orgId: 1, equipmentId, title: 'One', startup: false, content: '{"widgets":[]}', updatedAt: 1 }
  const rows = Array.from({ length: limits.configPages }, () => page)
  await db
    .insertInto('page')
    .values(rows as never)
    .execute()
  expect((await server.admin.ask(importPage, { equipmentId, json: await file() })).code).toBe(1901)
  expect(await server.admin.call(queryPages, { equipmentId })).toHaveLength(limits.configPages)
})
