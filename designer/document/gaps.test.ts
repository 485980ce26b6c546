import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { opened, selectedAs } from '../state.ts'
import { moving } from '../tool/moving.ts'
import { gapStep, gapsOf, measuresOf } from './gaps.ts'
import type { Box } from './geometry.ts'
import { boxed, page } from './sample.ts'

const at = (x: number, y: number, width = 40, height = 20): Box => ({ x, y, width, height })
/** Two boxes with a gap of 30 px between them. */
const row = [at(0, 0), at(70, 5)]

describe('an equal gap', () => {
  test.each([
    ['behind the last', row, at(138, 2), 'x', 2],
    ['before the first', row, at(-73, 2), 'x', 3],
    ['too far off', row, at(160, 2), 'x', undefined],
    ['of another row', row, at(138, 60), 'x', undefined],
    ['midway between two', [at(0, 0), at(200, 0)], at(103, 0), 'x', -3],
    ['in a column', [at(0, 0), at(5, 50)], at(2, 102), 'y', -2],
    ['in a frame around all', [...row, at(-200, -200, 900, 900)], at(138, 2), 'x', 2],
    ['where there is only one', [at(0, 0)], at(70, 0), 'x', undefined],
  ] as const)('%s', (_, boxes, box, axis, step) => expect(gapStep(gapsOf(boxes), box, axis, 5)).toBe(step))

  test('is drawn together with the gap that it equals', () => {
    expect(measuresOf(gapsOf(row), at(140, 2))).toEqual([
      { axis: 'x', from: 110, to: 140, at: 13.5 },
      { axis: 'x', from: 40, to: 70, at: 12.5 },
    ])
    expect(measuresOf(gapsOf(row), at(141, 2))).toEqual([])
    expect(measuresOf(gapsOf([at(0, 0), at(200, 0)]), at(100, 0))).toHaveLength(2)
  })

  test('is snapped to while a widget is moved, but not with Alt', () => {
    const state = selectedAs(opened(page([boxed('a', 0, 0), boxed('b', 70, 5), boxed('c', 300, 400)])), ['c'])
    const gesture = moving(state, { x: 300, y: 400 }, { scale: 1, isSnapping: true, grid: 0, hasGuides: true })
    const keys = { shift: false, mod: false }
    expect(gesture.move({ x: 138, y: 9, alt: false, ...keys })).toMatchObject({
      offset: { x: -160 },
      measures: [{ from: 110 }, { from: 40 }],
    })
    expect(gesture.move({ x: 138, y: 9, alt: true, ...keys })).toMatchObject({ offset: { x: -162 }, measures: [] })
  })

  test('exists after the step to it, for any arrangement', () => {
    const place = fc.integer({ min: 0, max: 400 })
    const size = fc.integer({ min: 0, max: 90 })
    const box = fc.tuple(place, place, size, size).map(([x, y, width, height]) => at(x, y, width, height))
    fc.assert(
      fc.property(fc.array(box, { maxLength: 12 }), box, fc.constantFrom('x', 'y'), (boxes, own, axis) => {
        const gaps = gapsOf(boxes)
        const step = gapStep(gaps, own, axis, 5)
        if (step === undefined) return
        expect(Math.abs(step)).toBeLessThanOrEqual(5)
        const measures = measuresOf(gaps, { ...own, [axis]: own[axis] + step }).filter((each) => each.axis === axis)
        const lengths = measures.map(({ from, to }) => to - from)
        expect(new Set(lengths.map((each) => Math.round(each))).size).toBeLessThanOrEqual(2)
        expect(measures.length).toBeGreaterThanOrEqual(2)
      }),
    )
  })

  test('is between two neighbours that do not overlap', () => {
    const place = fc.integer({ min: 0, max: 300 })
    const size = fc.integer({ min: 1, max: 60 })
    const box = fc.tuple(place, place, size, size).map(([x, y, width, height]) => at(x, y, width, height))
    fc.assert(
      fc.property(fc.array(box, { maxLength: 12 }), (boxes) => {
        for (const { before, after, gap } of gapsOf(boxes).x.pairs) {
          expect(gap).toBe(after.near - before.far)
          expect(gap).toBeGreaterThan(0)
          expect(before.from < after.to && after.from < before.to).toBe(true)
        }
      }),
    )
  })
})
