// The current address and navigation. The parts do not depend on a router: the app's entry provides this.
import { createContext, type MouseEvent, type ReactNode, useContext } from 'react'

export type Search = Readonly<Record<string, string>>

export type Place = {
  /** The address without its query: `/manage/eg/equipment/edit/3/info`. */
  path: string
  /** The parameters of the page's path: `{ id: '3' }`. */
  params: Readonly<Record<string, string>>
  search: Search
  /** Goes to a path, query included. */
  go: (to: string, options?: { replace?: boolean }) => void
  /**
   * Writes a state of this page into its address; does nothing for a page that is being left or was opened otherwise.
   */
  note: (search: Record<string, string | number | undefined>) => void
  /**
   * Asks before another page is opened, `withQuery` also before the same with another query, until the returned function is
   * called; see `useLeaveGuard`.
   */
  guard: (mayLeave: () => Promise<boolean>, withQuery?: boolean) => () => void
}

/** A place from which nothing leads elsewhere: outside of the router, and in tests. */
export const nowhere: Place = {
  path: '/',
  params: {},
  search: {},
  go: () => undefined,
  note: () => undefined,
  guard: () => () => undefined,
}
export const PlaceContext = createContext<Place>(nowhere)
export const usePlace = (): Place => useContext(PlaceContext)

/** The query of a place; empty values are omitted, so that a plain list has a plain address. */
export function withSearch(path: string, search: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== '') query.set(key, String(value))
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** A link within the product: a real one, so that it can be opened in a new tab. */
export function Go({
  to,
  className,
  current,
  label,
  onGo,
  children,
}: {
  to: string
  className?: string
  /** Marks the link as the current page. */
  current?: boolean
  label?: string
  onGo?: () => void
  children: ReactNode
}) {
  const { go } = usePlace()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    onGo?.()
    go(to)
  }
  return (
    <a href={to} className={className} aria-current={current ? 'page' : undefined} aria-label={label} onClick={follow}>
      {children}
    </a>
  )
}
