import { describe, expect, it, test } from 'vitest'
import {
  type Change,
  changeKey,
  clashing,
  derivedView,
  differences,
  fieldsView,
  isSame,
  keyOf,
  listView,
  secretView,
  valueView,
} from './rules.ts'
import { sectionsOf, translatedName } from './sections.ts'

type Valve = { id: number; name: string; unit?: string; scale?: number; of?: number }
type Line = { id: number; name: string; valves: Valve[] }
type Plant = { title: string; password?: unknown; sum?: number; size: { width: number; height: number }; lines: Line[] }

const label = (en: string, zh: string) => ({ en, 'zh-cn': zh })
const nameOf = (root: Plant, id: number) => root.lines.find((line) => line.id === id)?.name
const valve = listView<Valve>({
  label: label('Valves', '阀门'),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  item: fieldsView<Valve>(label('Valve', '阀门'), {
    id: derivedView,
    name: valueView(label('Name', '名称')),
    unit: valueView(label('Unit', '单位')),
    scale: valueView(label('Scale', '倍率'), undefined, 1),
    of: valueView<number, Plant>(label('Line', '产线'), (id, root) => nameOf(root, id)),
  }),
})
const view = fieldsView<Plant>(label('Plant', '工厂'), {
  title: valueView(label('Title', '标题')),
  password: secretView(label('Password', '密码')),
  sum: derivedView,
  size: fieldsView<Plant['size']>(label('Size', '尺寸'), {
    width: valueView(label('Width', '宽')),
    height: valueView(label('Height', '高')),
  }),
  lines: listView<Line>({
    label: label('Lines', '产线'),
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    item: fieldsView<Line>(label('Line', '产线'), {
      id: derivedView,
      name: valueView(label('Name', '名称')),
      valves: valve,
    }),
  }),
})

const plant = (): Plant => ({
  title: 'Works',
  size: { width: 10, height: 20 },
  lines: [
    { id: 1, name: 'Intake', valves: [{ id: 5, name: 'Inlet', unit: 'bar' }] },
    {
      id: 2,
      name: 'Filter',
      valves: [
        { id: 6, name: 'Wash', of: 1 },
        { id: 7, name: 'Drain' },
      ],
    },
  ],
})

const changed = (change: (of: Plant) => unknown): Plant => {
  const next = structuredClone(plant())
  change(next)
  return next
}
const told = (changes: readonly Change[]) =>
  changes.map(({ kind, steps, before, after }) =>
    [kind, steps.map(({ name }) => name).join(' / '), ...(kind === 'changed' ? [before, after] : [])].join(' | '),
  )
const diff = (after: unknown, before: unknown = plant()) => differences(view, before, after, 'en')

it.each<[string, (of: Plant) => unknown, string[]]>([
  ['nothing', () => 0, []],
  ['a value', (of) => (of.title = 'Plant'), ['changed | Title | Works | Plant']],
  ['a value within', (of) => (of.size.height = 9), ['changed | Size / Height | 20 | 9']],
  ['a value of a thing', (of) => (of.lines[0]!.name = 'Inflow'), ['changed | Lines / Intake / Name | Intake | Inflow']],
  [
    'a value that goes',
    (of) => delete of.lines[0]!.valves[0]!.unit,
    ['changed | Lines / Intake / Valves / Inlet / Unit | bar | '],
  ],
  ['what is usual where nothing was', (of) => (of.lines[0]!.valves[0]!.scale = 1), []],
  [
    'what is not usual',
    (of) => (of.lines[0]!.valves[0]!.scale = 2),
    ['changed | Lines / Intake / Valves / Inlet / Scale | 1 | 2'],
  ],
  [
    'what is named elsewhere, by its name of then and now',
    (of) => {
      of.lines[1]!.valves[0]!.of = 2
    },
    ['changed | Lines / Filter / Valves / Wash / Line | Intake | Filter'],
  ],
  ['a thing that comes', (of) => of.lines.push({ id: 3, name: 'Pump', valves: [] }), ['added | Lines / Pump']],
  ['a thing that goes', (of) => of.lines.pop(), ['removed | Lines / Filter']],
  ['the order', (of) => of.lines.reverse(), ['order | Lines']],
  [
    'the order within, beside a thing that comes',
    (of) => {
      of.lines[1]!.valves.reverse()
      of.lines[1]!.valves.push({ id: 8, name: 'Vent' })
    },
    ['added | Lines / Filter / Valves / Vent', 'order | Lines / Filter / Valves'],
  ],
  [
    'a thing before the others, without the order',
    (of) => of.lines.unshift({ id: 3, name: 'Pump', valves: [] }),
    ['added | Lines / Pump'],
  ],
  ['what follows from the rest', (of) => (of.sum = 5), []],
])('%s', (_, change, expected) => expect(told(diff(changed(change)))).toEqual(expected))

