// The objects that this account visited last in this browser, for the navigation.
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../../ui/kept.ts'
import { useMe } from '../../../ui/me.ts'
import { afterVisit, type NamedPlace } from './rules.ts'
import { settings } from './settings.ts'

export { offeredRecent } from './rules.ts'

const key = 'recent'

/** The places that are stored for the account; none for another one. */
function storedFor(userId: number | undefined): readonly NamedPlace[] {
  try {
    const stored = JSON.parse(readKept(key) ?? '{}') as { userId?: unknown; places?: unknown }
    const places = settings.pinned.safeParse(stored.places)
    return stored.userId === userId && places.success ? places.data : []
  } catch {
    return []
  }
}

/** The recent places, the newest first; `present` becomes one of them once its object has a name. */
export function useRecent({ path, name }: NamedPlace): readonly NamedPlace[] {
  const userId = useMe()?.userId
  const [recent, setRecent] = useState(() => storedFor(userId))
  useEffect(() => {
    // Another window may have visited others meanwhile.
    const next = afterVisit(storedFor(userId), { path, name })
    if (name !== '') keep(key, JSON.stringify({ userId, places: next }))
    setRecent(next)
  }, [userId, path, name])
  return recent
}
