// Whose turn it is to stand over everything: dialogs that come by themselves wait for those that a person works with, and for
// each other, in the order in which they came. [S2 App shell: a queue of modal notice dialogs]
import { useEffect, useId } from 'react'
import { createStore, type Store, useStore } from './store.ts'

/** From the first, which has its turn. */
export type Turns = readonly string[]

export const entered = (turns: Turns, id: string): Turns => (turns.includes(id) ? turns : [...turns, id])
export const left = (turns: Turns, id: string): Turns =>
  turns.includes(id) ? turns.filter((each) => each !== id) : turns

const turns: Store<Turns> = createStore<Turns>([])

/**
 * Whether a dialog that wants to stand may. One that a person has opened stands anyway, and asks to keep the others away:
 * nothing covers the confirmation of a write.
 */
export function useTurn(wants: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!wants) return undefined
    turns.set((now) => entered(now, id))
    return () => turns.set((now) => left(now, id))
  }, [wants, id])
  return useStore(turns)[0] === id && wants
}
