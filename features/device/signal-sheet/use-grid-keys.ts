// The keys of the sheet; Enter after a run of Tab keys returns to the column where the run started.
import { useRef } from 'react'
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import { sheetIndex } from './columns.tsx'
import { gridKey, type KeyActs } from './grid-keys.ts'
import type { SheetRow } from './sheet.ts'

/** Keyboard control of the grid. `keyDown` acts on a key, `mouseDown` ends a run of Tab keys. */
export function useGridKeys(hasLive: boolean, acts: Omit<KeyActs, 'home' | 'at'>) {
  const tabbedFrom = useRef<number>(undefined)
  const keyDown = (args: CellKeyDownArgs<SheetRow>, event: CellKeyboardEvent) => {
    const home = tabbedFrom.current
    const at = sheetIndex(args.column.idx, hasLive)
    if (event.key === 'Tab') tabbedFrom.current ??= at
    else if (event.key === 'Enter' || (args.mode === 'SELECT' && event.key.startsWith('Arrow')))
      tabbedFrom.current = undefined
    const act = gridKey(args, event, { ...acts, home: event.key === 'Enter' ? home : undefined, at })
    if (!act) return
    event.preventDefault()
    event.preventGridDefault()
    act()
  }
  const mouseDown = () => {
    tabbedFrom.current = undefined
  }
  return { keyDown, mouseDown }
}
