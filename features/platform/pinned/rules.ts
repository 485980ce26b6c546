// Pinned places of the navigation. Pure.

/** `name` is the object of the page: a device, a project. Empty for a page without one, which has the name of its entry. */
export type NamedPlace = { path: string; name: string }

/** As many as Alt with a digit opens. */
export const maxPins = 9

/** Pins a place, or removes its pin. A place beyond `maxPins` is not added. */
export function togglePin(pins: readonly NamedPlace[], place: NamedPlace): NamedPlace[] {
  const others = pins.filter(({ path }) => path !== place.path)
  if (others.length < pins.length || others.length >= maxPins) return others
  return [...others, place]
}
