import { describe, expect, test } from 'vitest'
import {
  bindsOf,
  countWidgets,
  mapBindings,
  ofRegions,
  PageDocument,
  type PageWidget,
  signalOf,
} from './page-document.ts'

const position = { x: 0, y: 0, width: 10, height: 10, rotate: 0 }
const widget = (id: string, more: object = {}): PageWidget => ({ id, widgetType: 'Text', position, ...more })
const signal = (signalId: number, equipId = 3) => ({ type: 'signal', signalId, equipId })

const everywhere = widget('g', {
  data: { ...signal(1), signalArray: [signal(2), { type: 'mvar', mvarId: 5 }], systemKey: '' },
  animation: { fill: { data: signal(3, 4) } },
  clickEvent: { data: { ...signal(1), type: 'signal' } },
  items: [{ clickEvent: { data: signal(4) } }, 7, null],
  children: [widget('w', { widgetType: 'Hologram', deep: { er: [{ signalId: '5', equipId: 3 }] } })],
  style: { systemKey: 'online' },
})

test('bindings are collected at any depth, without duplicates', () => {
  expect(bindsOf([everywhere])).toEqual({ equips: [3, 4], signals: [1, 2, 3, 4, 5], keys: ['online'], mvars: [5] })
  expect(bindsOf([])).toEqual({ equips: [], signals: [], keys: [], mvars: [] })
})

test('only bindings are changed, at any depth', () => {
  const seen: unknown[] = []
  const same = mapBindings([everywhere], (binding) => {
    seen.push(signalOf(binding))
    return binding
  })
  expect(same).toEqual([everywhere])
  expect(seen.map(Number).sort()).toEqual([1, 1, 2, 3, 4, 5])
  const cleared = mapBindings([everywhere], ({ signalId: _, ...rest }) => rest)
  expect(bindsOf(cleared).signals).toEqual([])
  expect(everywhere.data?.signalId).toBe(1)
})

test('widgets in groups are counted', () => {
  expect(countWidgets([everywhere, widget('a'), widget('b', { children: [everywhere] })])).toBe(6)
})

test.each([
  [{ signalId: 5 }, 5],
  [{ signalId: '5' }, 5],
  [{ signalId: '' }, undefined],
  [{ signalId: null }, undefined],
  [{ signalId: 0 }, undefined],
  [{ signalId: 1.5 }, undefined],
  [{ signalId: {} }, undefined],
  [{ signalId: 2 ** 31 - 1 }, 2 ** 31 - 1],
  [{ signalId: 2 ** 31 }, undefined],
  [{ signalId: 'Infinity' }, undefined],
  [{}, undefined],
])('%j is bound to %s', (binding, id) => expect(signalOf(binding)).toBe(id))

describe('widgets and entries of other regions', () => {
  const line1 = new Set(['Line 1'])
  const entry = (label: string, authRegion?: unknown, children?: object[]) => ({
    ...{ label, clickEvent: { data: signal(1) } },
    ...(authRegion === undefined ? {} : { authRegion }),
    ...(children && { children }),
  })

  test('are removed: widgets, those in groups, entries of items and of lists in data, entries of entries', () => {
    const menu = widget('menu', {
      items: [
        entry('all', '', [entry('ours', 'Line 1'), entry('theirs', 'Line 2', [entry('ours, below theirs', 'Line 1')])]),
        entry('theirs', 'Line 2'),
        entry('both', ' Line 2 , Line 1'),
        7,
        null,
      ],
      data: { picArray: [entry('theirs', 'Line 2'), entry('ours', 'Line 1')], deep: { list: [entry('x', 'Line 2')] } },
    })
    const theirs = widget('theirs', { authRegion: 'Line 2' })
    const group = widget('group', { children: [theirs, menu] })
    const kept = {
      ...menu,
      items: [entry('all', '', [entry('ours', 'Line 1')]), entry('both', ' Line 2 , Line 1'), 7, null],
      data: { picArray: [entry('ours', 'Line 1')], deep: { list: [] } },
    }
    expect(ofRegions([theirs, menu, group], line1)).toEqual([kept, { ...group, children: [kept] }])
  })

  test.each([
    [undefined, true],
    [null, true],
    ['', true],
    ['Line 1', true],
    ['Line 2', false],
    [[], true],
    [['Line 2', 'Line 1'], true],
    [['Line 2'], false],
    [{ title: 'Line 1' }, false],
    [5, false],
    [[{ title: 'Line 1' }], false],
  ])('an entry with the regions %j is shown: %s', (authRegion, isShown) => {
    const items = [entry('x', authRegion)]
    expect(ofRegions([widget('menu', { items })], line1)[0]!.items).toEqual(isShown ? items : [])
  })

  test('a widget without lists stays unchanged', () => {
    const plain = widget('w', { style: { a: [{ authRegion: 'Line 2' }] }, more: 1 })
    expect(ofRegions([plain], line1)).toEqual([plain])
  })
})

describe('a document', () => {
  test('keeps unknown fields when it is parsed', () => {
    const page = {
      con: { width: 1024, height: 768, bgColor: '', fit: true, bgImage: '/x.png', more: 1 },
      widgets: [everywhere, widget('w', { version: 3, unheard: { of: true } })],
      bind: { equips: [3], signals: [1], keys: [], mvars: [], more: [] },
      more: { at: 'top' },
    }
    expect(PageDocument.parse(structuredClone(page))).toEqual(page)
  })

  test('has default sizes', () => {
    expect(PageDocument.parse({ con: {}, widgets: [], bind: {} })).toEqual({
      con: { width: 1024, height: 768, bgColor: '' },
      widgets: [],
      bind: { equips: [], signals: [], keys: [], mvars: [] },
    })
  })
})
