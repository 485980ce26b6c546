// The variables as a sheet of texts, so that a cell may contain invalid input. Pure; the grid renders it.
import type { z } from 'zod'
import type { Driver, EquipmentConfig, Signal } from '../../../contract/equipment-config.ts'
import type { SignalId } from '../../../contract/fields.ts'
import type { SignalDraft } from '../signal/contract.ts'

export const usualColumns = [
  'name',
  'title',
  'address',
  'dataType',
  'access',
  'driver',
  'unit',
  'decimals',
  'texts',
  'scale',
  'offset',
  'min',
  'max',
  'normalLow',
  'normalHigh',
  'length',
  'group',
  'pinned',
] as const

/** Columns that are shown only if a variable uses them or the user selects them. */
export const moreColumns = [
  'byteOrder',
  'prefix',
  'rawLow',
  'rawHigh',
  'valueLow',
  'valueHigh',
  'clamp',
  'rollover',
  'noValue',
  'periodMs',
  'registerType',
  'aggregation',
  'internal',
] as const
export const sheetColumns = [...usualColumns, ...moreColumns] as const
export type MoreColumn = (typeof moreColumns)[number]
export type SheetColumn = (typeof sheetColumns)[number]
export type Cells = Readonly<Record<SheetColumn, string>>

/** A row of the sheet. `key` is the id of the variable; keys from `newFrom` on belong to unsaved variables. */
export type SheetRow = { readonly key: number; readonly cells: Cells }
export type Edit = { key: number; column: SheetColumn; text: string }

/** Keys from here on belong to new rows, so that they follow saved rows; the ids of variables are far lower. */
export const newFrom = 2_000_000_000
export const isNew = ({ key }: SheetRow): boolean => key >= newFrom

export const blank = Object.fromEntries(sheetColumns.map((column) => [column, ''])) as Cells

const numeric: readonly SheetColumn[] = [
  'decimals',
  'scale',
  'offset',
  'min',
  'max',
  'normalLow',
  'normalHigh',
  'length',
  'rawLow',
  'rawHigh',
  'valueLow',
  'valueHigh',
  'rollover',
  'periodMs',
]
const flags = ['pinned', 'clamp', 'internal'] as const
type Flag = (typeof flags)[number]
export const isFlag = (column: SheetColumn): column is Flag => flags.some((flag) => flag === column)
export const isNumeric = (column: SheetColumn): boolean => numeric.includes(column)

/** The number of characters in the longest cell of a column. */
export const longestIn = (rows: readonly SheetRow[], column: SheetColumn): number =>
  rows.reduce((most, { cells }) => Math.max(most, cells[column].length), 0)

export function rowsOf({ signals, drivers }: EquipmentConfig): SheetRow[] {
  const names = new Map(drivers.map(({ id, name }) => [id as number, name]))
  return signals.map((signal) => ({
    key: signal.id,
    cells: Object.fromEntries(
      sheetColumns.map((column) => [column, textOf(signal, column, names.get(signal.driverId) ?? '')]),
    ) as Cells,
  }))
}

function textOf(signal: Signal, column: SheetColumn, driver: string): string {
  if (column === 'driver') return driver
  if (isFlag(column)) return signal[column] ? '1' : ''
  return String(signal[column] ?? '')
}

const yes = /^(1|true|yes|y|是|√)$/i

/** A row for the contract; a cell that cannot be parsed stays text, so that the check names it. */
export function draftOf({ key, cells }: SheetRow, drivers: readonly Driver[]): z.input<typeof SignalDraft> {
  const driver = drivers.find(({ name }) => name === cells.driver.trim())
  const draft: Record<string, unknown> = { id: key < newFrom ? key : null, driverId: driver?.id }
  for (const column of sheetColumns) {
    const text = cells[column].trim()
    if (column === 'driver' || text === '') continue
    if (isFlag(column)) draft[column] = yes.test(text)
    else draft[column] = isNumeric(column) && Number.isFinite(Number(text)) ? Number(text) : text
  }
  if (draft.title === undefined && draft.name !== undefined) draft.title = draft.name
  for (const column of flags) if (draft[column] === false) delete draft[column]
  return draft as z.input<typeof SignalDraft>
}

/** Applies edits; unknown keys become rows at the end, starting as `fresh`. */
export function applyEdits(rows: readonly SheetRow[], edits: readonly Edit[], fresh: Cells): readonly SheetRow[] {
  const places = new Map(rows.map(({ key }, index) => [key, index]))
  const next = [...rows]
  let changed = false
  for (const { key, column, text } of edits) {
    let place = places.get(key)
    if (place === undefined) {
      if (text === '') continue
      place = next.push({ key, cells: fresh }) - 1
      places.set(key, place)
      changed = true
    }
    const row = next[place]!
    if (row.cells[column] === text) continue
    next[place] = { key, cells: { ...row.cells, [column]: text } }
    changed = true
  }
  return changed ? next : rows
}

