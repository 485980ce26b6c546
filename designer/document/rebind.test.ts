import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eachBinding, type PageWidget, signalOf } from '../../contract/page-document.ts'
import { type Candidate, devicesIn, movedTo, proposals, type Rebinding } from './rebind.ts'
import { boxed } from './sample.ts'

const [pumpA, pumpB] = [
  { equipId: 1, title: 'Pump A' },
  { equipId: 2, title: 'Pump B' },
]
const variable = (signalId: number, of: typeof pumpA, name: string, address: string, title = name): Candidate => ({
  ...{ signalId, name, address, title },
  equipId: of.equipId,
  subTitle: of.title,
})
const own = [variable(11, pumpA, 'Speed', 'H:0'), variable(12, pumpA, 'Level', 'H:1', 'Tank level')]
const bind = ({ signalId, equipId, title, subTitle }: Candidate) => ({
  ...{ type: 'signal', signalId, equipId, title, subTitle },
})
const widget = (more: Partial<PageWidget>): PageWidget => ({ ...boxed('w', 0, 0), ...more })

describe('the proposed variable', () => {
  const widgets = [widget({ data: bind(own[0]!) }), widget({ data: bind(own[1]!), animation: { fill: bind(own[0]!) } })]
  const found = (others: Candidate[], ways: Parameters<typeof proposals>[4] = ['name', 'address', 'title']) =>
    proposals(widgets, 1, own, others, ways).map(({ name, count, to, by }) => `${name} ×${count} ${to?.signalId} ${by}`)

  test.each([
    [
      'by name, ignoring case',
      [variable(21, pumpB, 'SPEED', 'H:9')],
      ['Speed ×2 21 name', 'Level ×1 undefined undefined'],
    ],
    [
      'by address',
      [variable(21, pumpB, 'n', 'H:0'), variable(22, pumpB, 'm', 'H:1')],
      ['Speed ×2 21 address', 'Level ×1 22 address'],
    ],
    [
      'by title',
      [variable(22, pumpB, 'L', 'H:7', 'Tank level')],
      ['Speed ×2 undefined undefined', 'Level ×1 22 title'],
    ],
    [
      'not by a name that two variables share',
      [variable(21, pumpB, 'Speed', 'a'), variable(22, pumpB, 'speed', 'b')],
      ['Speed ×2 undefined undefined', 'Level ×1 undefined undefined'],
    ],
    [
      'by name before address',
      [variable(21, pumpB, 'x', 'H:0'), variable(22, pumpB, 'Speed', 'H:1')],
      ['Speed ×2 22 name', 'Level ×1 22 address'],
    ],
  ])('%s', (_, others, result) => expect(found(others)).toEqual(result))

  test('by address first, if requested', () => {
    expect(found([variable(21, pumpB, 'x', 'H:0'), variable(22, pumpB, 'Speed', 'H:1')], ['address', 'name'])).toEqual([
      'Speed ×2 21 address',
      'Level ×1 22 address',
    ])
  })

  test('a variable that no longer exists is found by the title in its binding', () => {
    const to = variable(21, pumpB, 'x', 'y', 'Speed')
    expect(proposals(widgets.slice(0, 1), 1, [], [to], ['name', 'title'])).toMatchObject([{ title: 'Speed', to }])
  })
})

describe('a rebound widget', () => {
  const rebinding: Rebinding = {
    ...{ from: pumpA, to: pumpB },
    variables: new Map([[11, variable(21, pumpB, 'Speed', 'H:0', 'Speed of B')]]),
  }

  test('is bound in data, arrays, animations, click events and groups', () => {
    const inner = widget({ data: bind(own[0]!) })
    const group = widget({
      ...{ widgetType: 'group', children: [inner], data: { signalArray: [{ ...bind(own[0]!), color: 'red' }] } },
      ...{ animation: { rotate: bind(own[0]!) }, clickEvent: { dataBind: bind(own[0]!), writeValue: 1 } },
    })
    const found: unknown[] = []
    eachBinding(movedTo(group, rebinding), (binding) => void found.push(binding))
    expect(found).toHaveLength(4)
    for (const each of found)
      expect(each).toMatchObject({ signalId: 21, equipId: 2, title: 'Speed of B', subTitle: 'Pump B' })
  })

  test('keeps bindings without a counterpart, and those of other devices', () => {
    const widgets = [widget({ data: bind(own[1]!) }), widget({ data: { ...bind(own[0]!), equipId: 7 } }), widget({})]
    for (const each of widgets) expect(movedTo(each, rebinding)).toBe(each)
  })

  test('has the new device in its device lists; a custom name stays', () => {
    const equips = [
      { equipmentId: 1, title: 'Pump A' },
      { equipmentId: 1, title: 'Mine' },
      { equipmentId: 3, title: 'Pump C' },
    ]
    expect(movedTo(widget({ data: { equips } }), rebinding).data).toEqual({
      equips: [{ equipmentId: 2, title: 'Pump B' }, { equipmentId: 2, title: 'Mine' }, equips[2]],
    })
  })

  test('has the new device for variables named by marks', () => {
    const data = { signalName: 'Speed {{n}}', equipId: 1 }
    expect(devicesIn([widget({ data })])).toEqual([{ equipId: 1, title: '', count: 1 }])
    expect(movedTo(widget({ data }), rebinding).data).toEqual({ signalName: 'Speed {{n}}', equipId: 2 })
  })

  test('gets no title that it did not have before', () => {
    const data = { type: 'signal', signalId: 11, equipId: 1 }
    expect(movedTo(widget({ data }), rebinding).data).toEqual({ type: 'signal', signalId: 21, equipId: 2 })
  })

  test('rebinding there and back restores the page', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { maxLength: 20 }), (at) => {
        const others = own.map(({ name, address, title }, i) => variable(21 + i, pumpB, name, address, title))
        const widgets = at.map((i) => widget({ data: bind(own[i]!) }))
        const way = (from: typeof pumpA, to: typeof pumpA, of: Candidate[], by: Candidate[]): Rebinding => ({
          ...{ from, to },
          variables: new Map(of.map(({ signalId }, i) => [signalId, by[i]!])),
        })
        const there = widgets.map((each) => movedTo(each, way(pumpA, pumpB, own, others)))
        expect(devicesIn(there).map(({ equipId }) => equipId)).toEqual(at.length > 0 ? [2] : [])
        expect(there.every(({ data }) => (signalOf(data ?? {}) ?? 0) > 20)).toBe(true)
        expect(there.map((each) => movedTo(each, way(pumpB, pumpA, others, own)))).toEqual(widgets)
      }),
    )
  })
})
