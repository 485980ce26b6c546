// The columns of the sheet: rendering, marks and editors of cells.
import { useMemo } from 'react'
import { type Column, SelectColumn } from 'react-data-grid'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { TranslatedName } from '../../platform/open/translation-note.tsx'
import { accessWords, isAccess } from '../open/live-form-words.ts'
import { signalText } from '../signal/part-text.ts'
import { CellEditor } from './cell-editor.tsx'
import { isFlag, isNamed, isNew, isNumeric, longestIn, type SheetColumn, type SheetRow } from './sheet.ts'
import { inRange, type Range } from './sheet-block.ts'
import type { SheetFaults } from './sheet-faults.ts'
import { sheetText } from './text.ts'
import type { Sheet } from './use-sheet.ts'

const widths: Partial<Record<SheetColumn, number>> = {
  name: 170,
  title: 180,
  address: 110,
  dataType: 92,
  access: 106,
  driver: 120,
  unit: 72,
  texts: 150,
  group: 130,
  pinned: 66,
  rollover: 100,
  noValue: 150,
}

type Sized = { key: SheetColumn; width: number }

/** Added to the width of a column of names that are translated. */
const translationPx = 110

/** Columns with their widths in px. A numeric one fits its longest number: a shortened one could be misread. */
function useSized(shown: readonly SheetColumn[], rows: readonly SheetRow[]): readonly Sized[] {
  const named = useName()
  const digitPx = 8.2
  const isTranslated = (key: SheetColumn) => isNamed(key) && rows.some(({ cells }) => named(cells[key]) !== cells[key])
  const least = (key: SheetColumn) => {
    if (isNumeric(key)) return 20 + Math.ceil(longestIn(rows, key) * digitPx)
    return isTranslated(key) ? (widths[key] ?? 0) + translationPx : 0
  }
  const needed = shown.map(least).join()
  return useMemo(() => {
    const all = needed.split(',').map(Number)
    return shown.map((key, place) => ({ key, width: Math.max(widths[key] ?? 86, all[place]!) }))
  }, [shown, needed])
}

/** The grid's first column selects rows; the third is the live value, if shown. Neither is a column of the sheet. */
const liveAt = 2

/** The index in the grid of a column of the sheet. */
export const gridIndex = (column: number, hasLive: boolean): number =>
  column === 0 || !hasLive ? column + 1 : column + liveAt

/** The sheet column at an index in the grid, below 0 for none; the live value counts as the name column. */
export const sheetIndex = (index: number, hasLive: boolean): number => {
  if (!hasLive) return index - 1
  return index > liveAt ? index - liveAt : Math.min(index, 1) - 1
}

const none: Range = { top: 0, bottom: -1, left: 0, right: -1 }

export function useColumns({
  sheet: { drivers, faults, rows },
  all,
  range,
  changedKeys,
  readOnly,
  ghostKey,
  live,
  shown,
}: {
  sheet: Sheet
  shown: readonly SheetColumn[]
  all: readonly SheetRow[]
  /** A selected block of more than one cell. */
  range: Range | undefined
  changedKeys: ReadonlySet<number>
  readOnly: boolean
  ghostKey: number | undefined
  /** Inserted after the name; templates have no live values. */
  live: Column<SheetRow> | undefined
}): Column<SheetRow>[] {
  const t = useText(signalText)
  const places = useMemo(() => new Map(all.map(({ key }, index) => [key, index])), [all])
  const groups = useMemo(() => [...new Set(rows.map(({ cells }) => cells.group).filter(Boolean))], [rows])
  const sized = useSized(shown, rows)
  const { top, bottom, left, right } = range ?? none
  // The grid re-renders every cell when its columns change, so they are memoised by what they show.
  return useMemo(() => {
    const marks = { places, range: { top, bottom, left, right }, changedKeys, faults }
    const column = ({ key, width }: Sized, place: number): Column<SheetRow> => ({
      key,
      name: t(key),
      width,
      frozen: key === 'name',
      resizable: true,
      editable: !readOnly,
      headerCellClass: isNumeric(key) ? 'sheet-right' : '',
      cellClass: (row) => cellClassOf(row, key, place, marks),
      renderCell: ({ row }) => (
        <SheetCell row={row} column={key} fault={faults.get(row.key)?.[key]} ghostKey={ghostKey} />
      ),
      ...(readOnly ? {} : { renderEditCell: (props) => <CellEditor {...props} drivers={drivers} groups={groups} /> }),
    })
    const [name, ...others] = sized.map(column)
    return [{ ...SelectColumn, width: 36 }, name!, ...(live ? [live] : []), ...others]
  }, [t, live, places, top, bottom, left, right, changedKeys, faults, readOnly, ghostKey, drivers, groups, sized])
}

function SheetCell({
  row,
  column,
  fault,
  ghostKey,
}: {
  row: SheetRow
  column: SheetColumn
  fault: string | undefined
  ghostKey: number | undefined
}) {
  const t = useText(sheetText)
  if (row.key === ghostKey) return column === 'name' ? <span className="sheet-ghost">{t('typeHere')}</span> : null
  const text = row.cells[column]
  return (
    <span title={fault} aria-invalid={!!fault || undefined}>
      {isFlag(column) ? text && '●' : column === 'access' && isAccess(text) ? accessWords(text) : text}
      {isNamed(column) && <TranslatedName name={text} />}
      {fault && <span className="unseen">{fault}</span>}
    </span>
  )
}

type Marks = {
  places: ReadonlyMap<number, number>
  range: Range
  changedKeys: ReadonlySet<number>
  faults: SheetFaults
}

function cellClassOf(row: SheetRow, column: SheetColumn, place: number, marks: Marks): string {
  const { places, range, changedKeys, faults } = marks
  const isChanged = column === 'name' && changedKeys.has(row.key)
  const classes = [
    isNumeric(column) && 'sheet-right',
    column === 'address' && 'sheet-mono',
    faults.get(row.key)?.[column] && 'sheet-bad',
    inRange(range, places.get(row.key) ?? -1, place) && 'sheet-in',
    isChanged && (isNew(row) ? 'sheet-new' : 'sheet-changed'),
  ]
  return classes.filter(Boolean).join(' ')
}
