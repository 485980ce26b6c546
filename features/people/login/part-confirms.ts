// Calls that wait for the password to be entered again: kept here, so that none is lost while the dialog still loads.
import { setUpCalls } from '../../../contract/call.ts'
import { createStore } from '../../../ui/store.ts'

/** One question for all of them. */
export const waiting = createStore<((confirmed: boolean) => void)[]>([])

export function answer(confirmed: boolean): void {
  const all = waiting.get()
  waiting.set([])
  for (const resolve of all) resolve(confirmed)
}

/** From here on calls wait to be confirmed; answers the act that ends it. */
export function takeConfirms(): () => void {
  setUpCalls({ onConfirm: () => new Promise((resolve) => waiting.set((all) => [...all, resolve])) })
  return () => {
    setUpCalls({ onConfirm: () => Promise.resolve(false) })
    answer(false)
  }
}
