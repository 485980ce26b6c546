// A custom report as a table for a file: rows in time order, then the total.
import { errorText, type Language } from '../../../contract/errors.ts'
import type { TableColumn, TableFile } from '../../../core/table-file.ts'
import { joinParts, withHeading, withNote } from '../../../ui/punctuation.ts'
import { deviceClock } from '../../watch/open/history-export-files.ts'
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

type Head = { figures: readonly ReportFigure[]; zone: string; language: Language }

const headingOf = ({ title, unit }: ReportFigure, language: Language): string =>
  unit ? withNote(title, unit, language) : title

/** The reasons for missing or partial values of a row, by figure. */
function remarksOf({ cells, kind }: Line, { figures, language }: Head): string {
  const ofCell = ({ code, isPart }: Cell, at: number): string[] => {
    const reason = code === codes.good ? (isPart ? word('part', language) : '') : errorText(code, language)
    return reason === '' ? [] : [withHeading(headingOf(figures[at]!, language), reason, language)]
  }
  return joinParts([...(kind === 'open' ? [word('running', language)] : []), ...cells.flatMap(ofCell)], language)
}

const shiftOf = ({ bucket, kind }: Line, language: Language): string =>
  kind === 'total' ? word('total', language) : (bucket.shift ?? '')

function columnsOf(head: Head): TableColumn<Line>[] {
  const { figures, language } = head
  const clock = deviceClock(head.zone)
  const wall = (at: number) => at + clock.offsetMs(at)
  return [
    { title: word('from', language), kind: 'time', cell: ({ bucket }) => wall(bucket.from) },
    { title: word('until', language), kind: 'time', cell: ({ bucket }) => wall(bucket.to) },
    { title: word('offset', language), kind: 'offset', cell: ({ bucket }) => clock.offset(bucket.from) },
    { title: word('shift', language), cell: (line) => shiftOf(line, language) || null },
    ...figures.map((figure, at) => ({
      title: headingOf(figure, language),
      cell: ({ cells }: Line) => cells[at]!.value,
    })),
    { title: word('remarks', language), cell: (line) => remarksOf(line, head) || null },
  ]
}

/** The table of a report. `lines` are requested when the writer is ready for them. */
export const reportTable = (head: Head, lines: () => AsyncIterable<readonly Line[]>): TableFile<Line> => ({
  sheetName: word('sheet', head.language),
  columns: columnsOf(head),
  batches: lines,
})
