// The variables as a spreadsheet: typing, Tab, Enter, arrows; copy, paste and fill of blocks; undo; marks on invalid
// cells.
import { type ClipboardEvent, type MouseEvent, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react'
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type Column,
  DataGrid,
  type DataGridHandle,
} from 'react-data-grid'
import 'react-data-grid/lib/styles.css'
import './grid.css'
import { gridIndex, sheetIndex, useColumns } from './columns.tsx'
import { gridKey } from './grid-keys.ts'
import { usualStep } from './series.ts'
import type { Cells, Edit, SheetColumn, SheetRow } from './sheet.ts'
import {
  type Corner,
  clearEdits,
  copyBlock,
  fillEdits,
  filledText,
  parseBlock,
  pasteEdits,
  rangeOf,
} from './sheet-block.ts'
import type { Place } from './sheet-faults.ts'
import type { Sheet } from './use-sheet.ts'

const rowHeight = 30
const stepOf = ({ cells }: SheetRow) => usualStep(cells.dataType, cells.address, Number(cells.length))

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
  /** The empty row at the end, where typing adds a variable. */
  ghost: SheetRow | undefined
  changedKeys: ReadonlySet<number>
  fresh: Cells
  /** Columns, in order. */
  shown: readonly SheetColumn[]
  readOnly: boolean
  selected: ReadonlySet<number>
  onSelected: (keys: Set<number>) => void
  live: Column<SheetRow> | undefined
  ref: Ref<GridHandle>
}) {
  const grid = useRef<DataGridHandle>(null)
  const hasLive = live !== undefined
  const all = useMemo(() => (ghost ? [...rows, ghost] : rows), [rows, ghost])
  const tabbedFrom = useRef<number>(undefined)
  const [anchor, setAnchor] = useState<Corner>({ row: 0, column: 0 })
  const [focus, setFocus] = useState<Corner>({ row: 0, column: 0 })
  const range = rangeOf(anchor, focus)
  const view = { rows: all, columns: shown }
  const edit = (edits: Edit[]) => !readOnly && edits.length > 0 && sheet.edit(edits, fresh)
  // Pasted rows below the end get the keys after that of the empty row.
  const keyAt = (row: number) => all[row]?.key ?? (ghost?.key ?? 0) + row - rows.length

  useImperativeHandle(ref, () => ({
    show: ({ key, column }) => {
      const row = all.findIndex((each) => each.key === key)
      if (row >= 0)
        grid.current?.selectCell(
          { rowIdx: row, idx: gridIndex(shown.indexOf(column), hasLive) },
          { shouldFocusCell: true },
        )
    },
    place: () => {
      const column = shown[focus.column]
      const row = all[focus.row]
      return row && column ? { key: row.key, column } : undefined
    },
  }))

  const isBlock = range.top !== range.bottom || range.left !== range.right
  const block = isBlock ? range : undefined
  const columns = useColumns({ sheet, all, range: block, changedKeys, readOnly, ghostKey: ghost?.key, live, shown })

  const keyDown = (args: CellKeyDownArgs<SheetRow>, event: CellKeyboardEvent) => {
    const home = tabbedFrom.current
    if (event.key === 'Tab') tabbedFrom.current ??= sheetIndex(args.column.idx, hasLive)
    else if (event.key === 'Enter' || (args.mode === 'SELECT' && event.key.startsWith('Arrow')))
      tabbedFrom.current = undefined
    const act = gridKey(args, event, {
      range,
      focus,
      home: event.key === 'Enter' ? home : undefined,
      last: { row: all.length - 1, column: shown.length - 1 },
      at: sheetIndex(args.column.idx, hasLive),
      move: (row, column) =>
        grid.current?.selectCell({ rowIdx: row, idx: gridIndex(column, hasLive) }, { shouldFocusCell: true }),
      extend: (corner) => {
        setFocus(corner)
        grid.current?.scrollToCell({ rowIdx: corner.row, idx: gridIndex(corner.column, hasLive) })
      },
      clear: () => edit(clearEdits(view, range)),
      fill: () => edit(fillEdits(view, range, stepOf)),
      undo: () => sheet.undo?.(),
      redo: () => sheet.redo?.(),
    })
    if (!act) return
    event.preventDefault()
    event.preventGridDefault()
    act()
  }

  const isTyping = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'
  const copy = (event: ClipboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', copyBlock(view, range))
    if (event.type === 'cut') edit(clearEdits(view, range))
  }
  const paste = (event: ClipboardEvent) => {
    if (isTyping(event.target)) return
    event.preventDefault()
    event.stopPropagation()
    const pasted = parseBlock(event.clipboardData.getData('text/plain'))
    edit(pasteEdits(view, range, pasted, keyAt))
    setFocus({
      row: Math.max(range.bottom, range.top + pasted.length - 1),
      column: Math.max(range.right, range.left + (pasted[0]?.length ?? 1) - 1),
    })
  }
  const drag = (event: MouseEvent) => {
    if (event.buttons !== 1 || isTyping(event.target)) return
    const corner = cornerAt(event.target, hasLive)
    if (corner && (corner.row !== focus.row || corner.column !== focus.column)) setFocus(corner)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid within has the roles; this only hears what bubbles
    <div className="sheet" onCopy={copy} onCut={copy} onPasteCapture={paste} onMouseMove={drag}>
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
          tabbedFrom.current = undefined
          const corner = { row: rowIdx, column: sheetIndex(column.idx, hasLive) }
          if (!event.shiftKey || corner.column < 0) return
          event.preventGridDefault()
          event.preventDefault()
          setFocus(corner)
        }}
        onSelectedCellChange={({ rowIdx, column }) => {
          const corner = { row: rowIdx, column: Math.max(0, sheetIndex(column.idx, hasLive)) }
          if (rowIdx < 0) return
          setAnchor(corner)
          setFocus(corner)
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
                const column = columnKey as SheetColumn
                const count = all.indexOf(targetRow) - all.indexOf(sourceRow)
                const text = filledText(column, sourceRow.cells[column], count, stepOf(sourceRow))
                return { key: targetRow.key, cells: { ...targetRow.cells, [column]: text } }
              },
            })}
      />
    </div>
  )
}

/** The cell under the mouse, found by its ARIA attributes. */
function cornerAt(target: EventTarget, hasLive: boolean): Corner | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2
  const column = sheetIndex(Number(cell?.getAttribute('aria-colindex')) - 1, hasLive)
  return row >= 0 && column >= 0 ? { row, column } : undefined
}
