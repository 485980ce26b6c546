// The pages of a device over HTTP: listed, renamed, copied, deleted, and the start page.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EquipmentId, PageId, SignalId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { homePage, pageInfo, queryPageRegions, savePage } from '../page/contract.ts'
import { queryPageVersions } from '../page-versions/contract.ts'
import { copyPage, deletePage, queryPages, renamePage, saveHomePage } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let count = 0
let equipmentId: EquipmentId
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Listed ${count}`)
})

const position = { x: 1, y: 2, width: 30, height: 40, rotate: 0 }
const widget = (id: string, data: object = {}, more: object = {}) => ({
  ...{ id, widgetType: 'DataText', position, data },
  ...more,
})
const save = async (title: string, widgets: object[] = [], fields: object = {}): Promise<PageId> => {
  const json = JSON.stringify({ widgets })
  return (await server.admin.call(savePage, { equipmentId, title, json, ...fields })).id
}
const list = (of = equipmentId) => server.admin.call(queryPages, { equipmentId: of })
const titles = async () => (await list()).map(({ title }) => title)
const read = (id: PageId) => server.admin.call(pageInfo, { id })
const lastAct = async (act: 'copyPage' | 'deletePage' | 'renamePage' | 'saveHomePage') =>
  (await server.admin.call(queryOperations, { act })).rows[0]

describe('the list', () => {
  test('has size, number of widgets, version and author of each page', async () => {
    const inGroup = widget('g', {}, { widgetType: 'group', children: [widget('a'), widget('b')] })
    const id = await save('Overview', [inGroup, widget('c')], { width: 800, height: 600, startup: '1' })
    await save('Overview', [inGroup], { id, width: 800, height: 600, startup: '1' })
    expect(await list()).toEqual([
      {
        ...{
          id,
          title: 'Overview',
          startup: true,
          type: 'main',
          isLocked: false,
          width: 800,
          height: 600,
          widgets: 3,
          version: 2,
        },
        ...{ savedAt: expect.any(Number), savedBy: expect.stringMatching(/./) },
      },
    ])
  })

  test('starts with the start page, and sorts numbers in titles by value', async () => {
    for (const title of ['P-10', 'P-2', '水厂']) await save(title)
    await save('Z', [], { startup: '1' })
    expect(await titles()).toEqual(['Z', '水厂', 'P-2', 'P-10'])
  })

  test('is empty for a device without pages', async () => expect(await list()).toEqual([]))
})

test('a page replaces the previous start page, and the change is logged', async () => {
  const [first, second] = [await save('First', [], { startup: '1' }), await save('Second')]
  await server.admin.call(saveHomePage, { id: second })
  expect((await list()).map(({ id, startup }) => [id, startup])).toEqual([
    [second, true],
    [first, false],
  ])
  expect((await server.admin.call(homePage, { equipmentId }))?.id).toBe(second)
  expect(await lastAct('saveHomePage')).toMatchObject({ objectId: second, objectName: 'Second' })
})

test('a sub page is marked as such in every version, and cannot be the start page', async () => {
  const main = await save('Main', [], { startup: '1' })
  const sub = await save('Sub', [], { type: 'sub' })
  const types = async () => Object.fromEntries((await list()).map(({ title, type }) => [title, type]))
  expect(await types()).toEqual({ Main: 'main', Sub: 'sub' })
  expect((await read(sub)).content.con.type).toBe('sub')
  expect((await server.admin.ask(saveHomePage, { id: sub })).code).toBe(10001)
  expect((await server.admin.call(homePage, { equipmentId }))?.id).toBe(main)
  await server.admin.call(renamePage, { id: sub, title: 'Popup' })
  const { id: copy } = await server.admin.call(copyPage, { id: sub })
  expect((await read(copy)).content.con.type).toBe('sub')
  await save('Popup', [], { id: sub })
  expect((await types()).Popup).toBe('main')
})

test('an unknown type is refused as a field, and read as main in a file', async () => {
  const json = JSON.stringify({ con: { type: 'third' }, widgets: [] })
  expect((await server.admin.ask(savePage, { equipmentId, title: 'x', json, type: 'third' as never })).code).toBe(10001)
  const { id } = await server.admin.call(savePage, { equipmentId, title: 'x', json })
  expect((await list()).find((page) => page.id === id)?.type).toBe('main')
})

test('a new title is a version; a page saved in the meantime is not renamed', async () => {
  const id = await save('Old', [widget('a')])
  expect(await server.admin.call(renamePage, { id, title: 'New', version: 1 })).toEqual({ id, version: 2 })
  expect(await read(id)).toMatchObject({ title: 'New', content: { widgets: [widget('a')] } })
  expect(await server.admin.call(queryPageVersions, { id })).toHaveLength(2)
  expect((await server.admin.ask(renamePage, { id, title: 'Newer', version: 1 })).code).toBe(10004)
  expect(await lastAct('renamePage')).toMatchObject({ objectId: id, before: { title: 'Old' } })
})

describe('a copy', () => {
  test('within the device has a free title and the same widgets, and is not the start page', async () => {
    const id = await save('Overview', [widget('a')], { startup: '1', width: 640 })
    const copy = await server.admin.call(copyPage, { id })
    expect(copy).toMatchObject({ title: 'Overview 2', version: 1, moved: 0, cleared: 0 })
    expect((await server.admin.call(copyPage, { id: copy.id })).title).toBe('Overview 3')
    const { content, startup } = await read(copy.id)
    expect([content, startup]).toEqual([(await read(id)).content, false])
    expect(await lastAct('copyPage')).toMatchObject({ objectName: 'Overview 3', before: { page: copy.id } })
  })

  test('on another device is bound to its variables of the same names; other bindings are cleared', async () => {
    const signals = ['Level', 'Flow'].map((name, i) => ({
      ...{ name, address: `4000${i + 1}`, dataType: 'uint16' as const },
    }))
    const here = (await configure(server.admin, equipmentId, signals)).config.signals
    const third = await device(server.admin, `Third ${count}`)
    const [far] = (await configure(server.admin, third, signals)).config.signals
    const target = await device(server.admin, `Target ${count}`)
    const [level] = (await configure(server.admin, target, signals.slice(0, 1))).config.signals
    const bound = (signalId: SignalId, equipId: EquipmentId) => ({ type: 'signal', equipId, signalId })
    const id = await save('Overview', [
      widget('a', bound(here[0]!.id, equipmentId)),
      widget('b', { ...bound(here[1]!.id, equipmentId), unit: 'm' }),
      widget('c', bound(far!.id, third)),
      widget('d', { type: 'signal', equipId: equipmentId, signalName: '{pump}Speed' }),
    ])
    const copy = await server.admin.call(copyPage, { id, equipmentId: target })
    expect(copy).toMatchObject({ title: 'Overview', moved: 1, cleared: 1 })
    const { content } = await read(copy.id)
    expect(content.widgets.map(({ data }) => data)).toEqual([
      bound(level!.id, target),
      { type: 'signal', unit: 'm' },
      bound(far!.id, third),
      { type: 'signal', equipId: target, signalName: '{pump}Speed' },
    ])
    expect((await list(target)).map(({ title }) => title)).toEqual(['Overview'])
  })
})

describe('pictures', () => {
  const pictures = async () =>
    (await server.admin.call(queryPages, { equipmentId, pictures: true })).map(({ picture }) => picture)
  const at = (x: number, y: number, width: number, height: number, rotate = 0) => ({ x, y, width, height, rotate })
  const shape = (id: string, widgetType: string, place: object, more: object = {}) =>
    widget(id, {}, { widgetType, position: place, ...more })

  test('are returned only where they are requested', async () => {
    await save('Overview')
    expect((await list())[0]).not.toHaveProperty('picture')
    expect(await pictures()).toEqual([{ con: { width: 1024, height: 768, bgColor: '' }, parts: [] }])
  })

  test('have the widgets in drawing order, with colours, corners, symbols and the lengths of texts', async () => {
    await save('Overview', [
      shape('r', 'Rect', at(10, 20, 300.4, 200), { style: { fill: 'liquid', stroke: '#123456', strokeWidth: 2 } }),
      shape('l', 'shapeLine', at(0, 0, 50, 50), { style: { corners: '0,0 100,100' } }),
      widget('s', { symbol: 'pump' }, { widgetType: 'Symbol', position: at(5, 5, 48, 48, 90) }),
      widget('t', { text: 'Raw water' }, { widgetType: 'Text', style: { fontSize: 20, align: 'right' } }),
    ])
    const box = { x: 1, y: 2, width: 30, height: 40 }
    expect((await pictures())[0]?.parts).toEqual([
      { type: 'Rect', x: 10, y: 20, width: 300, height: 200, fill: 'liquid', stroke: '#123456', thick: 2 },
      { type: 'shapeLine', x: 0, y: 0, width: 50, height: 50, corners: '0,0 100,100' },
      { type: 'Symbol', x: 5, y: 5, width: 48, height: 48, rotate: 90, symbol: 'pump' },
      { type: 'Text', ...box, letters: 9, size: 20, align: 'right' },
    ])
  })

  test('have the widgets of groups at their place on the page, turned with the group', async () => {
    const inner = shape('i', 'group', at(0, 0, 40, 20), { children: [shape('c', 'Circle', at(0, 0, 40, 20))] })
    await save('Grouped', [shape('g', 'group', at(100, 100, 200, 100, 90), { children: [inner] })])
    expect((await pictures())[0]?.parts).toEqual([{ type: 'Circle', x: 220, y: 60, width: 40, height: 20, rotate: 90 }])
  })

  test('have neither texts nor bindings nor widgets of some regions', async () => {
    const bound = { type: 'signal', signalId: 7, equipId: equipmentId, title: 'Secret level', suffix: 'Secret unit' }
    await save('Secret', [widget('a', bound), shape('b', 'Rect', at(0, 0, 9, 9), { authRegion: 'North' })])
    const found = await pictures()
    expect(found[0]?.parts).toEqual([{ type: 'DataText', x: 1, y: 2, width: 30, height: 40 }])
    expect(JSON.stringify(found)).not.toContain('Secret')
  })

  test('have the largest widgets of a page with many', async () => {
    const many = Array.from({ length: 400 }, (_, i) => shape(`w${i}`, 'Rect', at(i, 0, 1 + (i % 40), 1)))
    await save('Many', many)
    const parts = (await pictures())[0]!.parts
    expect(parts.length).toBeLessThan(many.length)
    expect(Math.min(...parts.map(({ width }) => width))).toBeGreaterThan(20)
    expect(parts.map(({ x }) => x)).toEqual(parts.map(({ x }) => x).sort((a, b) => a - b))
  })

  test('survive documents with values of another type', async () => {
    const id = await save('Broken')
    const widgets = [
      ...[null, 'a text', { widgetType: 7, position: 'here', style: [], data: 'text', children: 'none' }],
      { position: { x: '12', y: null, width: 30, height: true } },
    ]
    const content = JSON.stringify({ con: {}, widgets, bind: {} })
    await server.platform.db.updateTable('page').set({ content }).where('id', '=', id).execute()
    expect((await pictures())[0]?.parts).toContainEqual({ type: '', x: 0, y: 0, width: 30, height: 0 })
  })
})

test('a deleted page loses its versions; deleting the start page leaves none', async () => {
  const [id, other] = [await save('Start', [], { startup: '1' }), await save('Other')]
  await server.admin.call(deletePage, { id })
  expect(await titles()).toEqual(['Other'])
  expect(await server.admin.call(homePage, { equipmentId })).toBeNull()
  expect((await server.admin.ask(queryPageVersions, { id })).code).toBe(10002)
  expect(await server.admin.call(queryPageVersions, { id: other })).toHaveLength(1)
  expect(await lastAct('deletePage')).toMatchObject({
    ...{ objectId: id, objectName: 'Start', before: { equipmentId, startup: true, version: 1 } },
  })
})

test('a page beyond a hundred is neither saved nor copied', async () => {
  let id = await save('Page 1')
  for (let n = 2; n <= limits.configPages; n += 1) id = await save(`Page ${n}`)
  expect(await list()).toHaveLength(limits.configPages)
  expect((await server.admin.ask(copyPage, { id })).code).toBe(1901)
  expect((await server.admin.ask(savePage, { equipmentId, title: 'x', json: '{"widgets":[]}' })).code).toBe(1901)
})

test('another company can list, rename, copy and delete none', async () => {
  const id = await save('Ours')
  const other = await server.otherCompany()
  const theirs = await device(other, `Theirs ${count}`)
  expect((await other.ask(queryPages, { equipmentId })).code).toBe(1101)
  expect((await other.ask(renamePage, { id, title: 'x' })).code).toBe(10002)
  expect((await other.ask(copyPage, { id, equipmentId: theirs })).code).toBe(10002)
  expect((await other.ask(saveHomePage, { id })).code).toBe(10002)
  expect((await other.ask(deletePage, { id })).code).toBe(10002)
  expect((await server.admin.ask(copyPage, { id, equipmentId: theirs })).code).toBe(1101)
  expect(await titles()).toEqual(['Ours'])
})

test('authors are offered the regions that roles name, but none of another company', async () => {
  const regions = [`North ${count}`, `South ${count}`]
  await person(server, `in regions ${count}`, { auths: ['monitor:view'], dataRange: 'all', regions })
  const author = await person(server, `author ${count}`, { auths: ['page:edit'], dataRange: 'all', regions: null })
  expect(await author.call(queryPageRegions, {})).toEqual(expect.arrayContaining(regions))
  const other = await server.otherCompany()
  expect(await other.call(queryPageRegions, {})).not.toEqual(expect.arrayContaining([regions[0]]))
  const viewer = await person(server, `no author ${count}`, { auths: ['monitor:view'], dataRange: 'all' })
  expect((await viewer.ask(queryPageRegions, {})).code).toBe(90002)
})
