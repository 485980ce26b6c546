// Symbols: saving, placing, and updating placed ones to a new version.
import { describe, expect, test } from 'vitest'
import { bindsOf, type PageWidget } from '../../contract/page-document.ts'
import { SymbolContent } from '../../contract/user-symbol.ts'
import { added } from '../document/clipboard.ts'
import { movedTo } from '../document/rebind.ts'
import { boxed, page } from '../document/sample.ts'
import { originOf } from './marks.ts'
import { commonStart, matchedSets, ownParts } from './names.ts'
import {
  countOlder,
  detached,
  type Filled,
  filledIn,
  nothingFilled,
  type Placeable,
  placedSymbol,
  refilled,
  updatedWithin,
} from './placed.ts'
import { draftOf, withTexts } from './symbol.ts'

const key = '0f8fad5b-d9cb-469f-a165-70867728950e'
const signal = (signalId: number, title: string) => ({
  ...{ type: 'signal', signalId, equipId: 7, title, subTitle: 'Intake' },
})
const motor = (): PageWidget[] => [
  boxed('lamp', 100, 100, 40, 40, {
    widgetType: 'Symbol',
    data: {
      symbol: 'motor',
      ...signal(1, 'Pump 1 running'),
      signalArray: [{ ...signal(2, 'Pump 1 tripped'), role: 'fault' }],
    },
  }),
  boxed('speed', 150, 110, 60, 20, {
    widgetType: 'DataText',
    data: { ...signal(3, 'Pump 1 speed'), unit: 'rpm', decimals: 1 },
    clickEvent: { enable: true, action: 'write', data: signal(1, 'Pump 1 running') },
  }),
  boxed('name', 100, 150, 80, 20, {
    widgetType: 'Text',
    data: { text: 'P1' },
    clickEvent: { action: 'page', pageId: 9 },
  }),
]
const known = new Map([
  [1, { name: 'pump1Running', title: 'Pump 1 running' }],
  [2, { name: 'pump1Tripped', title: 'Pump 1 tripped' }],
  [3, { name: 'pump1Speed', title: 'Pump 1 speed' }],
])
const slotNamed = ({ slots }: SymbolContent, name: string) => slots.find((slot) => slot.name === name)!.key

function saved(widgets = motor(), version = 1, before?: SymbolContent): Placeable {
  const { content, texts } = draftOf(widgets, known, before)
  const chosen = texts.filter(({ value }) => value.startsWith('P'))
  const params = chosen.map(({ value, param }): [string, SymbolContent['texts'][number]] => [
    value,
    { key: param?.key ?? 't1', title: 'Tag', value: param?.value ?? value },
  ])
  return { key, version, title: 'Motor', content: SymbolContent.parse(withTexts(content, new Map(params))) }
}

/** The symbol with bindings to the second pump. */
const second = ({ content }: Placeable): Filled => ({
  slots: new Map(
    ['Running', 'Tripped', 'Speed'].map((name, i) => [
      slotNamed(content, name),
      { binding: signal(11 + i, `Pump 2 ${name}`), unit: { unit: '%', decimals: 0 } },
    ]),
  ),
  texts: new Map([['t1', 'P2']]),
})

const put = (widget: PageWidget, widgets: PageWidget[] = []) => {
  const next = added(page(widgets), [widget])
  if ('refused' in next) throw new Error(next.refused)
  return next.document.widgets
}

