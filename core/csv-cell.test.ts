import { expect, it, test } from 'vitest'
import { csvText, textCell } from './csv-cell.ts'

it.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=cmd()', `"'=cmd()"`],
  ['+1', `"'+1"`],
  ['-1', '-1'],
  ['-1+2', `"'-1+2"`],
  ['@x', `"'@x"`],
  ['\tx', `"'\tx"`],
  [' =x', `"' =x"`],
  ['＝cmd()', `"'＝cmd()"`],
  ['＠x', `"'＠x"`],
  ['a=b', 'a=b'],
])('the text %j as a cell: %s', (text, cell) => expect(textCell(text)).toBe(cell))

test('a file has a byte-order mark, guarded headings, and no cell for what is not known', () => {
  const text = csvText(
    ['a', '=b'],
    [
      [1.5, 'x'],
      [null, undefined],
      [true, ''],
    ],
  )
  expect(text).toBe(`\uFEFFa,"'=b"\r\n1.5,x\r\n,\r\ntrue,`)
})
