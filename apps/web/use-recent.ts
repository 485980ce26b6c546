// The objects whose pages were opened last, stored in the browser for each account.
import { useEffect, useState } from 'react'
import { type NamedPlace, placesIn, withVisit } from '../../features/platform/pinned/part-pins.ts'
import { keep, readKept } from '../../ui/kept.ts'
import { usePlace } from '../../ui/place.tsx'
import { currentEntry } from '../../ui/routes.ts'
import { useStore } from '../../ui/store.ts'
import { windowName } from '../../ui/window-name.ts'
import { pages } from './pages.ts'

const keyOf = (userId: number): string => `recent-${userId}`

/** The name of the previous page remains until its parts are gone, and the next page sets its own when it has loaded. */
const settleMs = 800

/** The recent places of an account; records the present one if it has a name of its own. */
export function useRecent(userId: number): readonly NamedPlace[] {
  const { path } = usePlace()
  const name = useStore(windowName)
  const [recent, setRecent] = useState(() => placesIn(readKept(keyOf(userId))))
  useEffect(() => {
    if (name === '') return undefined
    const timer = setTimeout(() => {
      // Another window may have added places meanwhile.
      const places = withVisit(placesIn(readKept(keyOf(userId))), { path, name }, (each) => currentEntry(pages, each))
      keep(keyOf(userId), JSON.stringify(places))
      setRecent(places)
    }, settleMs)
    return () => clearTimeout(timer)
  }, [userId, path, name])
  return recent
}

/** Removes the names of objects from a browser that others may use. */
export const forgetRecent = (userId: number): void => keep(keyOf(userId), '[]')
