// Configuration pages over HTTP: multipart, as the designer sends it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EquipmentId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { atOnce } from '../../../testkit/at-once.ts'
import { eventually } from '../../../testkit/eventually.ts'
import { holdLock } from '../../../testkit/hold-lock.ts'
import { person } from '../../../testkit/people.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { configure, device } from '../../../testkit/site.ts'
import { saveSignals } from '../../device/signal/contract.ts'
import { queryOperations } from '../../platform/operation-log/contract.ts'
import { homePage, pageInfo, savePage } from './contract.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

let count = 0
let equipmentId: EquipmentId
let signalId = 0
let made: Awaited<ReturnType<typeof configure>>
beforeEach(async () => {
  count += 1
  equipmentId = await device(server.admin, `Paged ${count}`)
  made = await configure(server.admin, equipmentId, [{ name: 'Level', address: '40001', dataType: 'uint16' }])
  signalId = made.config.signals[0]!.id
})

const bound = () => ({ type: 'signal', equipId: equipmentId, signalId })
const widget = (change: object = {}) => ({
  id: 'w1',
  widgetType: 'DataText',
  version: 1,
  position: { x: 1, y: 2, width: 30, height: 40, rotate: 0 },
  data: { ...bound(), prefix: '水位' },
  ...change,
})
const ask = (widgets: unknown, fields: object = {}) =>
  server.admin.ask(savePage, { equipmentId, title: 'Overview', json: JSON.stringify({ widgets }), ...fields })
const save = async (widgets: unknown[] = [widget()], fields: object = {}) => {
  const { code, msg, data } = await ask(widgets, fields)
  if (!data) throw new Error(`${code} ${msg}`)
  return data.id
}
const read = (id: number) => server.admin.call(pageInfo, { id })

/** Creates groups of a hundred widgets, with at least `count` widgets in total. */
const groupsOf = (count: number) =>
  Array.from({ length: Math.ceil(count / 101) }, (_, g) =>
    widget({ id: `g${g}`, children: Array.from({ length: 100 }, (_, i) => widget({ id: `w${g}-${i}` })) }),
  )

