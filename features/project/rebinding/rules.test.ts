import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { movedFormula, movedWidgets, usesIn, variableOf } from './rules.ts'

const position = { x: 0, y: 0, width: 1, height: 1, rotate: 0 }
const widget = (id: string, more: object): PageWidget => ({ id, widgetType: 'DataText', position, ...more })
const signal = (equipId: number, signalId: number) => ({
  type: 'signal',
  equipId,
  signalId,
  title: 'was',
  subTitle: 'A',
})
const candidate = (equipId: number, signalId: number) => ({
  ...{ signalId, equipId, title: 'new', subTitle: 'B', name: 'n', address: '' },
})
const move = (from: number, to: number, variables: [number, ReturnType<typeof candidate> | null][]) =>
  [
    from,
    {
      ...{ from: { equipId: from, title: 'A' }, to: { equipId: to, title: 'B' } },
      ...{ variables: new Map(variables), reports: new Map([[7, { reportId: 8, title: 'R' }]]) },
    },
  ] as const

describe('bindings of widgets', () => {
  const moves = new Map([
    move(1, 2, [
      [10, candidate(2, 20)],
      [11, null],
    ]),
    move(2, 1, [[20, candidate(1, 10)]]),
  ])

  test.each<[string, object, object]>([
    ['bound to another', signal(1, 10), { type: 'signal', equipId: 2, signalId: 20, title: 'new', subTitle: 'B' }],
    [
      'changed for each other',
      signal(2, 20),
      { type: 'signal', equipId: 1, signalId: 10, title: 'new', subTitle: 'B' },
    ],
    ['bound to nothing', signal(1, 11), { type: 'signal' }],
    ['as they are, where nothing was decided', signal(1, 12), signal(1, 12)],
    ['as they are, of another device', signal(3, 10), signal(3, 10)],
    ['with the report', { type: 'report', equipId: 1, reportId: 7 }, { type: 'report', equipId: 2, reportId: 8 }],
    ['named by marks', { signalName: '{p}', equipId: 1 }, { signalName: '{p}', equipId: 2 }],
    ['in a list', { equips: [{ equipmentId: 1, title: 'A' }] }, { equips: [{ equipmentId: 2, title: 'B' }] }],
    [
      'in a list by a name of its own',
      { equips: [{ equipmentId: 1, title: 'X' }] },
      { equips: [{ equipmentId: 2, title: 'X' }] },
    ],
  ])('are %s', (_, data, moved) => expect(movedWidgets([widget('a', { data })], moves).widgets[0]!.data).toEqual(moved))

  test('are counted, including those in groups', () => {
    const inner = [widget('b', { data: signal(1, 11) }), widget('c', { data: signal(3, 1) })]
    const { changed, unbound } = movedWidgets(
      [widget('g', { children: inner }), widget('d', { data: signal(1, 10) })],
      moves,
    )
    expect({ changed, unbound }).toEqual({ changed: 2, unbound: 1 })
  })
})

test.each<[string, string]>([
  ['sum(${1.10}, ${3.10})', 'sum(${2.20}, ${3.10})'],
  ['${1.10} - ${ 1 . 10 } * 2', '${2.20} - ${2.20} * 2'],
  ['${1.11} + "${1.10}"', '${1.11} + "${1.10}"'],
  ['${1.10}/${2.20}', '${2.20}/${1.10}'],
])('the formula %s becomes %s', (text, moved) => {
  const moves = new Map([
    move(1, 2, [
      [10, candidate(2, 20)],
      [11, null],
    ]),
    move(2, 1, [[20, candidate(1, 10)]]),
  ])
  expect(movedFormula(text, moves)).toBe(moved)
})

test('uses are counted by page, by widget and by formula', () => {
  const page = {
    widgets: [widget('a', { data: signal(1, 10) }), widget('g', { children: [widget('b', { data: signal(1, 10) })] })],
  }
  const uses = usesIn([page, page], ['${1.10} + ${1.10}', '${1.11}'])
  expect(uses.signals.get(10)).toEqual({ pages: 2, widgets: 4, mvars: 1 })
  expect(uses.signals.get(11)).toEqual({ pages: 0, widgets: 0, mvars: 1 })
})

test.each([
  [{}, ''],
  [{ scale: 1, offset: 0 }, ''],
  [{ scale: 0.1 }, '× 0.1'],
  [{ scale: 0.1, offset: -4 }, '× 0.1 + -4'],
  [{ rawLow: 0, rawHigh: 4095, valueLow: 0, valueHigh: 10 }, '0…4095 → 0…10'],
])('the scaling of %j is “%s”', (more, scaling) => {
  const signal = { id: 1, driverId: 1, name: 'a', title: 'a', address: '', dataType: 'int16', access: 'r', ...more }
  expect(variableOf(signal as never).scaling).toBe(scaling)
})
