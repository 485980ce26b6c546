// The route of a pipe: at right angles, out of its ports, around boxes.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Box } from '../document/geometry.ts'
import { crosses, type End, route, type Side, stepOf, straightened } from './route.ts'

const sides: readonly Side[] = ['left', 'right', 'top', 'bottom']
const portOn = (box: Box, side: Side): End => ({
  side,
  at: {
    x: side === 'left' ? box.x : side === 'right' ? box.x + box.width : box.x + box.width / 2,
    y: side === 'top' ? box.y : side === 'bottom' ? box.y + box.height : box.y + box.height / 2,
  },
})
const square = (x: number, y: number): Box => ({ x, y, width: 48, height: 48 })
const words = (way: readonly { x: number; y: number }[]) => way.map(({ x, y }) => `${x},${y}`).join(' ')

describe('known routes', () => {
  const [a, b] = [square(0, 0), square(200, 0)]
  test.each([
    ['straight where ports look at each other', portOn(a, 'right'), portOn(b, 'left'), '48,24 200,24'],
    ['around its own box', portOn(a, 'left'), portOn(b, 'left'), ''],
    ['one corner', portOn(a, 'right'), portOn(square(200, 100), 'top'), '48,24 224,24 224,100'],
    ['two corners, midway', portOn(a, 'right'), portOn(square(200, 100), 'left'), '48,24 124,24 124,124 200,124'],
  ])('%s', (_, from, to, expected) => {
    const way = route(from, to, [a])
    if (expected) expect(words(way)).toBe(expected)
    expect(crosses(way, a)).toBe(false)
  })
  test('goes around a box in between', () => {
    const between = square(100, 0)
    const way = route(portOn(a, 'right'), portOn(b, 'left'), [a, b, between])
    expect(crosses(way, between)).toBe(false)
    expect(way.length).toBe(6)
  })
  test('a free end has no direction', () => {
    expect(words(route(portOn(a, 'right'), { at: { x: 100, y: 80 } }, [a]))).toBe('48,24 100,24 100,80')
  })
})

const place = fc.record({ x: fc.integer({ min: 0, max: 12 }), y: fc.integer({ min: 0, max: 8 }) })
/** Symbols on a grid with room between them, no two in one cell. */
const plants = fc
  .tuple(
    fc.uniqueArray(place, { minLength: 2, maxLength: 12, selector: ({ x, y }) => `${x} ${y}` }),
    fc.constantFrom(...sides),
    fc.constantFrom(...sides),
  )
  .map(([places, out, into]) => {
    const boxes = places.map(({ x, y }) => square(x * 90, y * 80))
    return { boxes, from: portOn(boxes[0]!, out), to: portOn(boxes[1]!, into) }
  })

test('starts and ends at its ports in their direction, at right angles, through no box, always the same', () => {
  fc.assert(
    fc.property(plants, fc.integer({ min: -500, max: 500 }), ({ boxes, from, to }, by) => {
      const way = route(from, to, boxes)
      expect(way[0]).toEqual(from.at)
      expect(way.at(-1)).toEqual(to.at)
      for (const [i, at] of way.entries()) {
        if (i === 0) continue
        const before = way[i - 1]!
        expect((before.x === at.x) !== (before.y === at.y)).toBe(true)
      }
      const [out, into] = [stepOf(from.side!), stepOf(to.side!)]
      expect((way[1]!.x - from.at.x) * out.x + (way[1]!.y - from.at.y) * out.y).toBeGreaterThan(0)
      expect((way.at(-2)!.x - to.at.x) * into.x + (way.at(-2)!.y - to.at.y) * into.y).toBeGreaterThan(0)
      for (const box of boxes) expect(crosses(way, box)).toBe(false)
      expect(straightened(way)).toEqual(way)
      expect(route(from, to, boxes)).toEqual(way)
      const moved = ({ at, side }: End): End => ({ side, at: { x: at.x + by, y: at.y + by } })
      const shifted = boxes.map((box) => ({ ...box, x: box.x + by, y: box.y + by }))
      expect(route(moved(from), moved(to), shifted)).toEqual(way.map(({ x, y }) => ({ x: x + by, y: y + by })))
    }),
  )
})

test('connects both ends at right angles for any arrangement of boxes', () => {
  const box = fc.record({
    x: fc.integer({ min: 0, max: 300 }),
    y: fc.integer({ min: 0, max: 300 }),
    width: fc.integer({ min: 0, max: 120 }),
    height: fc.integer({ min: 0, max: 120 }),
  })
  const boxed = fc.array(box, { minLength: 2, maxLength: 40 })
  fc.assert(
    fc.property(boxed, fc.constantFrom(...sides), fc.constantFrom(...sides), (boxes, out, into) => {
      const [from, to] = [portOn(boxes[0]!, out), portOn(boxes[1]!, into)]
      const way = route(from, to, boxes)
      expect(way[0]).toEqual(from.at)
      expect(way.at(-1)).toEqual(to.at)
      for (const [i, at] of way.entries())
        if (i > 0) expect(way[i - 1]!.x === at.x || way[i - 1]!.y === at.y).toBe(true)
    }),
  )
})