describe('saving', () => {
  test.each([
    ['Weather', 3, 1907],
    ['Webgl', 1, 1908],
  ])('more %s widgets than %i are refused, counting those in groups', async (widgetType, most, code) => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, i) => widget({ id: `w${i}`, widgetType, data: {} }))
    expect((await ask(some(most))).code).toBe(200)
    expect(await ask([widget({ id: 'g', widgetType: 'group', data: {}, children: some(most + 1) })])).toMatchObject({
      code,
      data: { field: 'json' },
    })
  })

  test('stores size, colour and widgets, and logs the number of widgets', async () => {
    const id = await save([widget()], { width: '800', height: 600, bgColor: '#fff' })
    expect(await read(id)).toEqual({
      id,
      equipmentId,
      projectId: null,
      title: 'Overview',
      startup: false,
      isLocked: false,
      needsPassword: false,
      version: 1,
      tag: expect.any(String),
      content: {
        con: { width: 800, height: 600, bgColor: '#fff' },
        widgets: [widget()],
        bind: { equips: [equipmentId], signals: [signalId], keys: [], mvars: [] },
      },
    })
    const { rows } = await server.admin.call(queryOperations, { act: 'savePage' })
    expect(rows[0]).toMatchObject({ objectType: 'page', objectId: id, after: { equipmentId, widgets: 1 } })
  })

  test('uses 1024 by 768 by default', async () => {
    expect((await read(await save())).content.con).toEqual({ width: 1024, height: 768, bgColor: '' })
  })

  test('uses the size in the file unless a field sets it', async () => {
    const json = JSON.stringify({ con: { width: 1920, height: 1080, title: 'x', password: 'secret' }, widgets: [] })
    const { id } = await server.admin.call(savePage, { equipmentId, title: 'Overview', height: 900, json })
    expect((await read(id)).content.con).toEqual({ width: 1920, height: 900, bgColor: '', title: 'x' })
  })

  test('with the same id replaces the page', async () => {
    const id = await save()
    expect(await save([], { id, title: 'Renamed' })).toBe(id)
    expect(await read(id)).toMatchObject({ title: 'Renamed', content: { widgets: [] } })
  })

  test('a page of 2000 widgets with 6000 bindings is read back unchanged', async () => {
    const fill = { enable: true, data: bound(), symbol: '>', value: 0, color: 'steel' }
    const widgets = Array.from({ length: limits.pageWidgets }, (_, i) =>
      widget({ id: `w${i}`, animation: { fill, border: fill } }),
    )
    const id = await save(widgets)
    expect((await read(id)).content.widgets).toEqual(widgets)
  })

  test('keeps unknown fields at any level, through repeated loading and saving', async () => {
    const stranger = { unheard: [1, { of: '从未' }] }
    const known = widget({
      ...{ ...stranger, ref: 'w', textId: 't', widgetName: '水位', posLock: true, authRegion: '1号线,2号线' },
      position: { x: 1, y: 2, width: 30, height: 40, rotate: 90, r: 3, ...stranger },
      style: { fontSize: 14, ...stranger },
      items: [stranger, 5],
      data: { ...bound(), title: 'Level', ...stranger },
      clickEvent: { enable: true, delay: 1000, ...stranger },
      animation: { fill: { enable: true, data: { ...bound(), ...stranger } }, ...stranger },
    })
    const unknown = { ...known, id: 'w2', widgetType: 'Hologram', version: 7 }
    const older = { ...known, id: 'w3', version: undefined }
    const group = { ...known, id: 'g', widgetType: 'group', children: [unknown, { ...known, id: 'w5' }] }
    const file = {
      con: { fit: true, ...stranger },
      widgets: [known, unknown, older, group],
      bind: stranger,
      ...stranger,
    }
    const put = async (json: object, id?: number) =>
      (await server.admin.call(savePage, { id, equipmentId, title: 'Kept', json: JSON.stringify(json) })).id
    const id = await put(file)
    const first = (await read(id)).content
    expect(first).toEqual({
      ...JSON.parse(JSON.stringify(file)),
      con: { width: 1024, height: 768, bgColor: '', ...file.con },
      bind: { equips: [equipmentId], signals: [signalId], keys: [], mvars: [], ...stranger },
    })
    await put(first, id)
    expect((await read(id)).content).toEqual(first)
  })

  test('converts a file in the first format to the new one', async () => {
    const binds = { value: { type: 'signal', equipmentId, signalId } }
    const position = { x: 1, y: 2, width: 30, height: 40 }
    const old = { id: 'w1', type: 'usual/data-text', position, props: { prefix: '水位' }, binds }
    const { version: _, ...upgraded } = widget({ style: {} })
    expect((await read(await save([old]))).content.widgets).toEqual([upgraded])
  })

  test.each([
    ['2001 widgets in groups', () => groupsOf(2001), {}, 'widgets'],
    ['2001 widgets', () => Array.from({ length: 2001 }, (_, i) => widget({ id: `w${i}` })), {}, 'widgets'],
    ['no widgets', () => undefined, {}, 'widgets'],
    ['a widget without id', () => [widget({ id: '' })], {}, 'widgets.0.id'],
    [
      'a negative width',
      () => [widget({ position: { x: 0, y: 0, width: -1, height: 1 } })],
      {},
      'widgets.0.position.width',
    ],
    ['a widget without a type', () => [widget({ widgetType: undefined })], {}, 'widgets.0.widgetType'],
    [
      'a widget in a group without id',
      () => [widget({ children: [widget({ id: '' })] })],
      {},
      'widgets.0.children.0.id',
    ],
    ['a style that is a text', () => [widget({ style: 'red' })], {}, 'widgets.0.style'],
    ['a signal that is none', () => [widget({ data: { signalId: 'x' } })], {}, 'widgets.0.data.signalId'],
    ['a signal beyond all', () => [widget({ data: { equipId: 1, signalId: 9e15 } })], {}, 'widgets.0.data.signalId'],
    ['a NUL deep inside', () => [widget({ style: { a: { b: ['\u0000'] } } })], {}, 'widgets.0.style.a.b.0'],
    ['half a character', () => [widget({ style: { a: '\ud83d' } })], {}, 'widgets.0.style.a'],
    ['no title', () => [], { title: ' ' }, 'title'],
    ['a width of 99', () => [], { width: 99 }, 'width'],
    ['a width that is no number', () => [], { width: 'wide' }, 'width'],
    ['a start flag of 2', () => [], { startup: '2' }, 'startup'],
    ['a number that is none', () => [], { id: "1' or '1'='1" }, 'id'],
  ])('%s is refused with its field', async (_, widgets, fields, field) => {
    expect(await ask(widgets(), fields)).toMatchObject({ code: 10001, data: { field } })
  })

  test.each([
    '',
    '{',
    'null',
    '5',
    '"text"',
    '[]',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    '{"widgets":[],"x":"\\u0000"}',
  ])('a file that is not a page is refused: %.20s', async (json) => {
    const { code } = await server.admin.ask(savePage, { equipmentId, title: 'x', json })
    expect(code).toBe(10001)
  })

  test('prototype keys do no harm', async () => {
    const style = '{"__proto__":{"polluted":1}}'
    const position = '{"x":0,"y":0,"width":1,"height":1,"__proto__":{"polluted":1}}'
    const json = `{"widgets":[{"id":"w","widgetType":"t","position":${position},"style":${style}}],"__proto__":{"polluted":1}}`
    await server.admin.call(savePage, { equipmentId, title: 'x', json })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  test('is limited to a number of concurrent calls per account: 90003', async () => {
    const codes: number[] = []
    await using row = await holdLock(server.database, 'select from equipment where id = $1 for update', [equipmentId])
    const saves = Array.from({ length: limits.heavyCallsAtOnce + 3 }, async () => codes.push((await ask([])).code))
    await eventually(() => expect(codes).toEqual([90003, 90003, 90003]))
    await row.commit()
    await Promise.all(saves)
    expect(codes.slice(3)).toEqual(Array.from({ length: limits.heavyCallsAtOnce }, () => 200))
  })

  test('more than 4 MB is 10005 with status 413', async () => {
    const body = new FormData()
    body.append('json', new Blob(['x'.repeat(limits.fileBodyBytes + 1)]), 'page.json')
    const response = await server.admin.raw(savePage.path, { method: 'POST', body })
    expect([response.status, ((await response.json()) as { code: number }).code]).toEqual([413, 10005])
  })

  test('JSON instead of multipart is refused', async () => {
    const response = await server.admin.raw(savePage.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ code: 10001, data: { field: 'content-type' } })
  })

  test('a 101st page is refused, also among concurrent calls: 1901', async () => {
    const content = JSON.stringify({ width: 1, height: 1, bgColor: '', widgets: [] })
    const rows = Array.from({ length: limits.configPages - 1 }, (_, i) => ({
      orgId: OrgId.parse(1),
      equipmentId,
      title: `p${i}`,
      content,
      updatedAt: 0,
    }))
    await server.platform.db.insertInto('page').values(rows).execute()
    const answers = await atOnce(
      server,
      equipmentId,
      [1, 2, 3, 4].map(() => () => ask([])),
    )
    expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 1901, 1901, 1901])
    const rest = server.platform.db.selectFrom('page').select('id').where('equipmentId', '=', equipmentId)
    const { id: last } = await rest.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(await save([], { id: last })).toBe(last)
  })
})

