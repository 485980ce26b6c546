import { expect, test } from 'vitest'
import { createRing, slots } from './ring.ts'

const pace = { sealMs: 1000, sealPoints: 100, sealPointsMost: 800, sealBytes: 10_000 }

test('a segment is due by its age, its readings or its bytes, and never while it is empty', () => {
  const ring = createRing([], pace, () => 5000)
  expect(ring.isDue(1e9)).toBe(false)
  ring.seal()
  expect(ring.sealed()).toEqual([])
  ring.note(1, 10)
  expect(ring.isDue(5999)).toBe(false)
  expect(ring.isDue(6000)).toBe(true)
  ring.note(99, 10)
  expect(ring.isDue(5000)).toBe(true)
  ring.seal()
  ring.note(1, 10_000)
  expect(ring.isDue(5000)).toBe(true)
  expect(ring.sealed()).toEqual([0])
  expect(ring.open()).toBe(1)
})

test('goes round and skips segments that still wait', () => {
  const ring = createRing([6, 7], pace, () => 0)
  expect(ring.open()).toBe(0)
  ring.note(1, 1)
  ring.seal()
  ring.free(6, 0)
  expect(ring.sealed()).toEqual([7, 0])
  expect(ring.open()).toBe(1)
})

test('opens none while all wait, then the first free one', () => {
  const all = Array.from({ length: slots }, (_, slot) => (slot + 3) % slots)
  const ring = createRing(all, pace, () => 0)
  expect(ring.open()).toBeUndefined()
  ring.free(3, 0)
  expect(ring.open()).toBe(3)
})

test('grows within limits when chunks get few readings, and shrinks again', () => {
  const ring = createRing([0, 1, 2, 3], pace, () => 0)
  const dueAt = () => {
    for (let points = 1; ; points++) {
      ring.note(1, 1)
      if (ring.isDue(0)) {
        ring.seal()
        return points
      }
    }
  }
  ring.free(0, 100)
  expect(dueAt()).toBe(200)
  ring.free(1, 1)
  expect(dueAt()).toBe(800)
  ring.free(2, 10_000)
  expect(dueAt()).toBe(100)
})
