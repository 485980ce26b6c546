// The browser title's part before the page's name: the current device. The shell writes the title.
import { useEffect } from 'react'
import { createStore, type Store } from './store.ts'

export const windowName: Store<string> = createStore('')

/** Replaces the whole title while the user is being called to the page. */
export const windowCall: Store<string> = createStore('')

/** Sets the name of this page while it is mounted. */
export function useWindowName(name: string): void {
  useEffect(() => {
    windowName.set(name)
    return () => windowName.set('')
  }, [name])
}
