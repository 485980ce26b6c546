// Undo and redo of sheet edits: stores whole states, which share unchanged rows.
import type { SheetRow } from './sheet.ts'

const maxUndo = 50

export type History = {
  rows: readonly SheetRow[]
  past: readonly (readonly SheetRow[])[]
  future: readonly (readonly SheetRow[])[]
}
export type Step =
  | { do: 'set'; rows: readonly SheetRow[] }
  | { do: 'reset'; rows: readonly SheetRow[] }
  | { do: 'undo' | 'redo' }

export function stepHistory(now: History, step: Step): History {
  const { rows, past, future } = now
  if (step.do === 'reset') return { rows: step.rows, past: [], future: [] }
  if (step.do === 'set')
    return step.rows === rows ? now : { rows: step.rows, past: [...past, rows].slice(-maxUndo), future: [] }
  const [from, to] = step.do === 'undo' ? [past, future] : [future, past]
  const back = from.at(-1)
  if (!back) return now
  const rest = from.slice(0, -1)
  const other = [...to, rows]
  return step.do === 'undo' ? { rows: back, past: rest, future: other } : { rows: back, past: other, future: rest }
}
