import { expect, test } from 'vitest'
import type { PageWidget } from '../../contract/page-document.ts'
import type { Variable } from '../panel/variable.ts'
import { opened, readDrawing } from './drawing.ts'
import { boundTo } from './wanted.ts'

type Item = { type: string; name?: string; property?: object }

const gauge = '<rect x="10" y="20" width="100" height="40" fill="#ffffff"/>'
const viewOf = (item: Item, inside = gauge) => ({
  id: 'v1',
  name: 'Station',
  profile: { width: 800, height: 600, bkcolor: '#d8d8d8ff' },
  svgcontent: `<svg width="800" height="600"><g><title>Layer 1</title><g id="a">${inside}</g></g></svg>`,
  items: { a: { id: 'a', label: 'x', ...item, type: `svg-ext-${item.type}` } },
})

const variable = (signalId: number, name: string, title = name): Variable => ({
  ...{ signalId, equipId: 1, name, title, subTitle: 'Intake', address: '', unit: null, decimals: null },
  dataType: 'float32',
})
const known = [
  variable(1, 'wellLevel', 'Well level'),
  variable(2, 'pump1Running'),
  variable(3, 'Twice'),
  variable(4, 'Twice'),
]

function read(json: object, pages: { id: number; title: string }[] = []) {
  const found = opened(JSON.stringify(json))
  if ('fault' in found) throw new Error(found.fault)
  const drawing = readDrawing(found, 2000)
  if ('reason' in drawing) throw new Error(drawing.reason)
  const bound = boundTo(drawing.widgets, { variables: known, pages }, drawing.report)
  return { ...drawing, ...bound, lost: drawing.report.list().map(({ kind, subject }) => `${kind} ${subject}`) }
}
function one(item: Item, inside?: string, pages?: { id: number; title: string }[]): PageWidget & { lost: string[] } {
  const { widgets, lost } = read(viewOf(item, inside), pages)
  expect(widgets).toHaveLength(1)
  return { ...widgets[0]!, lost }
}

const well = { variableId: 'wellLevel' }
const range = (min: unknown, max: unknown, more: object = {}) => ({ min, max, ...more })

test.each<[string, object, string, object]>([
  [
    'html_input',
    { ...well, options: { numeric: true, min: 0, max: 6 } },
    'Input',
    { signalId: 1, minVal: 0, maxVal: 6 },
  ],
  ['html_input', { ...well, options: { type: 'text' } }, 'Input', { valueType: 'text' }],
  ['gauge_progress', { ...well, ranges: [range(0, '260')] }, 'PercentFill', { signalId: 1, minVal: 0, maxVal: 260 }],
  [
    'html_bag',
    { ...well, options: { minValue: 0, maxValue: 6, fractionDigits: 1 } },
    'Dashboard',
    { maxVal: 6, decimals: 1 },
  ],
  ['html_slider', { ...well, options: { range: { min: 2, max: 9 } } }, 'Input', { minVal: 2, maxVal: 9 }],
  ['own_ctrl-iframe', { address: 'https://a.example/' }, 'Iframe', { type: 'link', link: 'https://a.example/' }],
  ['own_ctrl-image', { address: 'data:image/png;base64,AAAA' }, 'Image', { imgUrl: 'data:image/png;base64,AAAA' }],
])('%s with %j becomes %s', (type, property, widgetType, data) => {
  expect(one({ type, property })).toMatchObject({
    widgetType,
    position: { x: 10, y: 20, width: 100, height: 40 },
    data,
  })
})

test.each([
  ['own_ctrl-table', { type: 'history' }, 'History'],
  ['own_ctrl-table', { type: 'alarmsHistory' }, 'Alarm'],
])('%s of %j becomes %s', (type, property, widgetType) => {
  expect(one({ type, property }).widgetType).toBe(widgetType)
})

