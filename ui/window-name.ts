// What the browser's title names before the page: the device that is looked at. The shell writes the title.
import { useEffect } from 'react'
import { createStore, type Store } from './store.ts'

export const windowName: Store<string> = createStore('')

/** Stands in place of all of it while somebody is called to the page. */
export const windowCall: Store<string> = createStore('')

/** Names what this page shows, for as long as it stands. */
export function useWindowName(name: string): void {
  useEffect(() => {
    windowName.set(name)
    return () => windowName.set('')
  }, [name])
}
