// Pinned places of the navigation. Pure.

/**
 * A pinned place. `path` with its query; `name`: that of the page's object, such as a device. The name is empty for a
 * page without an object, which is shown by its entry in the navigation.
 */
export type NamedPlace = { path: string; name: string }

/** Maximum number of pinned places: Alt with a digit opens them. */
export const maxPins = 9

/** Pins a place, or removes its pin. A place beyond `maxPins` is not added. */
export function togglePin(pins: readonly NamedPlace[], place: NamedPlace): NamedPlace[] {
  const others = pins.filter(({ path }) => path !== place.path)
  if (others.length < pins.length || others.length >= maxPins) return others
  return [...others, place]
}
