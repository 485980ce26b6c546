// The queue of modal dialogs: dialogs that open automatically wait for those of the user, and for each other, in the
// order in which they arrived. [S2 App shell: a queue of modal notice dialogs]
import { useEffect, useId } from 'react'
import { createStore, type Store, useStore } from './store.ts'

/** The ids of the dialogs in their order; the first may open. */
type Turns = readonly string[]

export const withTurn = (turns: Turns, id: string): Turns => (turns.includes(id) ? turns : [...turns, id])
export const withoutTurn = (turns: Turns, id: string): Turns =>
  turns.includes(id) ? turns.filter((each) => each !== id) : turns

const turns: Store<Turns> = createStore<Turns>([])

/**
 * Whether a waiting dialog may open. A dialog that the user has opened is open in any case; it enters the queue to keep
 * other dialogs away, so that nothing covers the confirmation of a write.
 */
export function useTurn(wants: boolean): boolean {
  const id = useId()
  useEffect(() => {
    if (!wants) return undefined
    turns.set((now) => withTurn(now, id))
    return () => turns.set((now) => withoutTurn(now, id))
  }, [wants, id])
  return useStore(turns)[0] === id && wants
}
