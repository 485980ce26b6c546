// The keys of a spreadsheet, where the grid's own way differs.
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import type { SheetRow } from './sheet.ts'
import type { Corner, Range } from './sheet-block.ts'

/** What the keys of a spreadsheet do to the grid. */
export type KeyActs = {
  range: Range
  focus: Corner
  last: Corner
  /** The column in which a run of Tab keys began, where Enter goes back to. */
  home: number | undefined
  move: (row: number, column: number) => void
  extend: (corner: Corner) => void
  clear: () => void
  fill: () => void
  undo: () => void
  redo: () => void
}

const arrows: Record<string, readonly [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** What a key does, or nothing where the grid's own way is right. */
export function gridKey(
  args: CellKeyDownArgs<SheetRow>,
  event: CellKeyboardEvent,
  acts: KeyActs,
): (() => void) | undefined {
  const { key, shiftKey, altKey } = event
  const ctrl = event.ctrlKey || event.metaKey
  const down = () =>
    acts.move(Math.min(acts.last.row, Math.max(0, args.rowIdx + (shiftKey ? -1 : 1))), acts.home ?? args.column.idx - 1)
  if (args.mode === 'EDIT') {
    if (key !== 'Enter' || altKey) return undefined
    return () => {
      args.onClose(true)
      down()
    }
  }
  if (args.column.idx === 0) return undefined
  if (key === 'Enter') return down
  if (key === 'Delete' || key === 'Backspace') return acts.clear
  if (shiftKey && !ctrl && arrows[key]) {
    const [row, column] = arrows[key]
    const within = (at: number, last: number) => Math.min(last, Math.max(0, at))
    return () =>
      acts.extend({
        row: within(acts.focus.row + row, acts.last.row),
        column: within(acts.focus.column + column, acts.last.column),
      })
  }
  if (!ctrl) return undefined
  const letter = key.toLowerCase()
  if (letter === 'd') return acts.fill
  if (letter === 'y' || (letter === 'z' && shiftKey)) return acts.redo
  return letter === 'z' ? acts.undo : undefined
}
