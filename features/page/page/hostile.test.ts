// Malformed page files: each is refused with its fault, or stored without harm.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { type TestServer, testServer } from '../../../testkit/server.ts'
import { device } from '../../../testkit/site.ts'
import { pageInfo, savePage } from './contract.ts'

let server: TestServer
let equipmentId: EquipmentId
beforeAll(async () => {
  server = await testServer()
  equipmentId = await device(server.admin, 'Attacked')
})
afterAll(() => server.stop())

const position = { x: 1, y: 2, width: 30, height: 40, rotate: 0 }
const text = { id: 'w', widgetType: 'Text', position }
const file = (...widgets: object[]) => JSON.stringify({ widgets })
/** Nests `inner` in `count` pairs of `open` and `close`. */
const nested = (count: number, open: string, inner: string, close: string) =>
  `${open.repeat(count)}${inner}${close.repeat(count)}`

const refused: [what: string, field: string, json: string][] = [
  ['no JSON', 'json', '{"widgets":['],
  ['no document', 'widgets', '[]'],
  ['no list of widgets', 'widgets', '{"widgets":{"length":3}}'],
  ['a widget without a place', 'widgets.0.position', file({ id: 'w', widgetType: 'Text' })],
  ['a place that is no number', 'widgets.0.position.x', file({ ...text, position: { ...position, x: 'NaN' } })],
  ['a place beyond all bounds', 'widgets.0.position.x', file({ ...text, position: { ...position, x: 1e308 } })],
  [
    'a place of null, as NaN is written',
    'widgets.0.position.y',
    file({ ...text, position: { ...position, y: Number.NaN } }),
  ],
  ['a negative size', 'widgets.0.position.width', file({ ...text, position: { ...position, width: -1 } })],
  ['a type that is no word', 'widgets.0.widgetType', file({ ...text, widgetType: { toString: 'Text' } })],
  ['an id of a megabyte', 'widgets.0.id', file({ ...text, id: 'w'.repeat(1_000_000) })],
  ['more widgets than a page has', 'widgets', file(...Array.from({ length: limits.pageWidgets + 1 }, () => text))],
  [
    'groups in groups without end',
    'json',
    `{"widgets":[${nested(20_000, '{"id":"g","widgetType":"group","position":{"x":0,"y":0,"width":1,"height":1,"rotate":0},"children":[', '', ']}')}]}`,
  ],
  [
    'lists in lists without end',
    'json',
    `{"widgets":[{"id":"w","widgetType":"Text","position":${JSON.stringify(position)},"style":{"a":${nested(500_000, '[', '', ']')}}}]}`,
  ],
  ['objects in objects without end', 'json', `{"widgets":[],"bind":{"more":${nested(300_000, '{"a":', '1', '}')}}}`],
]

test.each(refused)('%s is refused, and %s is named', async (_, field, json) => {
  const { code, data } = await server.admin.ask(savePage, { equipmentId, title: 'Hostile', json })
  expect([code, data]).toEqual([10001, { field, reason: expect.any(String) }])
})

const kept: { [what: string]: object } = {
  'a script in a text': { ...text, data: { text: '<script>alert(1)</script>' } },
  'an event in a rich text': { ...text, widgetType: 'ImageText', data: { richText: '<img src=x onerror=alert(1)>' } },
  'a link that is a script': { ...text, clickEvent: { enable: true, action: 'link', link: 'javascript:alert(1)' } },
  'a prototype': { ...text, style: JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"a":1}}}') },
  'a variable that nobody has': { ...text, widgetType: 'DataText', data: { signalId: 2_147_483_000, equipId: 1 } },
}

test.each(Object.entries(kept))('%s is stored as what it is, and reaches nothing', async (_, widget) => {
  const { id } = await server.admin.call(savePage, { equipmentId, title: 'Kept', json: file(widget) })
  const { content } = await server.admin.call(pageInfo, { id })
  expect(content.widgets).toHaveLength(1)
  expect(JSON.stringify(content)).not.toContain('2147483000')
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('the platform still answers after all of them', async () =>
  expect((await server.admin.ask(savePage, { equipmentId, title: 'Fine', json: file(text) })).code).toBe(200))