describe('saving', () => {
  test('a symbol omits the page of an embedded page, under either name, and counts it', () => {
    const frame = (data: object) => boxed('frame', 0, 0, 40, 40, { widgetType: 'Iframe', data })
    for (const data of [{ pageId: 7 }, { configId: 7 }]) {
      const { content, left } = draftOf([frame(data)], known)
      expect([content.widgets[0]!.data, left]).toEqual([{}, 1])
    }
  })

  test('a symbol has no bindings, one parameter per variable, named by the distinct part of its name', () => {
    const { content, left } = draftOf(motor(), known)
    expect(bindsOf(content.widgets)).toEqual({ equips: [], signals: [], keys: [], mvars: [] })
    expect(JSON.stringify(content.widgets)).not.toMatch(/Intake|Pump 1|signalId|equipId|pageId/)
    expect(content.slots.map(({ name, title, kind }) => [name, title, kind])).toEqual(
      expect.arrayContaining([
        ['Running', 'running', 'signal'],
        ['Tripped', 'tripped', 'signal'],
        ['Speed', 'speed', 'signal'],
      ]),
    )
    expect(content.slots).toHaveLength(3)
    expect(left).toBe(1)
    expect(content).toMatchObject({ width: 110, height: 70 })
    expect(content.widgets[0]!.position).toMatchObject({ x: 0, y: 0 })
    expect(content.widgets[0]!.data).toMatchObject({
      symbol: 'motor',
      type: 'signal',
      signalArray: [{ role: 'fault' }],
    })
  })

  test('variables of devices that the author may not see are parameters too', () => {
    const { content } = draftOf([boxed('a', 0, 0, 10, 10, { data: { unseenSignalId: 5, title: 'Hidden' } })], known)
    expect(content.slots).toHaveLength(1)
    expect(JSON.stringify(content.widgets)).not.toContain('unseenSignalId')
  })

  test('a single group is the drawing itself, unless it has a click action', () => {
    const group = {
      ...boxed('g', 50, 50, 40, 20, { children: [boxed('a', 0, 0), boxed('b', 5, 5)] }),
      widgetType: 'group',
    }
    expect(draftOf([group], known).content.widgets.map(({ id }) => id)).toEqual(['a', 'b'])
    const clicked = { ...group, clickEvent: { enable: true } }
    expect(draftOf([clicked], known).content.widgets.map(({ id }) => id)).toEqual(['g'])
  })
})

describe('placing', () => {
  test('all places of a parameter are bound, with the unit of its variable, and its text is set', () => {
    const symbol = saved()
    const [group] = put(placedSymbol(symbol, { x: 10, y: 20 }, second(symbol)))
    expect(originOf(group!)).toEqual({ key, version: 1 })
    expect(bindsOf([group!]).signals.sort()).toEqual([11, 12, 13])
    const [lamp, speed, name] = group!.children!
    expect(lamp!.data).toMatchObject({ signalId: 11, signalArray: [{ signalId: 12, role: 'fault' }] })
    expect(speed!.data).toMatchObject({ signalId: 13, unit: '%', decimals: 0 })
    expect(speed!.clickEvent).toMatchObject({ data: { signalId: 11 } })
    expect(name!.data).toMatchObject({ text: 'P2' })
    expect(group!.position).toMatchObject({ x: 10, y: 20, width: 110, height: 70 })
  })

  test('an unfilled parameter is not bound, and can be bound and cleared later', () => {
    const symbol = saved()
    const [group] = put(placedSymbol(symbol, { x: 0, y: 0 }, nothingFilled))
    expect(bindsOf([group!]).signals).toEqual([])
    const bound = refilled(group!, second(symbol))
    expect(bindsOf([bound]).signals.sort()).toEqual([11, 12, 13])
    const none = new Map(symbol.content.slots.map((slot) => [slot.key, { binding: {} }]))
    expect(bindsOf([refilled(bound, { slots: none, texts: new Map() })]).signals).toEqual([])
  })

  test('parameter values are read back, also after the device was replaced', () => {
    const symbol = saved()
    const [group] = put(placedSymbol(symbol, { x: 0, y: 0 }, second(symbol)))
    const running = slotNamed(symbol.content, 'Running')
    expect(filledIn(group!).slots.get(running)!.binding).toMatchObject({ signalId: 11, title: 'Pump 2 Running' })
    expect([...filledIn(group!).texts]).toEqual([['t1', 'P2']])
    const to = { signalId: 21, equipId: 8, title: 'Run', subTitle: 'Well', name: 'run', address: '' }
    const moved = movedTo(group!, {
      ...{ from: { equipId: 7, title: 'Intake' }, to: { equipId: 8, title: 'Well' }, variables: new Map([[11, to]]) },
    })
    expect(filledIn(moved).slots.get(running)!.binding).toMatchObject({ signalId: 21, equipId: 8 })
  })
})

