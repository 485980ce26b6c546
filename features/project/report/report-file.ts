// Streams a custom report as CSV or a workbook: rows in time order, then the total.
import { errorText, type Language } from '../../../contract/errors.ts'
import { byteOrderMark, textCell } from '../../../core/csv-cell.ts'
import { type WorkbookRow, xlsx } from '../../../core/workbook.ts'
import { type DeviceClock, deviceClock } from '../../watch/open/history-files.ts'
import type { Bucket } from './buckets.ts'
import { codes } from './cells.ts'
import type { ReportFigure } from './contract.ts'
import type { Cell } from './expressions.ts'

const words = {
  from: ['From', '开始时间'],
  until: ['Until', '结束时间'],
  offset: ['UTC offset', 'UTC 偏移'],
  shift: ['Shift', '班次'],
  remarks: ['Remarks', '备注'],
  total: ['Total', '合计'],
  running: ['has not ended yet', '尚未结束'],
  part: ['a part of the time was not stored', '部分时段没有数据'],
  sheet: ['Report', '报表'],
} as const
const word = (name: keyof typeof words, language: Language): string => words[name][language === 'en' ? 0 : 1]

export type Line = { bucket: Bucket; cells: readonly Cell[]; kind: 'row' | 'open' | 'total' }

export type ReportTable = {
  figures: readonly ReportFigure[]
  zone: string
  language: Language
  lines(): AsyncIterable<readonly Line[]>
}

const headingOf = ({ title, unit }: ReportFigure): string => (unit ? `${title} (${unit})` : title)

function headingsOf({ figures, language }: ReportTable): string[] {
  const before = (['from', 'until', 'offset', 'shift'] as const).map((name) => word(name, language))
  return [...before, ...figures.map(headingOf), word('remarks', language)]
}

/** The reasons for missing or partial values of a row, by figure. */
function remarksOf({ cells, kind }: Line, { figures, language }: ReportTable): string {
  const ofCell = ({ code, isPart }: Cell, at: number): string[] => {
    const reason = code === codes.good ? (isPart ? word('part', language) : '') : errorText(code, language)
    return reason === '' ? [] : [`${headingOf(figures[at]!)}: ${reason}`]
  }
  return [...(kind === 'open' ? [word('running', language)] : []), ...cells.flatMap(ofCell)].join('; ')
}

const shiftOf = ({ bucket, kind }: Line, language: Language): string =>
  kind === 'total' ? word('total', language) : (bucket.shift ?? '')

async function* csv(table: ReportTable): AsyncGenerator<Uint8Array> {
  const clock = deviceClock(table.zone)
  let text = `${byteOrderMark}${headingsOf(table).map(textCell).join(',')}\r\n`
  for await (const lines of table.lines()) {
    for (const line of lines) text += `${csvLine(line, table, clock)}\r\n`
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

function csvLine(line: Line, table: ReportTable, clock: DeviceClock): string {
  const { from, to } = line.bucket
  const time = (at: number) => clock.text(at).slice(0, 19)
  const shown = [shiftOf(line, table.language), remarksOf(line, table)].map((text) =>
    text === '' ? '' : textCell(text),
  )
  const values = line.cells.map(({ value }) => (value === null ? '' : String(value)))
  return [time(from), time(to), clock.offset(from), shown[0], ...values, shown[1]].join(',')
}

const workbook = (table: ReportTable): AsyncGenerator<Uint8Array> => {
  const clock = deviceClock(table.zone)
  const rowOf = (line: Line): WorkbookRow => {
    const { from, to } = line.bucket
    const wall = (at: number) => at + clock.offsetMs(at)
    const values = line.cells.map(({ value }) => value)
    const texts = [shiftOf(line, table.language), remarksOf(line, table)].map((text) => text || null)
    return [wall(from), wall(to), clock.offset(from), texts[0]!, ...values, texts[1]!]
  }
  return xlsx({
    sheetName: word('sheet', table.language),
    headings: headingsOf(table),
    times: new Set([0, 1]),
    async *batches() {
      for await (const lines of table.lines()) yield lines.map(rowOf)
    },
  })
}

export const formats = {
  csv: { type: 'text/csv; charset=utf-8', write: csv },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', write: workbook },
} as const
