// Pinned and recent places of the navigation. Pure.

/**
 * `path` with its query; `name`: that of the page's object, such as a device. It is empty for a page without an object,
 * which has the name of its entry.
 */
export type NamedPlace = { path: string; name: string }

/** As many as Alt with a digit opens. */
export const maxPins = 9

/** Pins a place, or removes its pin. A place beyond `maxPins` is not added. */
export function togglePin(pins: readonly NamedPlace[], place: NamedPlace): NamedPlace[] {
  const others = pins.filter(({ path }) => path !== place.path)
  if (others.length < pins.length || others.length >= maxPins) return others
  return [...others, place]
}

/** Visited objects that are remembered. */
export const maxRecent = 8

/** An object is one place, whichever of its tabs is open. */
const objectOf = ({ path, name }: NamedPlace): string => `${path.replace(/\?.*/, '')} ${name}`

/** The recent places after a visit, the newest first. A page without an object is not one of them. */
export function afterVisit(recent: readonly NamedPlace[], place: NamedPlace): readonly NamedPlace[] {
  if (place.name === '') return recent
  const others = recent.filter((each) => objectOf(each) !== objectOf(place))
  return [place, ...others].slice(0, maxRecent)
}

/** The recent places to offer: without the present one and the pinned ones. */
export function offeredRecent(
  recent: readonly NamedPlace[],
  present: NamedPlace,
  pins: readonly NamedPlace[],
  most: number,
): NamedPlace[] {
  const elsewhere = new Set([present, ...pins].map(objectOf))
  return recent.filter((each) => !elsewhere.has(objectOf(each))).slice(0, most)
}
