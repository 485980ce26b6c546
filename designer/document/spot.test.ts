import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxed } from './sample.ts'
import { freeSpot } from './spot.ts'

test('a new widget is centred in the visible part, and no two have the same place', () => {
  const size = { width: 40, height: 20 }
  expect(freeSpot([], size, { x: 100, y: 60 })).toEqual({ x: 80, y: 50 })
  fc.assert(
    fc.property(fc.nat(40), fc.nat(500), fc.nat(500), (count, x, y) => {
      const widgets: ReturnType<typeof boxed>[] = []
      for (let i = 0; i < count; i += 1) {
        const at = freeSpot(widgets, size, { x, y })
        widgets.push(boxed(`w${i}`, at.x, at.y))
      }
      expect(new Set(widgets.map(({ position }) => `${position.x} ${position.y}`)).size).toBe(count)
    }),
  )
})
