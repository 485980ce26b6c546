import { expect, test } from 'vitest'
import { readWorkbook } from './read-workbook.ts'
import { csv, type TableFile, tableAnswer } from './table-file.ts'

type Row = { at: number; name: string; value: number | null }

const rows: Row[] = [
  { at: Date.UTC(2026, 2, 1, 8, 0, 0, 123), name: '=pump', value: -7 },
  { at: Date.UTC(2026, 2, 1, 8, 0, 1), name: 'plain', value: null },
]

const table = (change: Partial<TableFile<Row>> = {}): TableFile<Row> => ({
  sheetName: 'Sheet',
  columns: [
    { title: 'Time', kind: 'time', cell: ({ at }) => at },
    { title: 'Offset', kind: 'offset', cell: () => '+08:00' },
    { title: 'Name', cell: ({ name }) => name },
    { title: 'Value', cell: ({ value }) => value },
  ],
  async *batches() {
    for (const row of rows) yield [row]
  },
  ...change,
})

async function bytes(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const list: Uint8Array[] = []
  for await (const part of parts) list.push(part)
  return Buffer.concat(list)
}
const text = async (of: TableFile<Row>) => (await bytes(csv(of))).toString('utf8').slice(1)

test('CSV has times to the second, offsets as they are, and guarded texts', async () => {
  expect(await text(table())).toBe(
    `Time,Offset,Name,Value\r\n2026-03-01 08:00:00,+08:00,"'=pump",-7\r\n2026-03-01 08:00:01,+08:00,plain,\r\n`,
  )
  expect(await text(table({ hasMs: true }))).toContain('2026-03-01 08:00:00.123,')
})

test('a table without rows has its headings', async () => {
  const empty = table({
    async *batches() {
      yield []
    },
  })
  expect(await text(empty)).toBe('Time,Offset,Name,Value\r\n')
})

test('nothing is sent before the first rows, so that a failure can be answered', async () => {
  const failing = table({
    // biome-ignore lint/correctness/useYield: it fails before it could
    async *batches() {
      throw new Error('database')
    },
  })
  await expect(csv(failing).next()).rejects.toThrow('database')
})

test('rows are read when the reader asks for them', async () => {
  let read = 0
  const parts = csv(
    table({
      async *batches() {
        for (const row of rows) {
          read += 1
          yield [row]
        }
      },
    }),
  )
  await parts.next()
  expect(read).toBe(1)
  await parts.return(undefined)
  expect(read).toBe(1)
})

test('a workbook has the same cells, its texts as texts', async () => {
  const { type, name, body } = tableAnswer('xlsx', 'pumps', table())
  expect([type, name]).toEqual(['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'pumps.xlsx'])
  const read = readWorkbook(await bytes(body), { bytes: 1_000_000, rows: 10, columns: 10 })
  expect(read).toMatchObject([
    ['Time', 'Offset', 'Name', 'Value'],
    [expect.anything(), '+08:00', '=pump', '-7'],
    [expect.anything(), '+08:00', 'plain'],
  ])
})
