import { describe, expect, test } from 'vitest'
import { changedIn } from './changed.ts'

const versions = (...signals: [version: number, signal: unknown][]) =>
  signals.map(([version, signal]) => ({ version, savedAt: version, savedBy: 'Li', message: '', signal }))

describe('the newest change of a variable', () => {
  test.each<[string, [number, unknown][], number | undefined]>([
    [
      'is in the newest version that differs',
      [
        [4, { a: 2 }],
        [3, { a: 2 }],
        [2, { a: 1 }],
        [1, { a: 0 }],
      ],
      3,
    ],
    [
      'is in the newest of all',
      [
        [2, { a: 1 }],
        [1, { a: 0 }],
      ],
      2,
    ],
    [
      'is where it came',
      [
        [3, { a: 1 }],
        [2, { a: 1 }],
        [1, null],
      ],
      2,
    ],
    [
      'is in the first of all, which brought it',
      [
        [2, { a: 1 }],
        [1, { a: 1 }],
      ],
      1,
    ],
    [
      'is older than what was looked through',
      [
        [9, { a: 1 }],
        [8, { a: 1 }],
      ],
      undefined,
    ],
    [
      'is none of the order of its fields',
      [
        [9, { a: 1, b: 2 }],
        [8, { b: 2, a: 1 }],
      ],
      undefined,
    ],
    ['is none without versions', [], undefined],
  ])('%s', (_, of, version) => expect(changedIn(versions(...of))?.version).toBe(version))
})
