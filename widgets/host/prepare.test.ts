import { describe, expect, test } from 'vitest'
import { isForRegions, type PageWidget } from '../../contract/page-document.ts'
import { manySlot, oneSlot } from '../binds.ts'
import line from '../complex/line.tsx'
import { colourField, listField, numberField, textField, wordsField } from '../fields.ts'
import menu from '../navigate/menu.tsx'
import slide from '../navigate/slide.tsx'
import dataText from '../usual/data-text.tsx'
import { migrated, type Widget, widget } from '../widget.ts'
import { asAuthored } from './authored.ts'
import { prepare } from './prepare.ts'

const label = { en: 'X', 'zh-cn': '某' }
const Draw = () => null
const rect = widget({ family: 'shape', word: 'Rect', name: label, draw: 'svg', Draw })
const group = widget({ family: 'group', word: 'group', name: label, draw: 'svg', Draw })
/** A made-up widget type with every feature, in its third version. */
const pump = widget({
  ...{ family: 'usual', word: 'Pump', name: label, version: 3, Draw },
  style: { fill: colourField('steel', { label }), size: numberField(1, { min: 0, max: 9, label }) },
  items: { label: wordsField('', { label }) },
  data: {
    text: wordsField('', { label }),
    code: textField('', { label }),
    list: listField({ label: wordsField('', { label }) }, { label, most: 2 }),
  },
  binds: { value: oneSlot(label), others: manySlot(label, { most: 9 }) },
  migrations: {
    2: (stored) => ({ ...stored, style: { ...stored.style, size: (stored.style?.scale as number) / 100 } }),
    3: ({ data, ...stored }) => ({ ...stored, data: { ...data, text: data?.words } }),
  },
})
const types = new Map<string, Widget>([rect, group, pump].map((of) => [of.type, of]))
const viewer = { regions: null, words: (source: string) => `«${source}»` }

const position = { x: 1, y: 2, width: 3, height: 4, rotate: 0 }
const stored = (id: string, widgetType: string, more: object = {}): PageWidget => ({
  id,
  widgetType,
  position,
  ...more,
})
const signal = (signalId: number) => ({ type: 'signal', signalId, equipId: 3 })

describe('migration', () => {
  const first = stored('w', 'Pump', { style: { scale: 300, more: 1 }, data: { words: 'A' }, unheard: [1] })
  const third = { ...first, version: 3, style: { scale: 300, more: 1, size: 3 }, data: { words: 'A', text: 'A' } }

  test.each([
    ['version 1', first, third],
    ['version 2', { ...third, version: 2, data: { words: 'A' } }, third],
    ['the current version', third, third],
    ['a newer version', { ...third, version: 9, unknown: true }, { ...third, version: 9, unknown: true }],
  ])('of %s', (_, from, to) => {
    const before = structuredClone(from)
    expect(migrated(pump, from)).toEqual(to)
    expect(from).toEqual(before)
  })

  test('of unreadable data is a fault of that widget only', () => {
    const { all } = prepare(
      [stored('a', 'Pump', { data: null }), stored('b', 'Rect')],
      new Map([
        ['Pump', broken],
        ['Rect', rect],
      ]),
      viewer,
    )
    expect(all.map(({ widget: of, fault }) => [of?.type, fault instanceof Error])).toEqual([
      [undefined, true],
      ['Rect', false],
    ])
  })
})

const broken: Widget = {
  ...pump,
  migrations: {
    2: () => {
      throw new Error('no')
    },
  },
}

describe('a widget', () => {
  test('is migrated, parsed, bound and coloured', () => {
    const data = { ...signal(7), words: 'Level', code: 'Level', list: [{ label: 'One' }], signalArray: [signal(8)] }
    const old = stored('w', 'Pump', {
      posLock: true,
      style: { scale: 300, fill: '#123456' },
      items: [{ label: 'Two' }, 5],
      data,
    })
    const [placed] = prepare([old], types, viewer).top
    expect(placed).toMatchObject({
      ...{ index: 0, id: 'w', type: 'Pump', name: 'Pump', position, widget: pump, draw: 'html', isLocked: true },
      style: { fill: '#123456', size: 3 },
      items: [{ label: '«Two»' }, { label: '' }],
      data: { text: '«Level»', code: 'Level', list: [{ label: '«One»' }] },
      colours: { fill: '#123456', stroke: '', font: '' },
    })
    expect(placed!.bounds.value!.map(({ binding }) => binding.signalId)).toEqual([7])
    expect(placed!.bounds.others!.map(({ binding }) => binding.signalId)).toEqual([8])
  })

  test('with an unknown type keeps its place, under its own name or that of its type', () => {
    const { all } = prepare([stored('a', 'Hologram'), stored('b', 'Hologram', { widgetName: 'Beam' })], types, viewer)
    expect(all.map(({ name, widget: of, draw }) => [name, of, draw])).toEqual([
      ['Hologram', undefined, 'html'],
      ['Beam', undefined, 'html'],
    ])
  })
})

