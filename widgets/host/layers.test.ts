import { describe, expect, test } from 'vitest'
import { boxOf, layersOf } from './layers.ts'

const at = (x: number, y: number, width: number, height: number, rotate = 0) => ({ x, y, width, height, rotate })
const of = (id: string, draw: 'svg' | 'html', position = at(0, 0, 10, 10)) => ({ id, draw, position })

describe('layers', () => {
  test('neighbours that draw SVG share one element, HTML is between them, and the order stays', () => {
    const layers = layersOf([of('a', 'svg'), of('b', 'svg'), of('c', 'html'), of('d', 'svg')])
    expect(layers.map((layer) => (layer.draw === 'svg' ? layer.widgets.map(({ id }) => id) : layer.widget.id))).toEqual(
      [['a', 'b'], 'c', ['d']],
    )
  })

  test('of an empty page are none', () => expect(layersOf([])).toEqual([]))

  test('are as large as their widgets', () => {
    const [layer] = layersOf([of('a', 'svg', at(100, 50, 20, 10)), of('b', 'svg', at(300, 40, 20, 10))])
    expect(layer).toMatchObject({ box: { x: 88, y: 28, width: 244, height: 44 } })
  })
})

test.each([
  ['upright', at(10, 20, 30, 40), { x: -2, y: 8, width: 54, height: 64 }],
  ['turned by 90°', at(0, 0, 100, 20, 90), { x: 28, y: -52, width: 44, height: 124 }],
  ['turned by 45°', at(0, 0, 100, 100, 45), { x: -33, y: -33, width: 166, height: 166 }],
  ['without a size', at(5, 5, 0, 0), { x: -7, y: -7, width: 24, height: 24 }],
  ['between pixels', at(0.5, 0.5, 1, 1), { x: -12, y: -12, width: 26, height: 26 }],
])('a box %s', (_, position, box) => expect(boxOf([position])).toEqual(box))
