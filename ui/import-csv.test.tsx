import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { CsvOutcome, countsOf } from './import-csv.tsx'
import { ImportTable } from './import-frame.tsx'
import { setLanguage } from './language.ts'

const usual: ComponentProps<typeof CsvOutcome> = {
  ...{ fault: undefined, missing: [], ignored: [], rows: 3, counts: '2 new, 1 changed', bad: [] },
}
const html = (change: Partial<typeof usual> = {}) => renderToStaticMarkup(<CsvOutcome {...usual} {...change} />)
const plain = (change?: Partial<typeof usual>) => html(change).replace(/<[^>]*>/g, ' ')

beforeEach(() => setLanguage('en'))

test('a good file shows its counts alone', () => {
  expect(plain()).toContain('2 new, 1 changed')
  expect(html()).not.toContain('<table')
})

test('each invalid cell is named; a row with two of them counts once', () => {
  const bad = [
    { line: 3, name: '2bad', column: 'Name', reason: 'not a name' },
    { line: 3, name: '2bad', column: 'Address', reason: 'not an address' },
    { line: 5, name: '', column: 'Name', reason: 'missing' },
  ]
  expect(plain({ bad })).toContain('2 rows have errors')
  expect(html({ bad }).match(/<tr>/g)).toHaveLength(4)
  expect(plain({ bad })).toMatch(/3 +2bad +Address +not an address/)
})

test.each([
  ['a fault of the file', { fault: { line: 7, kind: 'unclosedQuote' as const } }, 'line 7'],
  ['missing columns', { missing: ['Name', 'Address'] }, 'Missing columns: Name, Address'],
  ['no rows', { rows: 0 }, 'There are no data rows.'],
])('%s is shown in place of the counts', (_, change, text) => {
  expect(plain(change)).toContain(text)
  expect(plain(change)).not.toContain('2 new')
})

test('columns that are not imported are named', () => expect(plain({ ignored: ['Extra'] })).toContain('Extra'))

test('a table of an import has a name, and no head without headings', () => {
  const table = renderToStaticMarkup(<ImportTable label="Reasons" rows={[[1, 'Pump']]} />)
  expect(table).toContain('aria-label="Reasons"')
  expect(table).not.toContain('<thead')
})

test('rows that are added and changed are counted', () => {
  expect(countsOf([{ isNew: true }, { isNew: false }, { isNew: true }])).toEqual({ added: 2, changed: 1 })
})