describe('numbers of objects that no object can have', () => {
  test.each([9_999_999_999, '9999999999', 'Infinity', '1e999', 0.5, '0.5', -1, true])(
    '%j, wherever it is, is bound to nothing, and the page is read back',
    async (no) => {
      const nowhere = { signalId: no, equipId: no, mvarId: no }
      const id = await save([widget({ style: nowhere, clickEvent: { data: { ...bound(), mvarId: no } } })])
      expect((await read(id)).content.bind).toEqual({ equips: [equipmentId], signals: [signalId], keys: [], mvars: [] })
    },
  )
})

describe('the start page', () => {
  const home = () => server.admin.call(homePage, { equipmentId })

  test('is the last one saved as such, at most one', async () => {
    expect(await home()).toBeNull()
    const first = await save([], { startup: '1', title: 'first' })
    expect((await home())?.id).toBe(first)
    const second = await save([], { startup: '1', title: 'second' })
    expect((await home())?.id).toBe(second)
    expect((await read(first)).startup).toBe(false)
    await Promise.all([first, second].map((id) => save([], { id, startup: '1' })))
    const starting = await Promise.all([first, second].map(async (id) => (await read(id)).startup))
    expect(starting.filter(Boolean)).toHaveLength(1)
  })

  test('returns 1101 for an unknown device', async () => {
    expect((await server.admin.ask(homePage, { equipmentId: 999_999 })).code).toBe(1101)
  })
})

describe('a binding', () => {
  const dataOf = async (id: number) => (await read(id)).content.widgets[0]!.data

  test('is cleared on reading if its variable was deleted', async () => {
    const id = await save([widget({ data: { ...bound(), title: 'Level', subTitle: 'x', prefix: 'Level' } })])
    expect(await dataOf(id)).toMatchObject({ signalId })
    await server.admin.call(saveSignals, { equipmentId, version: made.version, save: [], remove: [signalId] })
    expect(await dataOf(id)).toEqual({ type: 'signal', prefix: 'Level' })
    expect((await read(id)).content.bind).toMatchObject({ equips: [], signals: [] })
  })

  test('has the current names of its variable and device', async () => {
    const { title } = made.config.signals[0]!
    const id = await save([widget({ data: { ...bound(), title: 'before', subTitle: 'before' } })])
    expect(await dataOf(id)).toEqual({ ...bound(), title, subTitle: `Paged ${count}` })
  })

  test('is cleared at any place if its variable belongs to another device or company', async () => {
    const other = await server.otherCompany()
    const theirs = await configure(other, await device(other, `Theirs ${count}`))
    const neighbour = await device(server.admin, `Neighbour ${count}`)
    const foreign = { ...bound(), signalId: theirs.config.signals[0]!.id }
    const moved = { ...bound(), equipId: neighbour }
    const all = widget({
      data: { ...foreign, signalArray: [bound(), foreign, moved] },
      animation: { fill: { data: foreign } },
      clickEvent: { data: moved },
      children: [
        widget({ widgetType: 'Hologram', deep: [{ in: { signalId: String(foreign.signalId), equipId: 1 } }] }),
      ],
    })
    const page = (await read(await save([all]))).content
    const [read1] = page.widgets
    expect(read1!.data).toEqual({ type: 'signal', signalArray: [bound(), { type: 'signal' }, { type: 'signal' }] })
    expect([read1!.animation, read1!.clickEvent]).toEqual([
      { fill: { data: { type: 'signal' } } },
      { data: { type: 'signal' } },
    ])
    expect(read1!.children![0]!.deep).toEqual([{ in: {} }])
    expect(page.bind).toEqual({ equips: [equipmentId], signals: [signalId], keys: [], mvars: [] })
  })
})

