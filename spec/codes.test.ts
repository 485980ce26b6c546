// The error catalogue of the specification against the numbers that the platform has. [S8]
import '../features/frame/room-errors.ts'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorRows } from '../contract/errors.ts'

const rowsOf = (file: string) =>
  readFileSync(`spec/${file}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** Expands a range such as `1003-1004`. */
const numbersIn = (range: string): number[] => {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

const catalogue = rowsOf('codes.tsv').flatMap(([range = '']) => numbersIn(range))
const waiting = new Map(rowsOf('codes-waiting.tsv').map(([code, feature]) => [Number(code), feature]))
const known = new Set(errorRows.map(({ code }) => code))

test('the catalogue has 207 numbers, each once', () => {
  expect(catalogue).toHaveLength(207)
  expect(new Set(catalogue).size).toBe(catalogue.length)
})

test('each number has a text, or waits for a feature that is named', () => {
  const unknown = catalogue.filter((code) => !known.has(code))
  expect(unknown.filter((code) => !waiting.get(code))).toEqual([])
  expect([...waiting.keys()].filter((code) => known.has(code) || !catalogue.includes(code))).toEqual([])
})

test('the numbers that wait only become fewer', () => {
  expect(waiting.size).toBeLessThanOrEqual(63)
})

/** Ranges of numbers with a meaning in the specification, which our own numbers avoid. */
test.each([
  ['1108-1116', /template|gateway/i],
  ['1321-1332', /remote download|tunnel/i],
])('%s mean what the specification says', (range, meaning) => {
  for (const { code, en } of errorRows.filter((row) => numbersIn(range).includes(row.code)))
    expect([code, en]).toEqual([code, expect.stringMatching(meaning)])
})
