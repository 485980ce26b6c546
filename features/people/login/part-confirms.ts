// Calls that wait until the user confirms the password; stored here so that none is lost while the dialog loads.
import { setUpCalls } from '../../../contract/call.ts'
import { createStore } from '../../../ui/store.ts'

/** Calls waiting for the same dialog. */
export const waiting = createStore<((confirmed: boolean) => void)[]>([])

export function answer(confirmed: boolean): void {
  const all = waiting.get()
  waiting.set([])
  for (const resolve of all) resolve(confirmed)
}

/** Makes calls wait for a confirmation from now on; returns a function that stops this. */
export function takeConfirms(): () => void {
  setUpCalls({ onConfirm: () => new Promise((resolve) => waiting.set((all) => [...all, resolve])) })
  return () => {
    setUpCalls({ onConfirm: () => Promise.resolve(false) })
    answer(false)
  }
}