test('a value has its unit and decimals, and a box for its number around its anchor', () => {
  const text = '<text x="100" y="50" font-size="20" text-anchor="middle" fill="#123456">##.##</text>'
  const found = one(
    { type: 'value', name: 'Level', property: { ...well, ranges: [range(0, 1, { text: ' m', fractionDigits: 2 })] } },
    text,
  )
  expect(found).toMatchObject({
    ...{
      widgetType: 'DataText',
      widgetName: 'Level',
      data: { signalId: 1, unit: 'm', decimals: 2, title: 'Well level' },
    },
    style: { fontSize: 20, fontColor: '#123456', align: 'center' },
  })
  expect(found.position.x + found.position.width / 2).toBeCloseTo(100, 0)
  expect(found.position.width).toBeGreaterThanOrEqual(120)
})

test('the choices of a list and of a switch become options', () => {
  const ranges = [range('0', '0', { text: 'Closed' }), range(100, 100, { text: 'Open' })]
  expect(one({ type: 'html_select', property: { ...well, ranges } }).items).toEqual([
    { label: 'Closed', value: '0' },
    { label: 'Open', value: '100' },
  ])
  const options = { onValue: 1, offValue: 0, onText: 'On', offText: 'Off' }
  expect(one({ type: 'html_switch', property: { ...well, options } }).items).toEqual([
    { label: 'Off', value: '0' },
    { label: 'On', value: '1' },
  ])
})

const click = (action: string, actparam: string, actoptions: object = {}) => ({
  events: [{ type: 'click', action, actparam, actoptions }],
})

test.each<[string, object, object | undefined]>([
  [
    'a value',
    { ...well, ...click('onSetValue', '5') },
    { action: 'write', writeType: 'fixed', writeValue: '5', data: { signalId: 1 } },
  ],
  [
    'a value of another tag',
    click('onSetValue', '1', { variable: { variableId: 'pump1Running' } }),
    { data: { signalId: 2 } },
  ],
  [
    'a step',
    { ...well, ...click('onSetValue', '2', { function: 'add' }) },
    { writeType: 'press', pressType: 'increment' },
  ],
  ['its opposite', { ...well, ...click('onToggleValue', '') }, { writeType: 'press', pressType: 'toggle' }],
  ['a page', click('onpage', 'Overview'), { enable: true, action: 'page', pageId: 7, target: '_self' }],
  ['a page in a window', click('ondialog', 'overview'), { action: 'page', pageId: 7, target: 'window' }],
  [
    'a link',
    click('onOpenTab', 'https://a.example/'),
    { action: 'link', link: 'https://a.example/', target: '_blank' },
  ],
  ['a link that runs', click('onOpenTab', 'javascript:alert(1)'), undefined],
  ['a script', click('onRunScript', 'start'), undefined],
])('a click on a button becomes %s', (_, property, expected) => {
  const found = one({ type: 'html_button', property }, `${gauge}<BUTTON style="color: #ffffff">Go</BUTTON>`, [
    { id: 7, title: 'Overview' },
  ])
  expect(found).toMatchObject({ widgetType: 'Button', data: { text: 'Go' }, style: { fontColor: '#ffffff' } })
  if (expected) expect(found.clickEvent).toMatchObject(expected)
  else expect([found.clickEvent, found.lost[0]]).toEqual([undefined, expect.stringContaining('event')])
})

test('mouse down and up become a momentary button', () => {
  const events = [
    { type: 'mousedown', action: 'onSetValue', actparam: '1' },
    { type: 'mouseup', action: 'onSetValue', actparam: '0' },
  ]
  const found = one({ type: 'html_button', property: { ...well, events } })
  expect(found.clickEvent).toMatchObject({ writeType: 'press', pressType: 'momentary', writeValue: '1' })
  expect(found.lost).toEqual([])
})

test('a lamp has the colour of its first range, and of its last while the value is in it', () => {
  const ranges = [range(0, 0, { color: '#00ff00' }), range('1', '1', { color: '#ff0000' })]
  const found = one(
    { type: 'gauge_semaphore', property: { variableId: 'pump1Running', ranges } },
    '<ellipse cx="50" cy="50" rx="9" ry="9"/>',
  )
  expect(found).toMatchObject({
    ...{ widgetType: 'Circle', style: { fill: '#00ff00' } },
    animation: { fill: { enable: true, symbol: '==', value: 1, color: '#ff0000', data: { signalId: 2 } } },
  })
})

