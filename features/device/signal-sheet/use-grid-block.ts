// The selected block of the sheet: copying, cutting, pasting and filling it, and selecting it with the mouse.
import { type ClipboardEvent, type MouseEvent, useState } from 'react'
import { sheetIndex } from './columns.tsx'
import { usualStep } from './series.ts'
import type { Edit, SheetColumn, SheetRow } from './sheet.ts'
import { type Corner, clearEdits, copyBlock, fillEdits, parseBlock, pasteEdits, rangeOf } from './sheet-block.ts'

type Of = {
  /** All rows, including the empty one at the end, and the columns in order. */
  view: { rows: readonly SheetRow[]; columns: readonly SheetColumn[] }
  hasLive: boolean
  edit: (edits: Edit[]) => void
  /** Returns the key of a row, also for rows below the end. */
  keyAt: (row: number) => number
}

/** Step of a series that continues a row. */
export const stepOf = ({ cells }: SheetRow) => usualStep(cells.dataType, cells.address, Number(cells.length))

const isTyping = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox'

export function useGridBlock({ view, hasLive, edit, keyAt }: Of) {
  const [anchor, setAnchor] = useState<Corner>({ row: 0, column: 0 })
  const [focus, setFocus] = useState<Corner>({ row: 0, column: 0 })
  const range = rangeOf(anchor, focus)
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
  return {
    focus,
    range,
    /** The selected cells, if they are more than one. */
    block: range.top !== range.bottom || range.left !== range.right ? range : undefined,
    /** Selects one cell. */
    select: (corner: Corner) => {
      setAnchor(corner)
      setFocus(corner)
    },
    /** Extends the selected block to a cell. */
    extend: setFocus,
    clear: () => edit(clearEdits(view, range)),
    fill: () => edit(fillEdits(view, range, stepOf)),
    /** Handlers of the element around the grid. */
    handlers: { onCopy: copy, onCut: copy, onPasteCapture: paste, onMouseMove: drag },
  }
}

/** The cell under the mouse, found by its ARIA attributes. */
function cornerAt(target: EventTarget, hasLive: boolean): Corner | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2
  const column = sheetIndex(Number(cell?.getAttribute('aria-colindex')) - 1, hasLive)
  return row >= 0 && column >= 0 ? { row, column } : undefined
}
