// Positions on the earth, in degrees, and areas. Pure: the gateway evaluates geofences with it, the platform measures
// tracks.

export type Place = { longitude: number; latitude: number }

/** A circle, or a polygon by its corners in order; the last corner is joined to the first. */
export type Area =
  | ({ kind: 'circle'; radiusM: number } & Place)
  | { kind: 'polygon'; corners: readonly (readonly [longitude: number, latitude: number])[] }

const earthM = 6_371_008.8
const radians = (degrees: number): number => (degrees * Math.PI) / 180

/** Signed longitude difference in degrees, wrapped to ±180°. */
const eastOf = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180

/** Great-circle distance in metres. */
export function metresBetween(a: Place, b: Place): number {
  const [north, east] = [radians(b.latitude - a.latitude), radians(eastOf(a.longitude, b.longitude))]
  const chord =
    Math.sin(north / 2) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthM * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Whether two numbers are a position. A receiver without a fix reports 0 and 0, which is in the open sea. */
export const isPlace = (longitude: number, latitude: number): boolean =>
  Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && !(longitude === 0 && latitude === 0)

/** A position between two others: `share` 0 is the first, 1 the second. */
export function placeBetween(a: Place, b: Place, share: number): Place {
  const longitude = a.longitude + eastOf(a.longitude, b.longitude) * share
  return { longitude: eastOf(0, longitude), latitude: a.latitude + (b.latitude - a.latitude) * share }
}

/** Metres east and north of an origin, as on a map; accurate within some hundred kilometres. */
const flat = (origin: Place, { longitude, latitude }: Place): readonly [number, number] => [
  radians(eastOf(origin.longitude, longitude)) * Math.cos(radians(origin.latitude)) * earthM,
  radians(latitude - origin.latitude) * earthM,
]

/** Distance from a position to the border of an area, in metres: positive outside, negative inside. */
export function metresOutside(area: Area, place: Place): number {
  if (area.kind === 'circle') return metresBetween(area, place) - area.radiusM
  const corners = area.corners.map(([longitude, latitude]) => flat(place, { longitude, latitude }))
  let isWithin = false
  let nearest = Number.POSITIVE_INFINITY
  for (const [index, [x, y]] of corners.entries()) {
    const [x0, y0] = corners[(index + corners.length - 1) % corners.length]!
    nearest = Math.min(nearest, fromOrigin(x0, y0, x, y))
    // A ray to the east crosses this side.
    if (y0 > 0 !== y > 0 && x0 + ((x - x0) * -y0) / (y - y0) > 0) isWithin = !isWithin
  }
  return isWithin ? -nearest : nearest
}

/** Distance from the origin to the nearest point of a side. */
function fromOrigin(x0: number, y0: number, x: number, y: number): number {
  const [dx, dy] = [x - x0, y - y0]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / length))
  return Math.hypot(x0 + dx * share, y0 + dy * share)
}

/** An area as text: `circle 121.47 31.23 500`, `polygon 121.47 31.23, 121.48 31.23, 121.48 31.24`. */
export const areaText = (area: Area): string =>
  area.kind === 'circle'
    ? `circle ${area.longitude} ${area.latitude} ${area.radiusM}`
    : `polygon ${area.corners.map((corner) => corner.join(' ')).join(', ')}`

/** Parses `areaText`; undefined for any other text. Does not check that the numbers are valid degrees. */
export function areaOf(text: string): Area | undefined {
  const [, kind, rest = ''] = /^\s*(circle|polygon)\s+(.*?)\s*$/is.exec(text) ?? []
  const places = rest.split(',').map((part) => part.trim().split(/\s+/).map(Number))
  if (!kind || places.flat().some((number) => !Number.isFinite(number))) return undefined
  if (kind.toLowerCase() === 'polygon')
    return places.every(({ length }) => length === 2)
      ? { kind: 'polygon', corners: places.map(([longitude, latitude]) => [longitude!, latitude!] as const) }
      : undefined
  const [longitude, latitude, radiusM] = places[0]!
  if (places.length !== 1 || places[0]!.length !== 3) return undefined
  return { kind: 'circle', longitude: longitude!, latitude: latitude!, radiusM: radiusM! }
}

/** The border of an area as corners; a circle is approximated by 64. */
export function borderOf(area: Area): Place[] {
  if (area.kind === 'polygon') return area.corners.map(([longitude, latitude]) => ({ longitude, latitude }))
  const north = (area.radiusM / earthM) * (180 / Math.PI)
  const east = north / Math.max(0.01, Math.cos(radians(area.latitude)))
  return Array.from({ length: 64 }, (_, index) => {
    const turn = (index / 64) * 2 * Math.PI
    return { longitude: area.longitude + east * Math.sin(turn), latitude: area.latitude + north * Math.cos(turn) }
  })
}
