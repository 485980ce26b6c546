// The variables as a spreadsheet: typing, Tab, Enter, arrows; copy, paste and fill of blocks; undo; marks on invalid
// cells.
import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import { type Column, DataGrid, type DataGridHandle } from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import './grid.css'
import { useRowWithMore } from '../../../ui/row-with-more.ts'
import { accessOf } from '../signal/part-csv-dialects.ts'
import { gridIndex, sheetIndex, useColumns } from './columns.tsx'
import type { Cells, Edit, SheetColumn, SheetRow } from './sheet.ts'
import { filledText } from './sheet-block.ts'
import type { Place } from './sheet-faults.ts'
import { stepOf, useGridBlock } from './use-grid-block.ts'
import { useGridKeys } from './use-grid-keys.ts'
import type { Sheet } from './use-sheet.ts'

const rowHeight = 30

export type GridHandle = { show: (place: Place) => void; place: () => Place | undefined }

export function SignalGrid({
  sheet,
  rows,
  ghost,
  changedKeys,
  fresh,
  shown,
  readOnly,
  selected,
  onSelected,
  live,
  ref,
}: {
  sheet: Sheet
  /** The rows that match the filter. */
  rows: readonly SheetRow[]
  /** The empty row at the end; typing in it adds a variable. */
  ghost: SheetRow | undefined
  changedKeys: ReadonlySet<number>
  fresh: Cells
  /** The visible columns, in order. */
  shown: readonly SheetColumn[]
  readOnly: boolean
  selected: ReadonlySet<number>
  onSelected: (keys: Set<number>) => void
  live: Column<SheetRow> | undefined
  ref: Ref<GridHandle>
}) {
  const grid = useRef<DataGridHandle>(null)
  const hasLive = live !== undefined
  useFadingEdge(grid, `${hasLive} ${shown.join()}`)
  const all = useMemo(() => (ghost ? [...rows, ghost] : rows), [rows, ghost])
  const view = { rows: all, columns: shown }
  const edit = (edits: Edit[]) => void (!readOnly && edits.length > 0 && sheet.edit(edits.map(withAccess), fresh))
  // Pasted rows below the end get the keys after that of the empty row.
  const keyAt = (row: number) => all[row]?.key ?? (ghost?.key ?? 0) + row - rows.length
  const { focus, range, block, select, extend, clear, fill, handlers } = useGridBlock({ view, hasLive, edit, keyAt })
  const selectCell = (row: number, column: number) =>
    grid.current?.selectCell({ rowIdx: row, idx: gridIndex(column, hasLive) }, { shouldFocusCell: true })

  useImperativeHandle(ref, () => ({
    show: ({ key, column }) => {
      const row = all.findIndex((each) => each.key === key)
      if (row >= 0) selectCell(row, shown.indexOf(column))
    },
    place: () => {
      const column = shown[focus.column]
      const row = all[focus.row]
      return row && column ? { key: row.key, column } : undefined
    },
  }))

  const columns = useColumns({ sheet, all, range: block, changedKeys, readOnly, ghostKey: ghost?.key, live, shown })

  const { keyDown, mouseDown } = useGridKeys(hasLive, {
    ...{ range, focus, clear, fill },
    last: { row: all.length - 1, column: shown.length - 1 },
    move: selectCell,
    extend: (corner) => {
      extend(corner)
      grid.current?.scrollToCell({ rowIdx: corner.row, idx: gridIndex(corner.column, hasLive) })
    },
    undo: () => sheet.undo?.(),
    redo: () => sheet.redo?.(),
  })

  return (
    <div className="sheet" {...handlers}>
      <DataGrid<SheetRow, unknown, number>
        ref={grid}
        columns={columns}
        rows={all}
        rowKeyGetter={({ key }) => key}
        rowHeight={rowHeight}
        headerRowHeight={30}
        selectedRows={selected}
        onSelectedRowsChange={(keys) => onSelected(new Set([...keys].filter((key) => key !== ghost?.key)))}
        isRowSelectionDisabled={({ key }) => key === ghost?.key}
        onCellKeyDown={keyDown}
        onCellMouseDown={({ rowIdx, column }, event) => {
          mouseDown()
          const corner = { row: rowIdx, column: sheetIndex(column.idx, hasLive) }
          if (!event.shiftKey || corner.column < 0) return
          event.preventGridDefault()
          event.preventDefault()
          extend(corner)
        }}
        onSelectedCellChange={({ rowIdx, column }) => {
          const corner = { row: rowIdx, column: Math.max(0, sheetIndex(column.idx, hasLive)) }
          if (rowIdx >= 0) select(corner)
        }}
        // Without this handler Ctrl+V would start editing; `onPasteCapture` pastes the block.
        onCellPaste={({ row }) => row}
        onRowsChange={(next, { indexes, column }) =>
          edit(
            indexes.map((index) => ({
              key: all[index]!.key,
              column: column.key as SheetColumn,
              text: next[index]!.cells[column.key as SheetColumn].trim(),
            })),
          )
        }
        {...(readOnly
          ? {}
          : {
              onFill: ({ columnKey, sourceRow, targetRow }) => {
                const count = all.indexOf(targetRow) - all.indexOf(sourceRow)
                return filledRow(columnKey as SheetColumn, sourceRow, targetRow, count)
              },
            })}
      />
    </div>
  )
}

/** An edit of the access as it is stored: cells show it in words, so words are accepted too. */
const withAccess = (edit: Edit): Edit => (edit.column === 'access' ? { ...edit, text: accessOf(edit.text) } : edit)

/** The target row with the text of the source row in a column, continued over `count` rows. */
function filledRow(column: SheetColumn, source: SheetRow, target: SheetRow, count: number): SheetRow {
  const text = filledText(column, source.cells[column], count, stepOf(source))
  return { key: target.key, cells: { ...target.cells, [column]: text } }
}

/** A column that is cut at the edge fades, as in every table. */
function useFadingEdge(grid: RefObject<DataGridHandle | null>, columns: string): void {
  const scroll = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    scroll.current = grid.current?.element ?? null
  }, [grid])
  useRowWithMore(scroll, columns)
}