test('a shape is drawn, coloured by its value, hidden and turned by its actions', () => {
  const ranges = [range(0, 0, { color: '#aaaaaa' }), range(1, 1, { color: '#00aa00' })]
  const actions = [
    { type: 'hide', variableId: 'wellLevel', range: range(5, 5) },
    { type: 'clockwise', variableId: 'pump1Running', range: range(1, 1) },
    { type: 'moveByTags', variableId: 'pump1Running', range: range(0, 1) },
  ]
  const inside = '<circle cx="50" cy="50" r="20" fill="#ffffff"/><line x1="30" y1="50" x2="70" y2="50" stroke="#000"/>'
  const found = one(
    { type: 'shapes-motor', name: 'P1', property: { variableId: 'pump1Running', ranges, actions } },
    inside,
  )
  expect(found).toMatchObject({
    ...{ widgetType: 'group', widgetName: 'P1' },
    animation: { visibility: { type: 'hide', symbol: '==', value: 5 }, rotate: { direction: 'clockwise' } },
    children: [{ widgetType: 'Circle', style: { fill: '#aaaaaa' }, animation: { fill: { color: '#00aa00' } } }, {}],
  })
  expect(found.lost).toEqual(['motion P1: movebytags'])
})

test('a straight pipe becomes a flow bar; one with corners is drawn', () => {
  const pipe = (d: string) => `<path d="${d}" stroke-width="10" stroke="#555" fill="none"/>`
  const actions = [{ type: 'anticlockwise', variableId: 'pump1Running', range: range(1, 1) }]
  const item = { type: 'pipe', name: 'Main', property: { actions } }
  expect(one(item, pipe('M10,50L10,150'))).toMatchObject({
    ...{ widgetType: 'Scrollbar', position: { x: -40, y: 95, width: 100, height: 10, rotate: 90 } },
    data: { signalId: 2, direction: 'backward' },
    lost: [],
  })
  expect(one(item, pipe('M10,50L10,150L90,150'))).toMatchObject({
    widgetType: 'shapeLine',
    lost: expect.arrayContaining(['motion Main: pipe']),
  })
})

test('a chart of a project has its lines, with tags found by name', () => {
  const project = {
    hmi: { views: [viewOf({ type: 'html_chart', property: { id: 'c1', type: 'realtime1' } })] },
    devices: { d: { name: 'PLC', tags: { t_1: { id: 't_1', name: 'wellLevel' }, t_2: { id: 't_2', name: 'gone' } } } },
    charts: [{ id: 'c1', name: 'Levels', lines: [{ id: 't_1', color: '#ff0000', label: 'Well' }, { id: 't_2' }] }],
  }
  const { widgets, bound, unbound, lost } = read(project)
  expect(widgets).toMatchObject([
    { widgetType: 'Area', data: { signalArray: [{ signalId: 1, label: 'Well', color: '#ff0000' }, {}] } },
  ])
  expect([bound, unbound, lost]).toEqual([1, 1, ['tag gone']])
})

test.each([
  ['wellLevel', 1],
  ['Well level', 1],
  ['WELLLEVEL', 1],
  ['PLC^~^wellLevel', 1],
  ['Twice', undefined],
  ['nowhere', undefined],
])('the tag %s is bound to the variable %j', (variableId, signalId) => {
  const { data, lost } = one({ type: 'html_input', property: { variableId } })
  expect(data?.signalId).toBe(signalId)
  expect(lost.length).toBe(signalId === undefined ? 1 : 0)
})

test('a bit of a variable is not bound, a control without a widget is left out, and both are reported', () => {
  expect(one({ type: 'html_input', name: 'B', property: { ...well, bitmask: 4 } })).toMatchObject({
    data: {},
    lost: ['motion B: bit 4'],
  })
  const { widgets, lost } = read(viewOf({ type: 'own_ctrl-scheduler', name: 'Times' }))
  expect([widgets, lost]).toEqual([[], ['gauge own_ctrl-scheduler: Times']])
})

test('size and background are those of the view', () => {
  expect(read(viewOf({ type: 'value' }))).toMatchObject({ width: 800, height: 600, ground: '#d8d8d8ff' })
})