/** The key of the next new row. */
export const nextKey = (rows: readonly SheetRow[]): number =>
  rows.reduce((most, { key }) => Math.max(most, key), newFrom - 1) + 1

const searchedColumns: readonly SheetColumn[] = ['name', 'title', 'address', 'group']

/** Columns whose names can be translated. */
const namedColumns: readonly SheetColumn[] = ['title', 'group']
export const isNamed = (column: SheetColumn): boolean => namedColumns.includes(column)

/** The name of a translated text, or the text itself. */
type Named = (source: string) => string

/**
 * The rows of a driver that contain a word in lower case, also in a translated name; undefined and empty: all. A row
 * with an unknown driver is always shown, so that its fault can be found.
 */
export function filteredRows(
  rows: readonly SheetRow[],
  drivers: readonly Driver[],
  { driver, word, named }: { driver: Driver | undefined; word: string; named: Named },
): readonly SheetRow[] {
  if (!driver && word === '') return rows
  const others = new Set(driver && drivers.flatMap(({ id, name }) => (id === driver.id ? [] : [name])))
  const has = (text: string) => text.toLowerCase().includes(word)
  const hasWord = ({ cells }: SheetRow) =>
    searchedColumns.some((column) => has(cells[column]) || (isNamed(column) && has(named(cells[column]))))
  return rows.filter((row) => !others.has(row.cells.driver) && (word === '' || hasWord(row)))
}

/** The columns to show: the usual ones, selected ones, and those with a value or fault in any row. */
export function shownColumns(
  rows: readonly SheetRow[],
  asked: ReadonlySet<MoreColumn>,
  isWrong: (column: MoreColumn) => boolean,
): SheetColumn[] {
  const isUsed = (column: MoreColumn) => rows.some(({ cells }) => cells[column] !== '')
  return [...usualColumns, ...moreColumns.filter((each) => asked.has(each) || isUsed(each) || isWrong(each))]
}

const same = (a: Cells, b: Cells) => sheetColumns.every((column) => a[column] === b[column])

/** Differences from the saved rows: rows to save, ids to remove. */
export function changesOf(base: readonly SheetRow[], rows: readonly SheetRow[]) {
  const before = new Map(base.map((row) => [row.key, row]))
  const kept = new Set(rows.map(({ key }) => key))
  return {
    save: rows.filter((row) => {
      const old = before.get(row.key)
      return !old || (old !== row && !same(old.cells, row.cells))
    }),
    remove: base.filter(({ key }) => !kept.has(key)).map(({ key }) => key as SignalId),
  }
}

/** The configuration with the changed rows, for comparisons; the key of a new row is its id. */
export function configOf(
  config: EquipmentConfig,
  rows: readonly SheetRow[],
  changed: readonly SheetRow[],
): { drivers: unknown; signals: unknown[]; reports: unknown } {
  const saved = new Map(config.signals.map((signal) => [signal.id as number, signal]))
  const drafts = new Map(changed.map((row) => [row.key, { ...draftOf(row, config.drivers), id: row.key }]))
  return { ...config, signals: rows.map(({ key }) => drafts.get(key) ?? saved.get(key)) }
}

/**
 * Merges my changes into a version that another user saved, cell by cell: changed cells are mine, other cells are
 * theirs. A variable that they removed and I changed becomes a new one.
 */
export function rebase(
  base: readonly SheetRow[],
  mine: readonly SheetRow[],
  theirs: readonly SheetRow[],
): readonly SheetRow[] {
  const { save, remove } = changesOf(base, mine)
  const before = new Map(base.map((row) => [row.key, row]))
  const changed = new Map(save.map((row) => [row.key, row]))
  const gone = new Set<number>(remove)
  const merged = theirs
    .filter(({ key }) => !gone.has(key))
    .map((row) => {
      const own = changed.get(row.key)
      const old = before.get(row.key)
      return own && old ? { key: row.key, cells: mergeCells(old.cells, own.cells, row.cells) } : row
    })
  const there = new Set(theirs.map(({ key }) => key))
  let key = nextKey(mine)
  const added = save
    .filter((row) => !there.has(row.key))
    .map((row) => (isNew(row) ? row : { key: key++, cells: row.cells }))
  return [...merged, ...added]
}

const mergeCells = (old: Cells, own: Cells, their: Cells): Cells =>
  Object.fromEntries(
    sheetColumns.map((column) => [column, own[column] === old[column] ? their[column] : own[column]]),
  ) as Cells
