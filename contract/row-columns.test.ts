import { expect, test } from 'vitest'
import { columnsOf, RowColumns, rowsOf } from './row-columns.ts'

type Row = { id: number; unit: string | null; low?: number; points: [number, number][]; secret?: string }
const fields = ['id', 'unit', 'low', 'points'] as const
const overTheWire = (rows: readonly Row[]) => RowColumns.parse(JSON.parse(JSON.stringify(columnsOf(rows, fields))))

test.each<[string, Row[]]>([
  ['no row', []],
  ['one row', [{ id: 1, unit: 'm', points: [] }]],
  [
    'fields that only some rows have',
    [1, 2, 3].map((id) => ({ id, unit: null, points: [], ...(id > 1 && { low: id }) })),
  ],
  [
    'null, an empty text and absent',
    [
      { id: 1, unit: null, points: [] },
      { id: 2, unit: '', points: [], low: 0 },
    ],
  ],
  ['lists that are alike and others', [[], [[1, 2]], [[1, 2]]].map((points, id) => ({ id, unit: 'm', points }) as Row)],
  ['numbers and texts of the same digits', ['1', '2', '1'].map((unit, id) => ({ id, unit, low: id, points: [] }))],
  ['many rows', Array.from({ length: 500 }, (_, id) => ({ id, unit: id % 3 ? 'm' : null, points: [], low: id % 7 }))],
])('%s: the rows are restored', (_, rows) => {
  expect(rowsOf<Row>(overTheWire(rows))).toEqual(rows)
})

test('only the named fields are sent', () => {
  const columns = columnsOf<Row>([{ id: 1, unit: 'm', points: [], secret: 'plc' }], fields)
  expect(JSON.stringify(columns)).not.toContain('plc')
})

test('a value that all rows share is written once', () => {
  const rows = Array.from({ length: 100 }, (_, id): Row => ({ id, unit: 'rev/min', points: [] }))
  expect(JSON.stringify(columnsOf(rows, fields)).split('rev/min')).toHaveLength(2)
})