describe('updating', () => {
  /** Edits a placed symbol (one widget more, one less, one moved) and saves it as the second version. */
  function secondVersion(first: Placeable): Placeable {
    const [group] = put(placedSymbol(first, { x: 0, y: 0 }, second(first)))
    const [lamp, speed] = group!.children!
    const fresh = boxed('new', 0, 100, 50, 20, { widgetType: 'Text', data: { text: 'Pump' } })
    const drawn = { ...group!, children: [fresh, { ...lamp!, position: { ...lamp!.position, x: 7 } }, speed!] }
    return saved([{ ...drawn, position: { ...drawn.position, height: 120 } }], 2, first.content)
  }

  test('the drawing is new; bindings, texts, place, size, ids and click stay', () => {
    const first = saved()
    const next = secondVersion(first)
    expect(next.content.slots).toEqual(expect.arrayContaining([...first.content.slots]))
    const [group] = put({ ...placedSymbol(first, { x: 30, y: 40 }, second(first)), clickEvent: { enable: true } })
    const larger = { ...group!, position: { ...group!.position, rotate: 90 } }
    expect(countOlder([larger], next)).toBe(1)
    const updated = updatedWithin(larger, next)
    expect(originOf(updated)).toEqual({ key, version: 2 })
    expect(updated.position).toEqual(larger.position)
    expect(updated.id).toBe(group!.id)
    expect(updated.clickEvent).toEqual({ enable: true })
    expect(updated.children!.map(({ widgetType }) => widgetType)).toEqual(['Text', 'Symbol', 'DataText'])
    expect(updated.children![1]!.id).toBe(group!.children![0]!.id)
    expect(bindsOf([updated]).signals.sort()).toEqual([11, 12, 13])
    expect(updated.children![2]!.data).toMatchObject({ signalId: 13, unit: '%' })
    expect(countOlder([updated], next)).toBe(0)
    expect(updatedWithin(updated, next)).toBe(updated)
  })

  test('updates instances in groups too, and no other symbols', () => {
    const first = saved()
    const next = { ...first, version: 3 }
    const inner = placedSymbol(first, { x: 0, y: 0 }, nothingFilled)
    const outer = boxed('outer', 0, 0, 200, 200, { widgetType: 'group', children: [inner] })
    expect(originOf(updatedWithin(outer, next).children![0]!)).toEqual({ key, version: 3 })
    const other = { ...next, key: '00000000-0000-4000-8000-000000000000' }
    expect(updatedWithin(outer, other)).toBe(outer)
  })

  test('detached it is an ordinary group with the same bindings', () => {
    const symbol = saved()
    const [group] = put(placedSymbol(symbol, { x: 0, y: 0 }, second(symbol)))
    const plain = detached(group!)
    expect(originOf(plain)).toBeUndefined()
    expect(JSON.stringify(plain)).not.toContain('"ref"')
    expect(bindsOf([plain]).signals).toHaveLength(3)
  })
})

describe('names', () => {
  test.each([
    [['pump1Running', 'pump1Tripped'], 'pump1', ['Running', 'Tripped']],
    [['M1_run', 'M1_rpm'], 'M1_', ['run', 'rpm']],
    [['1号泵运行', '1号泵故障'], '1号泵', ['运行', '故障']],
    [['Pump 1 running', 'Pump 1 runtime'], 'Pump 1 ', ['running', 'runtime']],
    [['level'], '', ['level']],
    [['flow', 'flowTotal'], '', ['flow', 'flowTotal']],
  ])('%j start with %j', (names, start, own) => {
    expect(commonStart(names)).toBe(start)
    expect(ownParts(names)).toEqual(own)
  })

  const variable = (name: string, title = '') => ({ name, title })
  const wanted = [
    { key: 'a', name: 'Running', title: 'running' },
    { key: 'b', name: 'Speed', title: 'speed' },
  ]
  test('the sets of a device are found by the ends of names, the fullest first', () => {
    const all = ['rakeRunning', 'pump1Running', 'pump1Speed', 'pump2Running', 'pump2Speed', 'overspeed'].map((name) =>
      variable(name),
    )
    const sets = matchedSets(wanted, all)
    expect(sets.map(({ start, variables }) => [start, variables.size])).toEqual([
      ['pump1', 2],
      ['pump2', 2],
      ['rake', 1],
    ])
    expect(sets[1]!.variables.get('b')).toBe(all[4])
  })
  test('or by the ends of titles, if those match more', () => {
    const sets = matchedSets(wanted, [variable('DB1.0', 'Fan 1 running'), variable('DB1.2', 'Fan 1 speed')])
    expect(sets).toMatchObject([{ start: 'Fan 1' }])
  })
})
