// Variables as CSV: one row per variable. Pure; the page exports, the server imports.
import type { CsvFault } from '../../../contract/csv.ts'
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import { limits } from '../../../contract/limits.ts'
import { csvText } from '../../../core/csv-cell.ts'
import { unguardText } from '../../../core/sheet-text.ts'
import { readCsv } from '../../platform/open/csv.ts'
import { ignoredIn } from '../config/part-ignored.ts'
import { accessOf, aggregationOf, nameOf, otherHeadings, typeOf, withoutSeparator } from './part-csv-dialects.ts'

/** Columns of the file, in order; Chinese headings are accepted too. */
const columns = [
  ['name', '变量名'],
  ['title', '名称'],
  ['driver', '驱动'],
  ['address', '寄存器地址'],
  ['dataType', '数据类型'],
  ['access', '读写'],
  ['length', '长度'],
  ['unit', '单位'],
  ['decimals', '小数位'],
  ['texts', '值文本'],
  ['scale', '倍率'],
  ['offset', '偏移'],
  ['min', '最小值'],
  ['max', '最大值'],
  ['normalLow', '正常下限'],
  ['normalHigh', '正常上限'],
  ['group', '分组'],
  ['pinned', '置顶'],
  ['byteOrder', '字节序'],
  ['prefix', '字符串前缀'],
  ['rawLow', '原始值下限'],
  ['rawHigh', '原始值上限'],
  ['valueLow', '工程值下限'],
  ['valueHigh', '工程值上限'],
  ['clamp', '限幅'],
  ['rollover', '计数器回零值'],
  ['noValue', '无效值代码'],
  ['periodMs', '采集周期'],
  ['registerType', '寄存器类型'],
  ['aggregation', '汇总方式'],
  ['internal', '内部变量'],
] as const

type Column = (typeof columns)[number][0]
/** Required columns. */
export const neededColumns = ['name', 'address', 'dataType'] as const satisfies readonly Column[]
export type NeededColumn = (typeof neededColumns)[number]

const numeric: readonly Column[] = [
  ...(['length', 'decimals', 'scale', 'offset', 'min', 'max', 'normalLow', 'normalHigh'] as const),
  ...(['rawLow', 'rawHigh', 'valueLow', 'valueHigh', 'rollover', 'periodMs'] as const),
]
const flags = ['pinned', 'clamp', 'internal'] as const
const isFlag = (key: Column) => flags.some((flag) => flag === key)

/** CSV with a byte-order mark, so that spreadsheet programs decode Chinese text correctly. */
export function toCsv(signals: readonly Signal[], drivers: readonly Pick<Driver, 'id' | 'name'>[]): string {
  const fields = columns.map(([key]) => key)
  const names = new Map(drivers.map(({ id, name }) => [id, name]))
  const data = signals.map((signal) => {
    const marks = Object.fromEntries(flags.map((flag) => [flag, signal[flag] ? 1 : '']))
    const cells: Partial<Record<Column, unknown>> = { ...signal, driver: names.get(signal.driverId), ...marks }
    return fields.map((key) => cells[key])
  })
  return csvText(fields, data)
}

/** Normalises a heading, so that `Data type`, `data_type` and `dataType` are the same. */
const plain = (heading: string) => heading.toLowerCase().replace(/[\s_-]/g, '')

const headings = new Map<string, Column>([
  ...(Object.entries(otherHeadings) as [string, Column][]),
  ...columns.flatMap(([key, zh]): [string, Column][] => [
    [plain(key), key],
    [zh, key],
  ]),
])

function readCell(key: Column, cell: string): string | number | boolean {
  if (key === 'access') return accessOf(cell)
  if (key === 'name') return nameOf(cell)
  if (key === 'aggregation') return aggregationOf(cell)
  if (isFlag(key)) return /^(1|true|yes|是)$/i.test(cell)
  return numeric.includes(key) && Number.isFinite(Number(cell)) ? Number(cell) : cell
}

/** The column of a heading, in any spelling of this program or others. */
export const fieldOf = (heading: string): Column | undefined => headings.get(plain(heading))

/** A row for the contract's variable; a cell that is not a number stays text, so that the check names it. */
function rowOf(cells: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  const seen = new Set<Column>()
  for (const [heading, raw] of Object.entries(cells)) {
    const key = fieldOf(heading)
    // Cells beyond the last heading arrive as a list under a separate key.
    if (!key || typeof raw !== 'string') continue
    const cell = unguardText(raw.trim())
    // If two columns have the same field, the first is used.
    if (cell === '' || seen.has(key)) continue
    seen.add(key)
    // A length column overrides the length in the type.
    if (key === 'dataType') Object.assign(row, { ...typeOf(cell), ...row })
    else row[key] = readCell(key, cell)
  }
  return row
}

const separators = /[,;\t|\n]/g

/** Whether a file has more cells than any list of variables; counted before parsing. */
export function hasTooManyCells(text: string): boolean {
  separators.lastIndex = 0
  for (let cells = 0; cells <= limits.csvCells; cells += 1) if (!separators.test(text)) return false
  return true
}

/** Rows of a file, missing required columns, and headings whose cells are ignored. */
export function fromCsv(text: string): {
  rows: Record<string, unknown>[]
  missing: NeededColumn[]
  ignored: string[]
  fault?: CsvFault
} {
  // Reads one row more than the limit, so that too many rows are detected.
  const read = readCsv<Record<string, unknown>>(withoutSeparator(text), { preview: limits.signalsPerEquipment + 1 })
  if ('fault' in read) return { rows: [], missing: [], ignored: [], fault: read.fault }
  const present = new Set(read.headings.map((heading) => headings.get(plain(heading))))
  const ignored = ignoredIn(read.headings, read.rows, fieldOf)
  return { rows: read.rows.map(rowOf), missing: neededColumns.filter((key) => !present.has(key)), ignored }
}
