import { describe, expect, test } from 'vitest'
import { equipmentsOf, firstScale, fitScale, zoomed } from './page-scale.ts'

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
  expect(equipmentsOf(3, { bind: { equips: [5, 7, 3], signals: [], keys: [], mvars: [] } })).toEqual([3, 5, 7])
})
