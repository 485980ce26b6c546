// Exports as files: contents in a spreadsheet, memory and time.
import excel from 'exceljs'
import Papa from 'papaparse'
import { describe, expect, it, test } from 'vitest'
import { ColumnId, ReportId, SignalId } from '../../../contract/fields.ts'
import { csv, type TableFile, xlsx } from '../../../core/table-file.ts'
import type { WorkbookRow } from '../../../core/workbook.ts'
import type { History, Series } from '../../../signal/history/history.ts'
import { type Reading, readerOf } from '../../../testkit/history-reader.ts'
import { liveMemory } from '../../../testkit/live-memory.ts'
import type { Column } from '../history/part-reading.ts'
import { deviceClock } from './device-clock.ts'
import { createExportJobs, type Progress } from './export-jobs.ts'
import { exportTable } from './export-rows.ts'

const start = Date.UTC(2026, 2, 1)
const quiet = new AbortController().signal
const column = (id: number, change: Partial<Column> = {}): Column => ({
  id: ColumnId.parse(id),
  reportId: ReportId.parse(1),
  signalId: SignalId.parse(id),
  aggregation: null,
  title: `Level ${id}`,
  unit: null,
  texts: null,
  rollover: null,
  decimals: null,
  dataType: 'float64',
  removedAt: null,
  ...change,
})

function table(
  reader: Pick<History, 'scan'>,
  columns: Column[],
  to: number,
  change: Partial<Parameters<typeof exportTable>[3]> = {},
) {
  const query = { orgId: 1, equipmentId: 1, gatewayIds: [1], columnIds: columns.map(({ id }) => id), from: start, to }
  const clock = deviceClock('Asia/Shanghai')
  return exportTable(reader, query, columns, {
    language: 'en',
    clock,
    signal: quiet,
    onRows: () => undefined,
    ...change,
  })
}

async function bytes(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const list: Uint8Array[] = []
  for await (const part of parts) list.push(part)
  return Buffer.concat(list)
}

const columns: Record<number, Reading[]> = {
  1: [
    [start, 1.5],
    [start + 1000, -2, 1723],
    [start + 2000, null, 1714],
  ],
  2: [
    [start, '=1+1'],
    [start + 1000, '泵"站"'],
    [start + 2000, '-9007199254740993'],
  ],
  3: [[start + 1000, true]],
}
const heads = [
  column(1, { unit: 'm' }),
  column(2, { title: '@Recipe' }),
  column(3, { aggregation: 'max', title: 'Pump' }),
]

test('CSV: every value at its time, in the device’s time zone, and no formula', async () => {
  const text = (await bytes(csv(table(readerOf(columns, 1500), heads, start + 3000)))).toString('utf8')
  expect(text.charCodeAt(0)).toBe(0xfeff)
  expect(Papa.parse(text.slice(1).trimEnd()).data).toEqual([
    ['Time or period ending', 'UTC offset', 'Level 1 (m)', "'@Recipe", 'Pump maximum', 'Quality'],
    ['2026-03-01 08:00:00.000', '+08:00', '1.5', "'=1+1", '', ''],
    [
      '2026-03-01 08:00:01.000',
      '+08:00',
      '-2',
      '泵"站"',
      'true',
      "Level 1 (m): The gateway's clock was wrong; the value is stored at the time it was received",
    ],
    ['2026-03-01 08:00:02.000', '+08:00', '', '-9007199254740993', '', 'Level 1 (m): The PLC did not answer in time'],
  ])
})

test('CSV: a value with a state text has both, an average has only the number', async () => {
  const texts = '0=off; 1=on; -2=fault'
  const own = [column(1, { texts }), column(3, { texts, aggregation: 'average', title: 'Pump' })]
  const text = (
    await bytes(csv(table(readerOf({ 1: columns[1]!, 3: [[start + 1000, 1]] }, 1500), own, start + 3000)))
  ).toString('utf8')
  const rows = Papa.parse<string[]>(text.slice(1).trimEnd()).data.slice(1)
  expect(rows.map((row) => row.slice(2, 4))).toEqual([
    ['1.5', ''],
    ['fault (-2)', '1'],
    ['', ''],
  ])
})

