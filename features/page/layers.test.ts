import { describe, expect, test } from 'vitest'
import type { PageWidget } from './contract.ts'
import { equipmentsOf, firstScale, fitScale, layersOf, safeColour, zoomed } from './layers.ts'

const of = (id: string, type: string, binds: PageWidget['binds'] = {}): PageWidget => ({
  id,
  type,
  position: { x: 0, y: 0, width: 10, height: 10, rotate: 0 },
  props: {},
  binds,
})
const drawOf = (type: string) => (type.startsWith('shape/') ? 'svg' : 'html')

describe('layers', () => {
  test('neighbours that draw SVG share one element, HTML is between them, and the order stays', () => {
    const widgets = [of('a', 'shape/rect'), of('b', 'shape/line'), of('c', 'usual/data-text'), of('d', 'shape/rect')]
    const layers = layersOf(widgets, drawOf)
    expect(layers.map((layer) => (layer.draw === 'svg' ? layer.widgets.map(({ id }) => id) : layer.widget.id))).toEqual(
      [['a', 'b'], 'c', ['d']],
    )
  })

  test('of an empty page are none', () => expect(layersOf([], drawOf)).toEqual([]))
})

describe('scale', () => {
  const page = { width: 1024, height: 768 }

  test('a page fits completely, enlarged or reduced', () => {
    expect(fitScale(page, { width: 2048, height: 1536 })).toBe(2)
    expect(fitScale(page, { width: 512, height: 768 })).toBe(0.5)
  })

  test('on a phone it is panned instead of becoming unreadable', () => {
    expect(firstScale(page, { width: 366, height: 600 })).toBe(0.6)
    expect(firstScale(page, { width: 1100, height: 700 })).toBeCloseTo(0.911, 3)
  })

  test('an unmeasured container has scale 1', () => expect(fitScale(page, { width: 0, height: 0 })).toBe(1))

  test('the zoom buttons go from step to step and stop at the ends', () => {
    expect([zoomed(0.6, 1), zoomed(1, 1), zoomed(2, 1)]).toEqual([0.75, 1.5, 2])
    expect([zoomed(0.6, -1), zoomed(1, -1), zoomed(0.5, -1)]).toEqual([0.5, 0.75, 0.5])
  })
})

test('the devices of a page are its own and those of its bindings, each once', () => {
  const bind = (equipmentId: number) => ({
    value: { type: 'signal' as const, equipmentId: equipmentId as never, signalId: 1 },
  })
  const widgets = [of('a', 'x', bind(5)), of('b', 'x', bind(7)), of('c', 'x', bind(5)), of('d', 'x', bind(3))]
  expect(equipmentsOf(3, { widgets })).toEqual([3, 5, 7])
})

test('a background is a colour or nothing', () => {
  expect(['#fff', 'navy', 'rgba(0, 0, 0, 50%)'].map(safeColour)).toEqual(['#fff', 'navy', 'rgba(0, 0, 0, 50%)'])
  expect(['', 'url(http://x)', 'red; content: x'].map(safeColour)).toEqual([undefined, undefined, undefined])
})
