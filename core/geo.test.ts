import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Area, areaOf, areaText, borderOf, isPlace, metresBetween, metresOutside, placeBetween } from './geo.ts'

const at = (longitude: number, latitude: number) => ({ longitude, latitude })

describe('metres between', () => {
  test.each([
    ['a degree of a meridian', at(0, 0), at(0, 1), 111_195],
    ['a degree of the equator', at(10, 0), at(11, 0), 111_195],
    ['a degree of a parallel is shorter', at(10, 60), at(11, 60), 55_597],
    ['Shanghai and Beijing', at(121.4737, 31.2304), at(116.4074, 39.9042), 1_067_300],
    ['over the date line', at(179.5, 0), at(-179.5, 0), 111_195],
    ['the other side of the earth', at(0, 0), at(180, 0), 20_015_115],
    ['the same place', at(7, 7), at(7, 7), 0],
  ])('%s', (_, a, b, metres) => {
    expect(metresBetween(a, b)).toBeCloseTo(metres, -2)
    expect(metresBetween(b, a)).toBeCloseTo(metresBetween(a, b), 6)
  })
})

test.each([
  [121, 31, true],
  [-180, 90, true],
  [0, 0, false],
  [0, 51, true],
  [181, 0.1, false],
  [1, 90.01, false],
  [Number.NaN, 1, false],
  [1, Number.POSITIVE_INFINITY, false],
])('%d, %d is a position: %s', (longitude, latitude, is) => expect(isPlace(longitude, latitude)).toBe(is))

test('a position between two others is on the shorter way', () => {
  expect(placeBetween(at(10, 20), at(20, 40), 0.25)).toEqual(at(12.5, 25))
  const over = placeBetween(at(179, 0), at(-179, 2), 0.75)
  expect(over.longitude).toBeCloseTo(-179.5)
  expect(over.latitude).toBe(1.5)
})

const circle: Area = { kind: 'circle', ...at(121.47, 31.23), radiusM: 500 }
const yard: Area = {
  kind: 'polygon',
  corners: [
    [121.47, 31.23],
    [121.48, 31.23],
    [121.48, 31.24],
    [121.475, 31.232],
    [121.47, 31.24],
  ],
}

test.each([circle, yard])('an area is equal after a round trip through its text: %j', (area) =>
  expect(areaOf(areaText(area))).toEqual(area),
)

test.each(['', 'circle 1 2', 'circle 1 2 3 4', 'circle 1 2, 3', 'polygon 1 2, 3', 'polygon 1 x, 2 3', 'square 1 2 3'])(
  '%j is no area',
  (text) => expect(areaOf(text)).toBeUndefined(),
)

test('the border of a circle is at the distance of its radius', () => {
  const wide: Area = { kind: 'circle', ...at(25, 60), radiusM: 2000 }
  for (const place of borderOf(wide)) expect(Math.abs(metresOutside(wide, place))).toBeLessThan(5)
  expect(borderOf(yard)).toHaveLength(5)
})

describe('metres outside', () => {
  test.each([
    ['the middle of a circle', circle, at(121.47, 31.23), -500],
    ['north of a circle', circle, at(121.47, 31.24), 612],
    ['within a polygon', yard, at(121.475, 31.231), -111],
    ['in its notch, outside', yard, at(121.475, 31.238), 314],
    ['beside it', yard, at(121.49, 31.235), 951],
  ])('%s', (_, area, place, metres) => expect(metresOutside(area, place)).toBeCloseTo(metres, -1))

  test('does not depend on the first corner or the direction', () => {
    const corners = yard.kind === 'polygon' ? yard.corners : []
    fc.assert(
      fc.property(
        fc.double({ min: 121.46, max: 121.49, noNaN: true }),
        fc.double({ min: 31.22, max: 31.25, noNaN: true }),
        fc.nat({ max: corners.length - 1 }),
        (x, y, first) => {
          const turned = [...corners.slice(first), ...corners.slice(0, first)].reverse()
          const metres = metresOutside({ kind: 'polygon', corners: turned }, at(x, y))
          expect(metres).toBeCloseTo(metresOutside(yard, at(x, y)), 6)
        },
      ),
    )
  })

  test('across the date line', () => {
    const corners: [number, number][] = [
      [179.9, -17],
      [-179.9, -17],
      [-179.9, -16.8],
      [179.9, -16.8],
    ]
    expect(metresOutside({ kind: 'polygon', corners }, at(180, -16.9))).toBeLessThan(-10_000)
    expect(metresOutside({ kind: 'polygon', corners }, at(179.8, -16.9))).toBeGreaterThan(10_000)
  })
})