test('CSV in Chinese', async () => {
  const own = table(readerOf(columns, 1500), heads, start + 3000, { language: 'zh-cn' })
  const [first] = (await bytes(csv(own))).toString('utf8').slice(1).split('\r\n')
  expect(first).toBe(`时间或截止时间,UTC 偏移,Level 1（m）,"'@Recipe",Pump 最大值,质量`)
})

it.each([
  ['readings', [column(1)], 'Time', '时间'],
  [
    'a summary, which stands at the end of its period',
    [column(1, { aggregation: 'max' })],
    'Period ending',
    '截止时间',
  ],
  ['nothing', [], 'Time', '时间'],
])('the times of %s are named so in both formats', async (_, of, en, zh) => {
  for (const [language, name] of [
    ['en', en],
    ['zh-cn', zh],
  ] as const) {
    const own = () => table(readerOf(columns, 1500), of, start, { language })
    expect((await bytes(csv(own()))).toString('utf8').slice(1).split(',')[0]).toBe(name)
    const book = new excel.Workbook()
    await book.xlsx.load((await bytes(xlsx(own()))) as never)
    expect(book.worksheets[0]?.getCell('A1').text).toBe(name)
  }
})

async function sheetsOf(data: Buffer): Promise<{ name: string; rows: unknown[][] }[]> {
  const book = new excel.Workbook()
  await book.xlsx.load(data as never)
  return book.worksheets.map(({ name, ...sheet }) => {
    const rows: unknown[][] = []
    ;(book.getWorksheet(name) ?? (sheet as excel.Worksheet)).eachRow(
      (row) => void rows.push((row.values as unknown[]).slice(1)),
    )
    return { name, rows }
  })
}

test('xlsx: numbers, texts and booleans unchanged, times in the device’s time zone', async () => {
  const [sheet] = await sheetsOf(await bytes(xlsx(table(readerOf(columns, 1500), heads, start + 3000))))
  expect(sheet?.rows.map((row) => Array.from(row, (cell) => cell ?? null))).toEqual([
    ['Time or period ending', 'UTC offset', 'Level 1 (m)', '@Recipe', 'Pump maximum', 'Quality'],
    [new Date(start + 8 * 3600_000), '+08:00', 1.5, '=1+1'],
    [new Date(start + 8 * 3600_000 + 1000), '+08:00', -2, '泵"站"', true, expect.stringContaining('clock')],
    [new Date(start + 8 * 3600_000 + 2000), '+08:00', null, '-9007199254740993', null, expect.stringContaining('time')],
  ])
})

test('xlsx: rows that do not fit into a sheet continue in the next', async () => {
  const many = Array.from({ length: 25 }, (_, i): Reading => [start + i, i])
  const sheets = await sheetsOf(await bytes(xlsx(table(readerOf({ 1: many }, 7), [column(1)], start + 30), 10)))
  expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
    ['History 1', 11],
    ['History 2', 11],
    ['History 3', 6],
  ])
  expect(sheets.flatMap(({ rows }) => rows.slice(1).map((row) => row[2]))).toEqual(many.map(([, value]) => value))
})

/** A month of rows, too many for memory: each slice is generated on request. */
function endless(
  rows: number,
  cols: number,
  onSlice: (slice: number) => void = () => undefined,
): Pick<History, 'scan'> {
  const perSlice = 10_000
  return {
    async *scan() {
      for (let done = 0; done < rows; done += perSlice) {
        onSlice(done / perSlice)
        const times = Float64Array.from({ length: perSlice }, (_, i) => start + (done + i) * 1000)
        const values = Float64Array.from({ length: perSlice }, (_, i) => (done + i) / 100)
        const one: Series = { kind: 'number', times, values, codes: null }
        const span = { from: times[0]!, to: times[perSlice - 1]! }
        yield { data: { span, columns: Array.from({ length: cols }, () => one) }, damaged: [] }
      }
    },
  }
}

/** Consumes the whole export and stores nothing; returns the maximum growth of reachable memory. */
async function cost(parts: AsyncIterable<Uint8Array>): Promise<{ bytes: number; growth: number }> {
  const before = liveMemory()
  let [total, most, n] = [0, 0, 0]
  for await (const part of parts) {
    total += part.byteLength
    n += 1
    if (n % 200 === 1) most = Math.max(most, liveMemory() - before)
  }
  return { bytes: total, growth: most }
}

