import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardText, unguardText } from './sheet-text.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1+1', "'-1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\ttext', "'\ttext"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM', "'＠SUM"],
  ['  =1', "'  =1"],
  ['\u3000=1', "'\u3000=1"],
  ['\u00a0@x', "'\u00a0@x"],
  ['a;=1+1', "a;'=1+1"],
  ['a; ＝1', "a;' ＝1"],
  ['a\n=1', "a\n'=1"],
  ["'=1", "''=1"],
  ['-5', '-5'],
  ['-5.25', '-5.25'],
  ['-1e-7', '-1e-7'],
  ['-9007199254740993', '-9007199254740993'],
  ['a=b', 'a=b'],
  ['1-2', '1-2'],
  ['', ''],
  ['液位', '液位'],
])('%j becomes %j', (text, cell) => {
  expect(guardText(text)).toBe(cell)
  expect(unguardText(cell)).toBe(text)
})

const nasty = fc.string({
  unit: fc.constantFrom(...'=+-@＝＋－＠;\t\r\n\' \u3000,"a1.e'),
  maxLength: 12,
})

test('any text is unchanged after guarding and unguarding', () => {
  fc.assert(
    fc.property(nasty, (text) => unguardText(guardText(text)) === text),
    { numRuns: 5000 },
  )
})

test('no part of a guarded text starts like a formula, however it is cut into cells', () => {
  const isFormula = /^[ \u3000]*[=+\-@＝＋－＠]/
  fc.assert(
    fc.property(nasty, (text) => {
      const cell = guardText(text)
      if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return true
      return cell.split(/[;\t\r\n]/).every((part) => !isFormula.test(part))
    }),
    { numRuns: 5000 },
  )
})
