import { expect, test } from 'vitest'
import { type Found, isClean, type Ledger, verdictOf } from './check.ts'
import { checkOf } from './count.ts'

const device = 5
const found = (...numbers: number[]): Found[] =>
  numbers.map((n) => ({ n, check: checkOf(n), time: n, equipmentId: device }))
const ledger = (change: Partial<Ledger> = {}): Ledger => ({
  sn: 'A',
  must: new Set([1, 2, 3, 4]),
  may: new Set([5]),
  dropped: new Set<number>(),
  gapRows: 0,
  ownersOf: () => [device],
  ...change,
})

test('everything written is there once; optional numbers may be there or not', () => {
  expect(isClean(verdictOf(ledger(), found(1, 2, 3, 4)))).toBe(true)
  expect(isClean(verdictOf(ledger(), found(4, 3, 2, 1, 5)))).toBe(true)
})

test.each([
  ['a lost one', found(1, 2, 4), { lost: [3] }],
  ['a double one', found(1, 2, 2, 3, 4), { doubled: [2] }],
  ['one that nobody wrote', found(1, 2, 3, 4, 9), { damaged: [9] }],
  ['one of another device', [...found(1, 2, 3), { ...found(4)[0]!, equipmentId: 6 }], { foreign: [4] }],
  ['a changed one', [...found(1, 2, 3), { ...found(4)[0]!, check: 1 }], { damaged: [4] }],
] as const)('%s is told', (_, rows, expected) => {
  const verdict = verdictOf(ledger(), rows)
  expect(verdict).toMatchObject(expected)
  expect(isClean(verdict)).toBe(false)
})

test('dropped numbers are explained by gap rows, up to their count', () => {
  const dropped = new Set([1, 2])
  expect(isClean(verdictOf(ledger({ dropped, gapRows: 2 }), found(3, 4)))).toBe(true)
  expect(verdictOf(ledger({ dropped, gapRows: 1 }), found(3, 4)).lost).toEqual([2])
  expect(verdictOf(ledger({ dropped, gapRows: 9 }), found(1, 2, 4)).lost).toEqual([3])
  expect(isClean(verdictOf(ledger({ dropped: null, gapRows: 2 }), found(3, 4)))).toBe(true)
  expect(verdictOf(ledger({ dropped: null, gapRows: 1 }), found(3, 4)).lost).toEqual([2])
})