describe('a group', () => {
  test('comes before its widgets, in the order of the page', () => {
    const inner = stored('g2', 'group', { children: [stored('c', 'Rect')] })
    const { top, all } = prepare(
      [stored('a', 'Rect'), stored('g1', 'group', { children: [stored('b', 'Rect'), inner] }), stored('d', 'Rect')],
      types,
      viewer,
    )
    expect(all.map(({ id, index }) => `${index}${id}`)).toEqual(['0a', '1g1', '2b', '3g2', '4c', '5d'])
    expect(top.map(({ id }) => id)).toEqual(['a', 'g1', 'd'])
  })

  test('is SVG if all its widgets are', () => {
    const drawOf = (...children: PageWidget[]) =>
      prepare([stored('g', 'group', { children })], types, viewer).top[0]!.draw
    expect(drawOf(stored('a', 'Rect'))).toBe('svg')
    expect(drawOf(stored('a', 'Rect'), stored('b', 'Pump'))).toBe('html')
    expect(drawOf(stored('g2', 'group', { children: [stored('b', 'Hologram')] }))).toBe('html')
  })
})

describe('regions', () => {
  test.each([
    [undefined, []],
    ['', []],
    [' , ', []],
    ['Line 1', ['Line 1']],
    ['Line 1, Line 2', ['Line 2']],
  ])('“%s” is shown to regions %j', (region, regions) => expect(isForRegions(region, new Set(regions))).toBe(true))

  test.each([
    ['Line 1', []],
    ['Line 1,Line 2', ['Line 3', 'Line']],
  ])('“%s” is hidden from regions %j', (region, regions) => expect(isForRegions(region, new Set(regions))).toBe(false))

  test('a widget that the viewer may not see is left out, with its group', () => {
    const hidden = { authRegion: 'Line 1', children: [stored('b', 'Rect')] }
    const page = [stored('g', 'group', hidden), stored('h', 'group', { children: [stored('c', 'Rect', hidden)] })]
    const ids = (regions: Set<string> | null) => prepare(page, types, { ...viewer, regions }).all.map(({ id }) => id)
    expect(ids(new Set())).toEqual(['h'])
    expect(ids(null)).toEqual(['g', 'b', 'h', 'c', 'b'])
  })
})

test('the name of a bound variable is translated for the viewer', () => {
  const data = { type: 'signal', signalId: 7, equipId: 3, title: 'Level' }
  const stored = { id: 'w1', widgetType: 'DataText', position: { x: 0, y: 0, width: 9, height: 9, rotate: 0 }, data }
  const viewer = { regions: null, words: (source: string) => (source === 'Level' ? '液位' : source) }
  const { all } = prepare([stored], new Map([['DataText', dataText]]), viewer)
  expect(all[0]?.bounds.value?.[0]?.binding).toEqual({ ...data, title: '液位' })
})

test('in the editor the name of a bound variable is translated, while texts are as authored', () => {
  const data = { type: 'signal', signalId: 7, equipId: 3, title: 'Level', prefix: 'Level' }
  const stored = { id: 'w1', widgetType: 'DataText', position: { x: 0, y: 0, width: 9, height: 9, rotate: 0 }, data }
  const names = (source: string) => (source === 'Level' ? '液位' : source)
  const { all } = prepare([stored], new Map([['DataText', dataText]]), { ...asAuthored, names })
  expect(all[0]?.bounds.value?.[0]?.binding.title).toBe('液位')
  expect(all[0]?.data).toMatchObject({ prefix: 'Level' })
})

test('the chart label of a variable is translated for the viewer', () => {
  const data = { signalArray: [{ signalId: 7, equipId: 3, title: 'Active power', label: 'Intake' }] }
  const stored = { id: 'w1', widgetType: 'complexLine', position: { x: 0, y: 0, width: 9, height: 9, rotate: 0 }, data }
  const viewer = { regions: null, words: (source: string) => (source === 'Intake' ? '取水' : source) }
  const { all } = prepare([stored], new Map([['complexLine', line]]), viewer)
  expect(all[0]?.bounds.values?.[0]?.fields.label).toBe('取水')
})

test('the hint of a click is translated for the viewer', () => {
  const clickEvent = { enable: true, action: 'page', pageId: 4, hint: 'Open the pump' }
  const position = { x: 0, y: 0, width: 9, height: 9, rotate: 0 }
  const viewer = { regions: null, words: (source: string) => `${source}!` }
  const { all } = prepare(
    [{ id: 'w1', widgetType: 'DataText', position, clickEvent }],
    new Map([['DataText', dataText]]),
    viewer,
  )
  expect(all[0]?.click?.hint).toBe('Open the pump!')
})

test('hints of menu entries at every level and of pictures are translated, without changing the stored page', () => {
  const clickEvent = { enable: true, action: 'page', pageId: 4, hint: 'Open the pump', feedback: { no: 'text' } }
  const position = { x: 0, y: 0, width: 9, height: 9, rotate: 0 }
  const page: PageWidget[] = [
    { id: 'w1', widgetType: 'Menu', position, items: [{ clickEvent, children: [{ clickEvent }] }] },
    {
      id: 'w2',
      widgetType: 'Slide',
      position,
      data: { picArray: [{ imgUrl: '/userimg/a.png', clickEvent }] } as never,
    },
  ]
  const viewer = { regions: null, words: (source: string) => `${source}!` }
  const types = new Map([
    ['Menu', menu],
    ['Slide', slide],
  ])
  const [first, second] = prepare(page, types, viewer).all
  const said = { ...clickEvent, hint: 'Open the pump!' }
  expect(first?.items).toMatchObject([{ clickEvent: said, children: [{ clickEvent: said }] }])
  expect(second?.data).toMatchObject({ picArray: [{ clickEvent: said }] })
  expect(clickEvent.hint).toBe('Open the pump')
})
