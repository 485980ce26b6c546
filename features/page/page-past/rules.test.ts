import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { ofThePast, scenesOfThePast } from './rules.ts'

describe('an older version', () => {
  const place = { x: 0, y: 0, width: 1, height: 1, rotate: 0 }
  const widget = (id: string, data: object, more: object = {}): PageWidget => ({
    ...{ id, widgetType: 'DataText', position: place, data: { ...data } },
    ...more,
  })
  const of = (signalId: number, equipId: number) => ({ type: 'signal', signalId, equipId, title: 't', unit: 'm' })
  const old = [
    widget('a', of(1, 7)),
    widget('b', of(2, 8)),
    widget('c', { type: 'mvar', mvarId: 5, title: 'sum' }),
    widget('g', {}, { widgetType: 'group', children: [widget('d', of(1, 7)), widget('e', { text: 'Secret' })] }),
    widget('t', { type: 'report', equipId: 8, reportId: 3, title: 'Recipes' }, { widgetType: 'History' }),
  ]
  const now = {
    widgets: [
      widget('a', of(1, 7)),
      widget('b', of(1, 7)),
      widget('c', {}),
      widget('g', {}, { widgetType: 'group', children: [widget('d', {})] }),
      widget('t', { type: 'report', equipId: 7, reportId: 2, title: 'Shift' }, { widgetType: 'History' }),
    ],
    signals: [1],
    mvars: [],
  }
  const customer = { now, seesVersions: false, seesMvars: false, isOwn: () => false }
  const ids = (widgets: ReturnType<typeof ofThePast>): string[] =>
    widgets.flatMap(({ id, children }) => [id, ...ids(children ?? [])])

  test('has only widgets and variables still shown, for viewers through the project', () => {
    const shown = ofThePast(old, customer)
    expect(ids(shown)).toEqual(['a', 'b', 'c', 'g', 'd', 't'])
    expect(shown.map(({ data }) => data)).toEqual([
      of(1, 7),
      { type: 'signal', unit: 'm' },
      { type: 'mvar' },
      {},
      { type: 'report', equipId: 7, reportId: 2, title: 'Shift' },
    ])
  })

  test('has all widgets for accounts that may list versions, but of other devices only variables still shown', () => {
    const shown = ofThePast(old, { ...customer, seesVersions: true })
    expect(ids(shown)).toEqual(['a', 'b', 'c', 'g', 'd', 'e', 't'])
    expect(shown[1]?.data).toEqual({ type: 'signal', unit: 'm' })
  })

  test('is unchanged for its owner', () => {
    const owner = {
      now: { widgets: [], signals: [], mvars: [] },
      seesVersions: true,
      seesMvars: true,
      isOwn: () => true,
    }
    expect(ofThePast(old, owner)).toEqual(old)
  })
})

const key = '3f2c1a52-9f0e-4c55-8d1e-2b7a6f0c9d11'
const now = {
  key,
  bindings: [
    { node: 'Pump', signalId: 1, equipId: 7, title: 'Speed', effect: 'turn' },
    { node: 'Tank' },
    { node: 'Tank' },
  ],
}
const then = [
  {
    key,
    bindings: [
      { node: 'Pump', signalId: 1, equipId: 7, title: 'Speed', effect: 'turn' },
      { node: 'Fan', signalId: 3, equipId: 7 },
    ],
  },
]
test.each<[string, boolean, number[], unknown[]]>([
  ['everything otherwise visible to a viewer who may list versions', true, [1, 3], then[0]!.bindings],
  ['no node that was removed from the scene', false, [1, 3], then[0]!.bindings.slice(0, 1)],
  [
    'no variable that is hidden now',
    true,
    [3],
    [
      { node: 'Pump', effect: 'turn' },
      { node: 'Fan', signalId: 3, equipId: 7 },
    ],
  ],
])('a past view of a scene shows %s', (_, seesVersions, shown, bindings) => {
  const isShown = ({ signalId }: { signalId?: unknown }) => shown.includes(Number(signalId))
  expect(scenesOfThePast(then, { now: [now], seesVersions, isShown })).toEqual([{ key, bindings }])
  expect(scenesOfThePast(then, { now: [], seesVersions: false, isShown })).toEqual([{ key, bindings: [] }])
})
