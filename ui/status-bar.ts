// The status bar's slots, filled by rooms: `const clear = showStatus({ id: 'latency', ... })`.
import { createStore, type Store } from './store.ts'

export type StatusSlot = {
  id: string
  side: 'left' | 'right'
  order: number
  label: string
  /** The formatted value, drawn bolder than the label. */
  value: string
  /** Further text, shown on hover. */
  title?: string
  /** Known to this browser alone, and so true without the platform. */
  local?: true
}

export const statusSlots: Store<readonly StatusSlot[]> = createStore<readonly StatusSlot[]>([])

/** Fills or updates a slot; returns a function that clears it. */
export function showStatus(slot: StatusSlot): () => void {
  statusSlots.set((now) => [...now.filter(({ id }) => id !== slot.id), slot].sort((a, b) => a.order - b.order))
  return () => clearStatus(slot.id)
}

export const clearStatus = (id: string): void => statusSlots.set((now) => now.filter((slot) => slot.id !== id))
