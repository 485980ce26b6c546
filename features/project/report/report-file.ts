// A custom report as a table for a file: rows in time order, then the total.
import { errorText, type Language } from '../../../contract/errors.ts'
import type { TableFile } from '../../../core/table-file.ts'
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

function headingsOf({ figures, language }: Head): string[] {
  const before = (['from', 'until', 'offset', 'shift'] as const).map((name) => word(name, language))
  return [...before, ...figures.map((figure) => headingOf(figure, language)), word('remarks', language)]
}

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

/** The table of a report. `lines` are requested when the writer is ready for them. */
export function reportTable(head: Head, lines: () => AsyncIterable<readonly Line[]>): TableFile<Line> {
  const clock = deviceClock(head.zone)
  const wall = (at: number) => at + clock.offsetMs(at)
  return {
    sheetName: word('sheet', head.language),
    headings: headingsOf(head),
    ...{ times: new Set([0, 1]), offsets: new Set([2]) },
    batches: lines,
    cells: (line) => {
      const { from, to } = line.bucket
      const [shift, remarks] = [shiftOf(line, head.language), remarksOf(line, head)].map((text) => text || null)
      return [wall(from), wall(to), clock.offset(from), shift!, ...line.cells.map(({ value }) => value), remarks!]
    },
  }
}
