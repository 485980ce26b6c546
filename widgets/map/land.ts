// Land, water, borders and names of a map without tiles, from Natural Earth. Loads after the first marks are drawn.
import type { Map as MapView } from 'maplibre-gl'
import { feature, mesh } from 'topojson-client'
import world from 'world-atlas/countries-50m.json'
import { language } from '../../ui/language.ts'
import { type Named, namesFrom } from './land-names.ts'
import { cities, countries } from './place-names.ts'

/** `outlines`: attribution. `ground`: id of the layer of the bare map. */
type Land = { colours: LandColours; outlines: string; ground: string }
export type LandColours = Record<'water' | 'land' | 'coast' | 'border' | 'name', string>

/** Families that the page has; the map draws letters with them, so that it needs no fonts of its own. */
const fonts = ['Inter', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC']

/** Zoom levels from which names are shown, by rank. */
const countryZooms = [1.5, 3, 4]
const cityZooms = [3.5, 5, 6.5, 8, 9.5]
/** Countries are not named on a map of a region. */
const regionZoom = 7.5

/** Adds the layers below everything that is drawn over the map. */
export function addLand(map: MapView, { colours, outlines, ground }: Land): void {
  const before = map.getStyle().layers.find(({ id }) => id.startsWith('over-'))?.id
  const add = (layer: unknown) => map.addLayer(layer as never, before)
  const of = world as never as { objects: { land: never; countries: never } }
  map.addSource('land', {
    ...{ type: 'geojson', attribution: outlines },
    data: feature(of as never, of.objects.land) as never,
  })
  const shared = mesh(of as never, of.objects.countries, (one, other) => one !== other)
  map.addSource('borders', { type: 'geojson', data: shared as never })
  map.setPaintProperty(ground, 'background-color', colours.water)
  add({ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } })
  add({ id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colours.coast } })
  add({
    ...{ id: 'borders', type: 'line', source: 'borders' },
    paint: { 'line-color': colours.border, 'line-width': 0.75, 'line-dasharray': [4, 2] },
  })
  addNames(map, add, colours)
}

function addNames(map: MapView, add: (layer: unknown) => void, { name, land }: LandColours): void {
  const paint = { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.2 }
  const named = (id: string, ofRank: Named, [size, spacing]: readonly [number, number], maxzoom: number) => {
    map.addSource(`${id}-${ofRank.rank}`, { type: 'geojson', data: ofRank.data as never })
    add({
      ...{ id: `${id}-${ofRank.rank}`, type: 'symbol', source: `${id}-${ofRank.rank}`, paint },
      ...{ minzoom: ofRank.fromZoom, maxzoom },
      layout: {
        ...{ 'text-field': ['get', 'name'], 'text-font': fonts, 'text-size': size },
        ...{ 'text-letter-spacing': spacing, 'text-max-width': 8, 'text-padding': 6 },
      },
    })
  }
  // The layer that is added last has its names placed first.
  const own = language()
  for (const each of namesFrom(cities, cityZooms, own).toReversed()) named('city', each, [11.5, 0], 24)
  for (const each of namesFrom(countries, countryZooms, own).toReversed())
    named('country', each, [12.5, 0.06], regionZoom)
}
