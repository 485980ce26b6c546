// Keys that work as in a spreadsheet, where the grid's default differs.
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import type { SheetRow } from './sheet.ts'
import type { Corner, Range } from './sheet-block.ts'

/** State and actions that the key handlers need. */
export type KeyActs = {
  range: Range
  focus: Corner
  last: Corner
  /** The column where a run of Tab keys started; Enter returns to it. */
  home: number | undefined
  /** The column of the sheet in which the key is pressed. */
  at: number
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

/** The action of a key, or undefined if the grid's default is right. */
export function gridKey(
  args: CellKeyDownArgs<SheetRow>,
  event: CellKeyboardEvent,
  acts: KeyActs,
): (() => void) | undefined {
  const { key, shiftKey } = event
  const ctrl = event.ctrlKey || event.metaKey
  const step = stepOf(args, event, acts)
  if (args.mode === 'EDIT') {
    return (
      step &&
      (() => {
        args.onClose(true)
        step()
      })
    )
  }
  if (args.column.idx === 0) return undefined
  if (step) return step
  if (key === 'Delete' || key === 'Backspace') return acts.clear
  if (shiftKey && !ctrl && arrows[key]) return extension(arrows[key], acts)
  if (!ctrl) return undefined
  const letter = key.toLowerCase()
  if (letter === 'd') return acts.fill
  if (letter === 'y' || (letter === 'z' && shiftKey)) return acts.redo
  return letter === 'z' ? acts.undo : undefined
}

/** Extends or shrinks the block by one row or column, within the sheet. */
function extension([row, column]: readonly [row: number, column: number], { focus, last, extend }: KeyActs) {
  const within = (at: number, most: number) => Math.min(most, Math.max(0, at))
  return () => extend({ row: within(focus.row + row, last.row), column: within(focus.column + column, last.column) })
}

/** Enter moves to the next row; Tab skips the read-only live value between the first two columns. */
function stepOf(args: CellKeyDownArgs<SheetRow>, { key, shiftKey, altKey }: CellKeyboardEvent, acts: KeyActs) {
  if (key === 'Enter' && (args.mode === 'SELECT' || !altKey)) {
    const row = args.rowIdx + (shiftKey ? -1 : 1)
    return () => acts.move(Math.min(acts.last.row, Math.max(0, row)), acts.home ?? acts.at)
  }
  if (key !== 'Tab' || acts.at !== (shiftKey ? 1 : 0)) return undefined
  return () => acts.move(args.rowIdx, shiftKey ? 0 : 1)
}