describe('a million rows and more', () => {
  const megabyte = 1024 * 1024

  test('as CSV', async () => {
    const { bytes: total, growth } = await cost(csv(table(endless(1_200_000, 2), [column(1), column(2)], start)))
    expect(total).toBeGreaterThan(50 * megabyte)
    expect(growth).toBeLessThan(20 * megabyte)
  })

  test('as xlsx', async () => {
    const { bytes: total, growth } = await cost(xlsx(table(endless(1_060_000, 2), [column(1), column(2)], start)))
    expect(total).toBeGreaterThan(5 * megabyte)
    expect(growth).toBeLessThan(20 * megabyte)
  })

  it.each([
    ['csv', csv],
    ['xlsx', xlsx],
  ] as const)(
    '%s: nothing is read ahead for a reader who stops',
    async (_, write: (own: TableFile<WorkbookRow>) => AsyncIterable<Uint8Array>) => {
      let slices = 0
      const reader = endless(10_000_000, 20, () => {
        slices += 1
      })
      const many = Array.from({ length: 20 }, (__, i) => column(i + 1))
      let isEnded = false
      const own = table(
        {
          scan: (...asked) =>
            ended(reader.scan(...asked), () => {
              isEnded = true
            }),
        },
        many,
        start,
      )
      const parts = write(own)[Symbol.asyncIterator]()
      for (let i = 0; i < 20; i += 1) await parts.next()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(slices).toBeLessThan(20)
      await parts.return?.()
      await expect.poll(() => isEnded).toBe(true)
    },
  )
})

async function* ended<T>(list: AsyncIterable<T>, onEnd: () => void): AsyncGenerator<T> {
  try {
    yield* list
  } finally {
    onEnd()
  }
}

describe('running exports', () => {
  const who = (exportId: string, change = {}) => ({ accountId: 1, orgId: 1, exportId, signal: quiet, ...change })
  async function* work(progress: Progress, gate: Promise<void> = Promise.resolve()) {
    progress.total = 2
    progress.rows = 1
    yield Buffer.from('a')
    await gate
    progress.rows = 2
    yield Buffer.from('b')
  }

  test('report their progress, to their own account only', async () => {
    const jobs = createExportJobs()
    const parts = jobs.run(who('x'), (progress) => work(progress))
    await parts.next()
    expect(jobs.progress(1, 'x')).toEqual({ state: 'running', rows: 1, total: 2 })
    expect([jobs.progress(2, 'x'), jobs.progress(1, 'y')]).toEqual([undefined, undefined])
    await bytes(parts)
    expect(jobs.progress(1, 'x')).toEqual({ state: 'complete', rows: 2, total: 2 })
  })

  test('run two at a time per organisation, others wait for their turn', async () => {
    const jobs = createExportJobs()
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const running = ['a', 'b'].map((id) => jobs.run(who(id), (progress) => work(progress, gate)))
    for (const each of running) await each.next()
    const third = bytes(jobs.run(who('c'), (progress) => work(progress)))
    const other = await bytes(jobs.run(who('d', { orgId: 2 }), (progress) => work(progress)))
    expect([jobs.progress(1, 'c')?.state, other.toString()]).toEqual(['waiting', 'ab'])
    open()
    await bytes(running[0]!)
    expect((await third).toString()).toBe('ab')
    await bytes(running[1]!)
  })

  test('are cancelled when the caller leaves, running or waiting, and free their place', async () => {
    const jobs = createExportJobs()
    const gone = new AbortController()
    const running = ['a', 'b'].map((id) => jobs.run(who(id), (progress) => work(progress)))
    for (const each of running) await each.next()
    const waiting = bytes(jobs.run(who('c', { signal: gone.signal }), (progress) => work(progress)))
    gone.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    await running[0]!.return(undefined)
    expect(['a', 'b', 'c'].map((id) => jobs.progress(1, id)?.state)).toEqual(['cancelled', 'running', 'cancelled'])
    expect((await bytes(jobs.run(who('e'), (progress) => work(progress)))).toString()).toBe('ab')
    await bytes(running[1]!)
  })

  test('are reported as failed when they fail', async () => {
    const jobs = createExportJobs()
    // biome-ignore lint/correctness/useYield: it fails before it could
    const failing = jobs.run(who('x'), async function* () {
      throw new Error('disk')
    })
    await expect(bytes(failing)).rejects.toThrow('disk')
    expect(jobs.progress(1, 'x')?.state).toBe('failed')
  })
})
