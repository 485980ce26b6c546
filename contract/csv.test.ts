import { expect, test } from 'vitest'
import { csvFault, csvFaultText } from './csv.ts'
import { limits } from './limits.ts'

const cell = 'x'.repeat(limits.csvCellLength)

test.each([
  ['an empty file', '', undefined],
  ['plain rows', 'a,b\r\n1,2\n3,4', undefined],
  ['a cell over lines, with doubled quotes', 'a,"b ""c""\nd" ,e\nf', undefined],
  ['a quote within a cell', 'a,5" pipe,b\n', undefined],
  ['a loose quote within a quoted cell', 'a,"5" pipe",b\n', undefined],
  ['the longest cell', `a,${cell}\nb,"${'x'.repeat(limits.csvCellLength - 3)}"`, undefined],
  ['the most lines', '\n'.repeat(limits.csvLines - 1), undefined],
  ['a quote that never closes', 'a,b\n1,2\n"c,3\n4,5\n', { line: 3, kind: 'unclosedQuote' }],
  ['the same after a cell over lines', 'a,"b\nc"\n"d', { line: 3, kind: 'unclosedQuote' }],
  ['a quote at the end', 'a,"', { line: 1, kind: 'unclosedQuote' }],
  ['a cell that is too long', `a\n${cell}x`, { line: 2, kind: 'cell' }],
  ['the same in quotes', `a\r\n"${cell}"`, { line: 2, kind: 'cell' }],
  ['too many columns', `a\n${','.repeat(limits.csvColumns)}`, { line: 2, kind: 'columns' }],
  ['too many lines', '\n'.repeat(limits.csvLines), { line: limits.csvLines + 1, kind: 'lines' }],
  ['loose quotes', `"${'a"b'.repeat(limits.csvLooseQuotes + 1)}"`, { line: 1, kind: 'looseQuotes' }],
])('%s', (_, text, fault) => expect(csvFault(text, ',')).toEqual(fault))

test('a fault names its line in both languages', () => {
  expect(csvFaultText({ line: 3, kind: 'unclosedQuote' }, 'en')).toBe('line 3: a quotation mark opens and never closes')
  expect(csvFaultText({ line: 3, kind: 'unclosedQuote' }, 'zh-cn')).toBe('第 3 行：引号未闭合')
})
