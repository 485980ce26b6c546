// Tests every CSV export with all texts that a spreadsheet would execute: none is executed, and numbers stay numbers.
// The last test fails for an export that does not use core/csv-cell.ts.
import { expect, test } from 'vitest'
import { translatorFile } from '../apps/language/translator-file.ts'
import { csv, type TableFile } from '../core/table-file.ts'
import { toCsv as ruleCsv } from '../features/device/alarm-rules/csv.ts'
import { cellsOf as fleetCells, fleetTable } from '../features/device/fleet/export.ts'
import { toCsv } from '../features/device/signal/part-csv.ts'
import { type ExportRow, logTable } from '../features/platform/operation-log/export-rows.ts'
import { toCsv as translationCsv } from '../features/platform/translation/csv.ts'
import { reportTable } from '../features/project/report/report-file.ts'
import { alarmTable } from '../features/watch/alarm/export-rows.ts'
import { csvOf } from '../ui/table-rows.ts'
import { isTest, sourceFiles } from './source.ts'

async function textOf<Row>(table: TableFile<Row>): Promise<string> {
  let text = ''
  for await (const part of csv(table)) text += Buffer.from(part).toString('utf8')
  return text
}

async function* inOne<Row>(rows: readonly Row[]): AsyncGenerator<Row[]> {
  yield [...rows]
}

const nasty = [
  ...['=cmd()', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1+1', '＠SUM', '  =1', '\u3000=1'],
  ...['a;=1', 'a;  @x', 'a\n=1', 'a\r\n+1+1', 'a"";"=1', '"=1', 'a,=1', "'=1"],
]
const numbers = ['-5', '-5.25', '-9007199254740993']

const writers: Record<string, (texts: readonly string[]) => Promise<string>> = {
  'apps/language/translator-file.ts': async (texts) => {
    const all = [...texts, ...numbers, '-7']
    const entries = all.map((english, i) => ({ context: `a.${i}`, area: 'a', english, optional: [] }))
    return translatorFile(entries, new Map(texts.map((text, i) => [`a.${i}`, text])))
  },
  'features/device/signal/part-csv.ts': async (texts) =>
    toCsv(
      texts.map((text, i) => ({ id: i, name: text, title: text, driverId: 1, unit: text, min: -7 }) as never),
      [{ id: 1, name: '=driver' }] as never,
    ),
  'features/device/alarm-rules/csv.ts': async (texts) => {
    const condition = { kind: 'limit', signalId: 1, is: 'above', limit: -7 } as const
    const alarms = texts.map((text, id) => ({
      id,
      name: text,
      level: 'severe',
      content: text,
      advice: text,
      condition,
    }))
    return ruleCsv({ signals: [{ id: 1, name: '=level' }], alarms } as never)
  },
  'features/watch/alarm/export-rows.ts': (texts) => {
    const of = { level: 'severe', kind: 'limit', state: 'active', raisedAt: 0, clearedAt: null, acknowledgedAt: null }
    const rows = texts.map((text, id) => ({
      ...{ ...of, id, equipmentName: text, variable: text, name: text, content: text, value: id % 2 === 0 ? -7 : text },
      ...{ unit: text, limitText: text, acknowledgedName: text, comment: text },
    }))
    return textOf(alarmTable(inOne(rows as never[]), { language: 'en', zone: 'UTC' }, (row) => row))
  },
  'features/platform/translation/csv.ts': async (texts) =>
    translationCsv([...texts, '-7'].map((text) => ({ source: text, en: text, zh: text }) as never)),
  'ui/table-rows.ts': async (texts) =>
    csvOf(
      [
        { key: 'a', title: '=heading' },
        { key: 'b', title: 'B' },
        { key: 'c', title: 'C' },
      ],
      texts.map((text) => ({ a: text, b: text, c: -7 })),
    ),
  'core/table-file.ts': (texts) =>
    textOf({
      sheetName: '=sheet',
      headings: ['=heading', 'B', 'C', 'D', 'E', 'F'],
      ...{ times: new Set([0]), hasMs: true, offsets: new Set([1]) },
      batches: () => inOne(texts.map((text, at) => [at, '+08:00', text, text, -7, text])),
      cells: (row) => row,
    }),
  'features/project/report/report-file.ts': (texts) => {
    const figures = [...texts, ...numbers].map((title, i) => ({ key: `f${i}`, title, unit: null, decimals: null }))
    const cells = figures.map((_, i) => ({ value: i === 0 ? -7 : null, code: i === 0 ? 200 : 2611, isPart: false }))
    const lines = async function* () {
      for (const shift of texts) yield [{ bucket: { from: 0, to: 3_600_000, shift }, cells, kind: 'row' as const }]
    }
    return textOf(reportTable({ figures, zone: 'UTC', language: 'en' }, lines))
  },
  'features/device/fleet/export.ts': (texts) => {
    const names = { group: (id: number) => texts[id % texts.length]!, template: () => '=template' }
    const rows = [...texts, ...numbers].map((text, i) => {
      const fields = { name: text, remark: text, groupId: i + 1, longitude: -7 }
      return fleetCells({ id: i, fields, sn: text, series: text, templateId: 1 } as never, names, 'en')
    })
    return textOf(fleetTable('en', () => inOne(rows)))
  },
  'features/platform/operation-log/export-rows.ts': (texts) => {
    const row = {
      seq: -7,
      at: 0,
      objectType: '=kind',
      act: '=act',
      ip: null,
      code: null,
      result: 'success',
      hash: null,
    }
    const rows = [...texts, ...numbers].map((text) => ({
      ...{ ...row, objectName: text, loginname: text },
      ...{ before: { [text]: text, sort: -7 }, after: { [text]: `${text};${text}`, sort: -5 } },
    }))
    return textOf(logTable(inOne(rows as unknown as ExportRow[]), { language: 'en', zone: 'UTC' }))
  },
}

const isFormula = /^["\s\u3000]*[=+\-@＝＋－＠]/
/** Offsets from UTC too: a spreadsheet reads them as times. */
const isNumber = /^(-?\d+(\.\d+)?|[+-]\d\d:\d\d)$/

/** The cells a spreadsheet sees: RFC 4180 at the comma. */
function cellsOf(text: string): string[] {
  const cells: string[] = []
  for (const [, quoted, plain] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(?:,|\r?\n|$)/g))
    cells.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
  return cells
}

test.each(Object.entries(writers))('%s', async (_, write) => {
  const text = (await write([...nasty, ...numbers])).replace(/^\uFEFF/, '')
  const formulas = (cells: readonly string[]) => cells.filter((cell) => isFormula.test(cell) && !isNumber.test(cell))
  expect(formulas(cellsOf(text))).toEqual([])
  // In spreadsheets that separate cells by `;`, quotes within a line have no meaning, and each line end starts a new
  // row.
  expect(formulas(text.split(/[;\t\r\n]/).filter((part) => !isNumber.test(part.split(',')[0]!)))).toEqual([])
  for (const number of [...numbers, '-7']) expect(cellsOf(text)).toContain(number)
})

test('one file writes CSV, and guards its cells', () => {
  const found = sourceFiles()
    .filter((file) => !isTest(file) && !/^(testkit|bench|e2e)\//.test(file.path))
    .filter(({ text }) => /unparse\(|\\uFEFF\$\{|\$\{byteOrderMark\}/.test(text))
  expect(found.map(({ path }) => path)).toEqual(['core/csv-cell.ts'])
  expect(found[0]!.text).toContain('./sheet-text.ts')
})
