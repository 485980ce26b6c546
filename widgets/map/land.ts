// Land, water and names of a map without tiles; the coast is from Natural Earth. Loads after the first marks are drawn.
// Borders are left out: which of them a map may show differs from country to country.
import type { Map as MapView } from 'maplibre-gl'
import { feature } from 'topojson-client'
import world from 'world-atlas/land-50m.json'
import type { Language } from '../../contract/errors.ts'
import { namesFrom } from './land-names.ts'
import { cities } from './place-names.ts'

/** `outlines`: attribution. `language`: that of the names. `ground`: id of the layer of the bare map. */
type Land = { colours: LandColours; outlines: string; language: Language; ground: string }
export type LandColours = Record<'water' | 'land' | 'coast' | 'name', string>

/** Families that the page has; the map draws letters with them, so that it needs no fonts of its own. */
const fonts = ['Inter', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC']

/** Zoom levels from which names are shown, by rank. */
const cityZooms = [2, 4, 5.5, 8, 9.5]
/** The coast is some kilometres off its true place: near these levels it fades, and what lies there stays open. */
const [coastZoom, siteZoom] = [8, 9.5]

/** Adds the layers below everything that is drawn over the map. */
export function addLand(map: MapView, { colours, outlines, language, ground }: Land): void {
  const before = map.getStyle().layers.find(({ id }) => id.startsWith('over-'))?.id
  const add = (layer: unknown) => map.addLayer(layer as never, before)
  const of = world as never as { objects: { land: never } }
  const atSite = (far: string | number, near: string | number) =>
    ['interpolate', ['linear'], ['zoom'], coastZoom, far, siteZoom, near] as never
  map.addSource('land', {
    ...{ type: 'geojson', attribution: outlines },
    data: feature(of as never, of.objects.land) as never,
  })
  map.setPaintProperty(ground, 'background-color', atSite(colours.water, colours.land))
  add({ id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } })
  add({
    id: 'coast',
    type: 'line',
    source: 'land',
    paint: { 'line-color': colours.coast, 'line-opacity': atSite(1, 0) },
  })
  addNames(map, add, colours, language)
}

type Add = (layer: unknown) => void

function addNames(map: MapView, add: Add, { name, land }: LandColours, language: Language): void {
  const paint = { 'text-color': name, 'text-halo-color': land, 'text-halo-width': 1.2 }
  // The layer that is added last has its names placed first.
  for (const { rank, fromZoom, data } of namesFrom(cities, cityZooms, language).toReversed()) {
    map.addSource(`city-${rank}`, { type: 'geojson', data: data as never })
    add({
      ...{ id: `city-${rank}`, type: 'symbol', source: `city-${rank}`, minzoom: fromZoom, paint },
      layout: {
        ...{ 'text-field': ['get', 'name'], 'text-font': fonts, 'text-size': 11.5 },
        ...{ 'text-max-width': 8, 'text-padding': 6 },
      },
    })
  }
}
