import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Span } from '../driver.ts'
import { groupsOf } from '../read-groups.ts'
import { isBitArea } from './devices.ts'
import { bytesOfEach, costOf, wordsOf } from './random.ts'

const span = (area: string, start: number, count: number): Span => ({ area, start, count })

describe('the words of a block in a random read', () => {
  it.each<[Span, number[]]>([
    [span('D', 100, 2), [100, 101]],
    [span('M', 0, 1), [0]],
    [span('M', 15, 2), [0, 16]],
    [span('X', 0x20, 16), [0x20]],
    [span('D', 0, 16), Array.from({ length: 16 }, (_, index) => index)],
    [span('D', 0, 17), []],
    [span('M', 0, 257), []],
    [span('TS', 0, 1), []],
    [span('CC', 0, 1), []],
  ])('%o', (one, starts) => {
    expect(wordsOf(one).map(({ start }) => start)).toEqual(starts)
  })
})

describe('groups of blocks', () => {
  it('read as many words as fit, long blocks and contacts alone', () => {
    const spans = [span('D', 0, 2), span('TS', 0, 4), span('D', 900, 500), span('M', 3, 1), span('W', 0, 2)]
    expect(groupsOf(spans, 4, costOf)).toEqual([[0, 3], [4], [1], [2]])
    expect(groupsOf(spans, 192, costOf)).toEqual([[0, 3, 4], [1], [2]])
  })

  it('count a word of ZR twice, as a High Performance QCPU does', () => {
    expect(groupsOf([span('ZR', 0, 2), span('D', 0, 1)], 4, costOf)).toEqual([[0], [1]])
  })

  it('are single blocks without random reads', () => {
    expect(groupsOf([span('D', 0, 1), span('D', 50, 1)], 0, costOf)).toEqual([[0], [1]])
  })

  const anySpan = fc.record({
    area: fc.constantFrom('D', 'W', 'M', 'X', 'TS', 'ZR'),
    start: fc.integer({ min: 0, max: 5000 }),
    count: fc.integer({ min: 1, max: 300 }),
  })

  it('contain every block once, and keep the limit', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 60 }), fc.constantFrom(0, 48, 96, 192), (spans, room) => {
        const groups = groupsOf(spans, room, costOf)
        expect(groups.flat().sort((a, b) => a - b)).toEqual(spans.map((_, index) => index))
        for (const group of groups.filter(({ length }) => length > 1)) {
          expect(group.flatMap((index) => wordsOf(spans[index]!)).length).toBeLessThanOrEqual(room)
        }
      }),
    )
  })

  it('return the bytes that a read of each block alone returns', () => {
    const short = anySpan.filter((one) => wordsOf(one).length > 0)
    // The content of the memory: the value of a word, or of a bit, from its number.
    const wordAt = (start: number) => (start * 40_503) & 0xffff
    const bitAt = (start: number) => ((start * 2_654_435_761) % 7 > 3 ? 1 : 0)
    fc.assert(
      fc.property(fc.array(short, { minLength: 1, maxLength: 20 }), (spans) => {
        const words = spans.flatMap(wordsOf).flatMap(({ area, start }) => {
          if (!isBitArea(area)) return [wordAt(start) >> 8, wordAt(start) & 0xff]
          const bits = Array.from({ length: 16 }, (_, index) => bitAt(start + index) << index)
          const word = bits.reduce((sum, bit) => sum | bit, 0)
          return [word >> 8, word & 0xff]
        })
        const expected = spans.map(({ area, start, count }) =>
          Array.from({ length: count }, (_, index) => start + index).flatMap((number) =>
            isBitArea(area) ? [bitAt(number)] : [wordAt(number) >> 8, wordAt(number) & 0xff],
          ),
        )
        expect(bytesOfEach(spans, Uint8Array.from(words)).map((bytes) => [...bytes])).toEqual(expected)
      }),
    )
  })
})
