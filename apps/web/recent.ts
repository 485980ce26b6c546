// Recently opened objects, such as devices and pages, for the navigation: kept in this browser until the account signs
// out. Plain lists are not among them, since the navigation names them anyway.
import type { NamedPlace } from '../../features/platform/pinned/part-pins.ts'
import { keep, readKept } from '../../ui/kept.ts'
import { type PageRoute, routeAt } from '../../ui/routes.ts'
import { createStore, type Store } from '../../ui/store.ts'

const mostRecent = 3
const key = 'recent'
const closedKey = 'recentClosed'

/** `owner`: the account, and the organisation that it acts in. */
type Kept = { owner: string; places: NamedPlace[] }

const isPlace = (each: unknown): each is NamedPlace => {
  const { path, name } = (each ?? {}) as Partial<NamedPlace>
  return typeof path === 'string' && /^\/(?!\/)[^\s\\]*$/.test(path) && typeof name === 'string' && name !== ''
}

/** The kept places, newest first; none if they are damaged or of another owner. */
export function recentIn(text: string | null, owner: string): NamedPlace[] {
  try {
    const kept = JSON.parse(text ?? '') as Partial<Kept> | null
    return kept?.owner === owner && Array.isArray(kept.places) ? kept.places.filter(isPlace).slice(0, mostRecent) : []
  } catch {
    return []
  }
}

/** The parameters that name an object wherever they are in a path, the most specific first. */
const namedIds: readonly (readonly [parameter: string, kind: string])[] = [
  ['pageId', 'page'],
  ['sceneId', 'scene'],
  ['projectId', 'project'],
  ['ocId', 'project'],
]
/** The kinds of object whose id is `id`, in the path or in the query, by the start of the path. */
const plainIds: readonly (readonly [start: string, kind: string])[] = [
  ['/monitor/eg/', 'device'],
  ['/manage/eg/equipment/edit/', 'device'],
  ['/manage/eg/template/edit/', 'template'],
  ['/manage/eg/project/list', 'project'],
]

/**
 * Identifies the object at an address: `device 7` for each tab of a device, in monitoring and in configuration; the path
 * itself if it names no object.
 */
export function objectAt(routes: readonly PageRoute[], address: string): string {
  const [path = '', query] = address.split('?')
  const route = routeAt(routes, path)?.path ?? path
  const parts = path.split('/')
  const ids = new Map(route.split('/').map((mark, at) => [mark, parts[at]]))
  const named = namedIds.find(([parameter]) => ids.has(`{${parameter}}`))
  if (named) return `${named[1]} ${ids.get(`{${named[0]}}`)}`
  const id = ids.get('{id}') ?? new URLSearchParams(query).get('id')
  if (!id) return path
  const kind = plainIds.find(([start]) => route.startsWith(start))?.[1] ?? route
  return `${kind} ${id}`
}

/**
 * The places after a visit. An object has one place, the latest: a device with another tab or in its other view
 * replaces the former one.
 */
export function afterVisit(
  recent: readonly NamedPlace[],
  visited: NamedPlace,
  objectOf: (address: string) => string,
): NamedPlace[] {
  const object = objectOf(visited.path)
  return [visited, ...recent.filter(({ path }) => objectOf(path) !== object)].slice(0, mostRecent)
}

export const recentPlaces: Store<readonly NamedPlace[]> = createStore<readonly NamedPlace[]>([])
export const isRecentClosed: Store<boolean> = createStore(readKept(closedKey) === '1')

export function loadRecent(owner: string): void {
  recentPlaces.set(recentIn(readKept(key), owner))
}

export function noteVisit(owner: string, visited: NamedPlace, objectOf: (address: string) => string): void {
  const places = afterVisit(recentPlaces.get(), visited, objectOf)
  recentPlaces.set(places)
  keep(key, JSON.stringify({ owner, places } satisfies Kept))
}

/** The next user of this browser does not see where this one was. */
export function forgetRecent(): void {
  recentPlaces.set([])
  keep(key, '')
}

export function toggleRecent(): void {
  isRecentClosed.set((closed) => !closed)
  keep(closedKey, isRecentClosed.get() ? '1' : '')
}
