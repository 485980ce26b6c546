// Pinned and recent places of the navigation. Pure.

/** `name` is the object of the page: a device, a project. Empty for a page without one, which has the name of its entry. */
export type NamedPlace = { path: string; name: string }

/** As many as Alt with a digit opens. */
export const maxPins = 9

export const maxRecent = 5

/** Pins a place, or removes its pin. A place beyond `maxPins` is not added. */
export function togglePin(pins: readonly NamedPlace[], place: NamedPlace): NamedPlace[] {
  const others = pins.filter(({ path }) => path !== place.path)
  if (others.length < pins.length || others.length >= maxPins) return others
  return [...others, place]
}

/**
 * The places that were visited last, newest first. The pages of one object are one place, with the page that was visited
 * last; `keyOf` returns the entry of the navigation that a page belongs to.
 */
export function withVisit(
  recent: readonly NamedPlace[],
  place: NamedPlace,
  keyOf: (path: string) => string | undefined,
): NamedPlace[] {
  const key = keyOf(place.path)
  const others = recent.filter(({ path, name }) => path !== place.path && (name !== place.name || keyOf(path) !== key))
  return [place, ...others].slice(0, maxRecent)
}

/** The places in a text that `JSON.stringify` wrote; none if it is damaged. */
export function placesIn(text: string | null): NamedPlace[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(read) ? read.filter(isPlace).slice(0, maxRecent) : []
  } catch {
    return []
  }
}

const isPlace = (value: unknown): value is NamedPlace =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  /^\/(?!\/)/.test(value.path) &&
  'name' in value &&
  typeof value.name === 'string'
