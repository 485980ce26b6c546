import { describe, expect, it } from 'vitest'
import { readPage, readSort, sortText } from './list.ts'
import { arrange, type Column, csvOf, nextSort, pagesShown } from './table-rows.ts'

type Row = { id: number; title: string; count: number | null }
const columns: Column<Row>[] = [
  { key: 'title', title: 'Title' },
  { key: 'count', title: 'Count', text: (row) => row.count ?? 0 },
  { key: 'acts', title: '', text: () => 'never' },
]
const rows: Row[] = [
  { id: 1, title: 'Pump 10', count: 3 },
  { id: 2, title: 'Pump 9', count: null },
  { id: 3, title: 'Boiler', count: 12 },
]
const ids = (of: Row[]) => of.map(({ id }) => id)

describe('rows', () => {
  it('are found by any column', () => expect(ids(arrange(rows, columns, { word: ' PUMP ' }))).toEqual([1, 2]))

  it('are sorted as people count', () => {
    expect(ids(arrange(rows, columns, { sort: { by: 'title', down: false } }))).toEqual([3, 2, 1])
    expect(ids(arrange(rows, columns, { sort: { by: 'count', down: true } }))).toEqual([3, 1, 2])
    expect(ids(arrange(rows, columns, { sort: { by: 'gone', down: true } }))).toEqual([1, 2, 3])
  })

  it('are left as they were', () => expect(ids(rows)).toEqual([1, 2, 3]))
})

describe('pages', () => {
  it.each([
    [1, 1, [1]],
    [1, 10, [1, 2, null, 10]],
    [3, 10, [1, 2, 3, 4, null, 10]],
    [5, 10, [1, null, 4, 5, 6, null, 10]],
    [10, 10, [1, null, 9, 10]],
  ])('%d of %d are offered as %j', (page, count, shown) => expect(pagesShown(page, count)).toEqual(shown))

  it('from the address are whole and positive', () => {
    expect(['3', '0', '-1', 'x', undefined, '1.5'].map(readPage)).toEqual([3, 1, 1, 1, 1, 1])
  })
})

describe('sorting', () => {
  it('goes up, down, and away', () => {
    const up = nextSort(undefined, 'title')
    const down = nextSort(up, 'title')
    expect([up, down, nextSort(down, 'title')]).toEqual([
      { by: 'title', down: false },
      { by: 'title', down: true },
      undefined,
    ])
    expect(nextSort(down, 'count')).toEqual({ by: 'count', down: false })
  })

  it('survives the address', () => {
    for (const sort of [undefined, { by: 'a', down: true }, { by: 'a', down: false }]) {
      expect(readSort(sortText(sort))).toEqual(sort)
    }
  })
})

it('an export has the titled columns, and no formula reaches a spreadsheet', () => {
  const csv = csvOf(columns, [{ id: 4, title: '=1+1', count: 2 }])
  expect(csv).toBe(`\uFEFFTitle,Count\r\n"'=1+1",2`)
})