test('a changed secret is reported, without its value', () => {
  const before = { ...plant(), password: { secret: 4711 } }
  const after = { ...plant(), password: { text: 'hunter2' } }
  const changes = diff(after, before)
  expect(changes).toMatchObject([{ kind: 'changed', path: ['password'], isSecret: true }])
  expect(JSON.stringify(changes)).not.toMatch(/4711|hunter2/)
})

test('names are in the language of the viewer', () => {
  const changes = differences(
    view,
    plant(),
    changed((of) => (of.size.width = 1)),
    'zh-cn',
  )
  expect(changes[0]!.steps.map(({ name }) => name)).toEqual(['尺寸', '宽'])
})

test('fields without a view are named by their keys, also within', () => {
  const before = { ...plant(), extra: { deep: [{ id: 'a', x: 1 }], flat: [1, 2] } }
  const after = { ...plant(), extra: { deep: [{ id: 'a', x: 2 }, { id: 'b' }], flat: [1, 3] } }
  expect(told(diff(after, before))).toEqual([
    'changed | extra / deep / a / x | 1 | 2',
    'added | extra / deep / b',
    'changed | extra / flat | [1,2] | [1,3]',
  ])
  expect(told(diff({ ...plant(), fresh: { a: 1, b: null } }))).toEqual(['changed | fresh / a |  | 1'])
})

test('two objects with the same id are distinguished', () => {
  const twice = (name: string) => changed((of) => of.lines.push({ id: 2, name, valves: [] }))
  expect(told(diff(twice('Other'), twice('Twin')))).toEqual(['changed | Lines / Twin / Name | Twin | Other'])
})

test('a list or an object that replaces another kind of value is one change', () => {
  expect(diff({ ...plant(), lines: 'none' })).toMatchObject([{ kind: 'changed', path: ['lines'], after: 'none' }])
  expect(diff({ ...plant(), size: [1] })).toMatchObject([{ kind: 'changed', path: ['size'], after: '[1]' }])
})

test.each([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: null }, {}, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ 0: 1 }, [1], false],
  [0, false, false],
  ['1', 1, false],
])('%j and %j: same is %s', (a, b, same) => expect(isSame(a, b)).toBe(same))

/** Pseudorandom numbers, repeatable by their seed. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A random plant, a changed copy, and the expected changes. */
function drawn(seed: number): { before: Plant; after: Plant; expected: string[] } {
  const draw = numbers(seed)
  const before: Plant = {
    title: `t${draw(9)}`,
    size: { width: draw(9), height: draw(9) },
    lines: Array.from({ length: draw(12) }, (_, line) => ({
      id: line + 1,
      name: `line ${line}`,
      valves: Array.from({ length: draw(6) }, (_, place) => ({ id: line * 100 + place, name: `valve ${place}` })),
    })),
  }
  const after = structuredClone(before)
  const expected: string[] = []
  const sometimes = (path: (string | number)[], change: () => unknown) => {
    if (draw(4) > 0) return
    change()
    expected.push(path.join('/'))
  }
  sometimes(['title'], () => (after.title += '!'))
  sometimes(['size', 'width'], () => (after.size.width += 1))
  after.lines = after.lines.flatMap((line): Line[] => {
    if (draw(6) === 0) {
      expected.push(`lines/${line.id}`)
      return []
    }
    sometimes(['lines', line.id, 'name'], () => (line.name += '!'))
    for (const each of line.valves)
      for (const key of ['name', 'unit'] as const)
        sometimes(['lines', line.id, 'valves', each.id, key], () => (each[key] = `${each[key]}!`))
    sometimes(['lines', line.id, 'valves', 'new'], () => line.valves.splice(draw(9), 0, { id: -1, name: 'new' }))
    return [line]
  })
  return { before, after, expected: expected.map((path) => path.replace(/new$/, '-1')) }
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed)

