import { describe, expect, test } from 'vitest'
import { firstScale, fitScale, innerScale, pinched, zoomed } from './page-scale.ts'

describe('scale', () => {
  const page = { width: 1024, height: 768 }

  test('a page fits completely, enlarged or reduced', () => {
    expect(fitScale(page, { width: 2048, height: 1536 })).toBe(2)
    expect(fitScale(page, { width: 512, height: 768 })).toBe(0.5)
  })

  test('an embedded page is shown whole, at the width of its place, or unscaled', () => {
    const room = { width: 512, height: 100 }
    expect(innerScale(page, room)).toBeCloseTo(0.13, 2)
    expect(innerScale(page, room, 'width')).toBe(0.5)
    expect(innerScale(page, room, 'none')).toBe(1)
    expect(innerScale(page, { width: 0, height: 0 }, 'width')).toBe(1)
  })

  test('on a phone the whole width is visible, at any height', () => {
    expect(firstScale(page, { width: 366, height: 200 })).toBeCloseTo(0.357, 3)
    expect(firstScale({ width: 1920, height: 1080 }, { width: 366, height: 600 })).toBeCloseTo(0.191, 3)
    expect(firstScale({ width: 4000, height: 768 }, { width: 366, height: 600 })).toBe(0.18)
  })

  test('on a larger screen a page is panned instead of becoming unreadable', () => {
    expect(firstScale(page, { width: 1100, height: 700 })).toBeCloseTo(0.911, 3)
    expect(firstScale(page, { width: 1100, height: 300 })).toBe(0.55)
  })

  test('a page is visible as a whole in a window of 1366 × 768', () => {
    expect(firstScale({ width: 1024, height: 768 }, { width: 1120, height: 434 })).toBeCloseTo(0.565, 3)
    expect(firstScale({ width: 1920, height: 1080 }, { width: 1120, height: 434 })).toBeCloseTo(0.402, 3)
  })

  test.each([
    ['whole', { width: 1100, height: 700 }, 0.911],
    ['width', { width: 1100, height: 700 }, 1.074],
    ['none', { width: 1100, height: 700 }, 1],
    ['none', { width: 366, height: 200 }, 1],
    ['width', { width: 400, height: 200 }, 0.391],
    ['width', { width: 0, height: 0 }, 1],
  ] as const)('fitted to %s, in %j', (fit, room, scale) => expect(firstScale(page, room, fit)).toBeCloseTo(scale, 3))

  test('an unmeasured container has scale 1', () => {
    expect(fitScale(page, { width: 0, height: 0 })).toBe(1)
    expect(firstScale(page, { width: 0, height: 0 })).toBe(1)
  })

  test('the zoom buttons move step by step and stop at the ends', () => {
    expect([zoomed(0.6, 1), zoomed(1, 1), zoomed(2, 1)]).toEqual([0.75, 1.5, 2])
    expect([zoomed(0.6, -1), zoomed(1, -1), zoomed(0.5, -1)]).toEqual([0.5, 0.75, 0.35])
    expect(zoomed(0.25, -1)).toBe(0.25)
  })
})

describe('two fingers', () => {
  const page = { width: 1000, height: 800 }
  const room = { width: 400, height: 600 }
  const began = { scale: 0.5, left: 100, top: 0, fingers: { x: 200, y: 100, apart: 100 } }

  test('enlarge the page around the point between them', () => {
    // The fingers are at 600 of 1000 px on the page, which is at 300 px on the sheet.
    expect(pinched(page, { ...room, height: 400 }, began, { x: 200, y: 100, apart: 200 })).toEqual({
      scale: 1,
      left: 400,
      top: 100,
    })
  })

  test('move the page', () => {
    expect(pinched(page, { ...room, height: 400 }, began, { x: 150, y: 60, apart: 100 })).toEqual({
      scale: 0.5,
      left: 150,
      top: 40,
    })
  })

  test('keep the content in the middle of the frame in place', () => {
    // The sheet, 400 px high, was 100 px below the upper edge.
    const { scale, top } = pinched(
      page,
      room,
      { ...began, fingers: { x: 200, y: 300, apart: 100 } },
      {
        x: 200,
        y: 300,
        apart: 200,
      },
    )
    expect([scale, top]).toEqual([1, 100])
  })

  test('scale the page only within limits', () => {
    expect(pinched(page, room, began, { x: 200, y: 100, apart: 10_000 }).scale).toBe(4)
    expect(pinched(page, room, began, { x: 200, y: 100, apart: 1 }).scale).toBe(0.18)
    expect(pinched(page, room, { ...began, scale: 0.1 }, { x: 200, y: 100, apart: 1 }).scale).toBe(0.1)
  })
})
