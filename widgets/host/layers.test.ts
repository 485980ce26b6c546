import { describe, expect, test } from 'vitest'
import { boxOf, gatheredLayers, type Layer, layersOf, partsOf } from './layers.ts'

const at = (x: number, y: number, width: number, height: number, rotate = 0) => ({ x, y, width, height, rotate })
const of = (id: string, draw: 'svg' | 'html', position = at(0, 0, 10, 10)) => ({ id, draw, position })

describe('layers', () => {
  test('neighbours that draw SVG share one element, HTML is between them, and the order stays', () => {
    const layers = layersOf([of('a', 'svg'), of('b', 'svg'), of('c', 'html'), of('d', 'svg')])
    expect(layers.map((layer) => (layer.draw === 'svg' ? layer.widgets.map(({ id }) => id) : layer.widget.id))).toEqual(
      [['a', 'b'], 'c', ['d']],
    )
  })

  test('on an empty page are an empty list', () => expect(layersOf([])).toEqual([]))

  test('are as large as their widgets', () => {
    const [layer] = layersOf([of('a', 'svg', at(100, 50, 20, 10)), of('b', 'svg', at(300, 40, 20, 10))])
    expect(layer).toMatchObject({ box: { x: 88, y: 28, width: 244, height: 44 } })
  })
})

describe('layers of a page outside the editor', () => {
  type Drawn = ReturnType<typeof of> & { style: object; animated: object; click?: object; children: Drawn[] }
  const placed = (id: string, draw: 'svg' | 'html', x: number, more: Partial<Drawn> = {}): Drawn => ({
    ...{ ...of(id, draw, at(x, 0, 20, 20)), style: {}, animated: {}, children: [] },
    ...more,
  })
  const namesOf = (layers: Layer<Drawn>[]) =>
    layers.map((layer) => (layer.draw === 'svg' ? layer.widgets.map(({ id }) => id).join('') : layer.widget.id))
  const gathered = (...widgets: Drawn[]) => namesOf(gatheredLayers(widgets as never) as never)
  const line = (strokeWidth: number) => ({ style: { strokeWidth } })
  const turning = { animated: { rotate: { direction: 'clockwise' } } }
  const button = { click: { pageId: 1 } }

  test.each<[string, Drawn[], string[]]>([
    ['goes down past HTML that it does not touch', [placed('b', 'html', 20), placed('c', 'svg', 40)], ['ac', 'b']],
    ['stays above HTML that it touches', [placed('b', 'html', 30), placed('c', 'svg', 40)], ['a', 'b', 'c']],
    [
      'stays above HTML that half of its line touches',
      [placed('b', 'html', 20), placed('c', 'svg', 40, line(2))],
      ['a', 'b', 'c'],
    ],
    ['stays above HTML while it turns', [placed('b', 'html', 20), placed('c', 'svg', 41, turning)], ['a', 'b', 'c']],
    [
      'in a group stays above HTML that its line touches',
      [placed('b', 'html', 20), placed('c', 'svg', 40, { children: [placed('d', 'svg', 0, line(2))] })],
      ['a', 'b', 'c'],
    ],
    ['with a click keeps its place', [placed('b', 'html', 90), placed('c', 'svg', 40, button)], ['a', 'b', 'c']],
    [
      'keeps its place among drawings',
      [placed('b', 'html', 30), placed('c', 'svg', 40), placed('d', 'html', 200), placed('e', 'svg', 90)],
      ['a', 'b', 'ce', 'd'],
    ],
  ])('a drawing %s', (_, above, expected) => expect(gathered(placed('a', 'svg', 0), ...above)).toEqual(expected))

  test('start with HTML where a page does', () =>
    expect(gathered(placed('a', 'html', 0), placed('b', 'svg', 90), placed('c', 'svg', 120))).toEqual(['a', 'bc']))

  test('contain all widgets, keep drawings in order, and move nothing below a widget that it touches', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 100; round += 1) {
      const widgets = Array.from({ length: 30 }, (_, i) =>
        placed(String.fromCharCode(65 + i), random(2) ? 'svg' : 'html', random(400), random(9) ? {} : button),
      )
      const layers = gatheredLayers(widgets as never) as unknown as Layer<Drawn>[]
      const order = layers.flatMap((layer) => (layer.draw === 'svg' ? layer.widgets : [layer.widget]))
      expect([...order].sort((a, b) => widgets.indexOf(a) - widgets.indexOf(b))).toEqual(widgets)
      const isAbove = (a: Drawn, b: Drawn) => order.indexOf(a) > order.indexOf(b)
      const mayNotPass = (a: Drawn, b: Drawn) => a.draw === b.draw || Math.abs(a.position.x - b.position.x) < 20
      const passed = widgets.flatMap((lower, i) =>
        widgets.slice(i + 1).filter((upper) => mayNotPass(lower, upper) && isAbove(lower, upper)),
      )
      expect(passed).toEqual([])
    }
  })
})

test('parts of a page contain all its widgets in order', () => {
  const all = Array.from({ length: 300 }, (_, i) => i)
  expect(partsOf(all).map(({ length }) => length)).toEqual([128, 128, 44])
  expect(partsOf(all).flat()).toEqual(all)
  expect(partsOf([])).toEqual([])
})

test.each([
  ['upright', at(10, 20, 30, 40), { x: -2, y: 8, width: 54, height: 64 }],
  ['turned by 90°', at(0, 0, 100, 20, 90), { x: 28, y: -52, width: 44, height: 124 }],
  ['turned by 45°', at(0, 0, 100, 100, 45), { x: -33, y: -33, width: 166, height: 166 }],
  ['without a size', at(5, 5, 0, 0), { x: -7, y: -7, width: 24, height: 24 }],
  ['between pixels', at(0.5, 0.5, 1, 1), { x: -12, y: -12, width: 26, height: 26 }],
])('the bounds of a box %s', (_, position, box) => expect(boxOf([position])).toEqual(box))