describe('of any plant', () => {
  test('every change is named exactly once, and nothing else', () => {
    for (const seed of seeds) {
      const { before, after, expected } = drawn(seed)
      const paths = diff(after, before).map(({ path }) => path.join('/'))
      expect({ seed, paths: paths.sort() }).toEqual({ seed, paths: expected.sort() })
    }
  })

  test('nothing differs from itself, and the reverse comparison names the same places', () => {
    for (const seed of seeds) {
      const { before, after } = drawn(seed)
      expect(diff(structuredClone(after), after)).toEqual([])
      const there = diff(after, before).map(changeKey).sort()
      expect(diff(before, after).map(changeKey).sort()).toEqual(there)
    }
  })

  test('every change is in exactly one group of its part, and the counts are right', () => {
    for (const seed of seeds) {
      const changes = diff(drawn(seed).after, drawn(seed).before)
      const sections = sectionsOf(changes)
      expect(sections.flatMap(({ groups }) => groups.flatMap((group) => group.changes.map(changeKey))).sort()).toEqual(
        changes.map(changeKey).sort(),
      )
      const removed = sections.reduce((sum, { count }) => sum + count.removed, 0)
      expect(removed).toBe(changes.filter(({ kind }) => kind === 'removed').length)
    }
  })
})

describe('conflicts between two authors', () => {
  const clash = (mine: (of: Plant) => unknown, theirs: (of: Plant) => unknown) =>
    [...clashing(diff(changed(mine)), diff(changed(theirs)))].map((key) => key.replaceAll('\u0000', '/'))

  it.each<[string, (of: Plant) => unknown, (of: Plant) => unknown, string[]]>([
    ['two fields of one thing: none', (of) => (of.lines[0]!.name = 'a'), (of) => of.lines[0]!.valves.pop(), []],
    ['the same field', (of) => (of.title = 'a'), (of) => (of.title = 'b'), ['title']],
    [
      'a field of a thing that the other removed',
      (of) => (of.lines[1]!.valves[0]!.unit = 'l'),
      (of) => of.lines.pop(),
      ['lines/2/valves/6/unit'],
    ],
    [
      'a thing in which the other changed something',
      (of) => of.lines.pop(),
      (of) => (of.lines[1]!.valves[0]!.unit = 'l'),
      ['lines/2'],
    ],
    ['two orders', (of) => of.lines.reverse(), (of) => of.lines.reverse(), ['lines/order']],
    ['an order, and a field of a thing: none', (of) => of.lines.reverse(), (of) => (of.lines[0]!.name = 'a'), []],
  ])('%s', (_, mine, theirs, expected) => expect(clash(mine, theirs)).toEqual(expected))
})

test('two thousand objects with ten changed fields each are grouped by part and object', () => {
  const many = (unit: string): Plant => ({
    ...plant(),
    lines: Array.from({ length: 2000 }, (_, id) => ({
      ...{ id, name: `line ${id}` },
      valves: Array.from({ length: 10 }, (_, place) => ({ id: place, name: `v${place}`, unit })),
    })),
  })
  const changes = diff(many('a'), many('b'))
  expect(changes).toHaveLength(20_000)
  expect(new Set(changes.map(({ path }) => keyOf(path))).size).toBe(20_000)
  expect(sectionsOf(changes)).toMatchObject([{ name: 'Lines', count: { changed: 20_000 } }])
})

test('conflicts come first, in their part and object, before long lists are folded', () => {
  const valves = (unit: string) => [{ id: 1, name: 'Inlet', unit, scale: unit === 'a' ? 2 : 3 }]
  const many = (unit: string): Plant => ({
    ...{ ...plant(), title: unit },
    lines: Array.from({ length: 500 }, (_, id) => ({ id, name: `line ${id}`, valves: valves(unit) })),
  })
  const changes = diff(many('a'), many('b'))
  const clash = changes.find(({ path }) => path.join('/') === 'lines/400/valves/1/scale')!
  const [first] = sectionsOf(changes, new Set([changeKey(clash)]))
  expect(first!.name).toBe('Lines')
  expect(first!.groups[0]!.changes.map(({ path }) => path.join('/'))).toEqual([
    'lines/400/valves/1/scale',
    'lines/400/valves/1/unit',
  ])
  expect(first!.groups).toHaveLength(500)
})

test.each([
  ['Suction pressure', '进水压力'],
  ['Suction pressure (suctionPressure)', '进水压力 (suctionPressure)'],
  ['Suction pressure（suctionPressure）', '进水压力（suctionPressure）'],
  ['Suction pressure · 平均', '进水压力 · 平均'],
  ['Control mode (0 manual, 1 auto) (mode)', '控制模式 (mode)'],
  ['Line (spare)', '备用线'],
  ['pump', 'pump'],
])('the name %s is shown as %s, with its titles translated', (name, shown) => {
  const dictionary = new Map([
    ['Suction pressure', '进水压力'],
    ['Control mode (0 manual, 1 auto)', '控制模式'],
    ['Line (spare)', '备用线'],
  ])
  expect(translatedName(name, (title) => dictionary.get(title) ?? title)).toBe(shown)
})