test('widgets and menu items of other regions are not sent, nor are their bindings', async () => {
  const otherId = await device(server.admin, `Region ${count}`)
  const theirs = await configure(server.admin, otherId)
  const other = { type: 'signal', equipId: otherId, signalId: theirs.config.signals[0]!.id }
  const item = (label: string, authRegion: string, more: object = {}) => ({ label, authRegion, ...more })
  const pumps = item('Pumps', '')
  const hidden = item('Line 2', 'Line 2', { clickEvent: { enable: true, action: 'write', data: other } })
  const menu = (items: object[]) => widget({ id: 'menu', widgetType: 'Menu', items, data: { picArray: items } })
  const stored = [
    widget({ authRegion: 'Line 2', data: other }),
    menu([item('Line 1', 'Line 1', { children: [pumps, hidden] }), hidden]),
  ]
  const id = await save(stored)
  expect((await read(id)).content.widgets).toHaveLength(2)
  const viewer = await person(server, `viewer ${count}`, {
    ...{ auths: ['monitor:view'], dataRange: 'all', regions: ['Line 1'] },
  })
  const { content } = await viewer.call(pageInfo, { id })
  expect(content.widgets).toEqual([menu([item('Line 1', 'Line 1', { children: [pumps] })])])
  expect(content.bind).toEqual({ equips: [], signals: [], keys: [], mvars: [] })
})

test('another company cannot read, replace or add a page', async () => {
  const id = await save()
  const other = await server.otherCompany()
  const theirs = await device(other, `Own of theirs ${count}`)
  const json = JSON.stringify({ widgets: [] })
  expect((await other.ask(pageInfo, { id })).code).toBe(10002)
  expect((await other.ask(homePage, { equipmentId })).code).toBe(1101)
  expect((await other.ask(savePage, { equipmentId, title: 'x', json })).code).toBe(1101)
  expect((await other.ask(savePage, { id, equipmentId: theirs, title: 'x', json })).code).toBe(10002)
  expect((await read(id)).title).toBe('Overview')
})

describe('parameters of a page', () => {
  const named = (signalName: string, equipId: number) => ({ type: 'signal', equipId, signalName })
  const dataOf = async (id: number, params?: Record<string, string>) =>
    (await server.admin.call(pageInfo, { id, ...(params ? { params } : {}) })).content.widgets.map(({ data }) => data)

  test('bind the same page to other variables', async () => {
    const pumps = await device(server.admin, `Pumps ${count}`)
    await configure(server.admin, pumps, [
      { name: 'pump1Speed', address: '40011', dataType: 'uint16', title: 'Speed of P-1' },
      { name: 'pump2Speed', address: '40012', dataType: 'uint16', title: 'Speed of P-2' },
    ])
    const ofPumps = named('{pump}Speed', pumps)
    const id = await save([widget({ data: ofPumps })])
    const [one] = await dataOf(id, { pump: 'pump1' })
    const [two] = await dataOf(id, { pump: 'pump2' })
    expect([one?.title, two?.title]).toEqual(['Speed of P-1', 'Speed of P-2'])
    expect(one?.signalId).not.toBe(two?.signalId)
    const page = await server.admin.call(pageInfo, { id, params: { pump: 'pump2' } })
    expect(page.content.bind).toMatchObject({ equips: [pumps], signals: [two?.signalId] })
    const others: (Record<string, string> | undefined)[] = [undefined, {}, { pump: 'pump9' }, { other: 'pump1' }]
    for (const params of others) expect(await dataOf(id, params)).toEqual([ofPumps])
  })

  test.each([
    ['a name that is none', { 'a b': 'x' }],
    ['a value that is too long', { pump: 'x'.repeat(101) }],
    ['too many of them', Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`p${i}`, 'x']))],
  ])('%s is refused', async (_, params) => {
    const id = await save()
    expect((await server.admin.ask(pageInfo, { id, params })).code).toBe(10001)
  })
})
