// Pinned places of the navigation. Pure.

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
