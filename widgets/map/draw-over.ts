// Lines, areas and points over the base map. Loads with the map.
import type { GeoJSONSource, Map as MapView } from 'maplibre-gl'
import type { Place } from '../../core/geo.ts'

export type Tone = 'light' | 'dark'

/**
 * Lines and areas over the base map. `lines`: tracks in order of travel. `points`: single places. `areas`: polygons by
 * their corners.
 */
export type Drawing = {
  lines: readonly (readonly Place[])[]
  points: readonly Place[]
  areas: readonly (readonly Place[])[]
}

const inks = {
  light: { line: '#1d5fa8', around: '#ffffff', area: '#8a5a9e' },
  dark: { line: '#6fa8e6', around: '#101316', area: '#c08cd6' },
} as const

type Feature = { type: 'Feature'; properties: { kind: string }; geometry: { type: string; coordinates: unknown } }

const at = ({ longitude, latitude }: Place) => [longitude, latitude]
const feature = (kind: string, type: string, coordinates: unknown): Feature => ({
  ...{ type: 'Feature', properties: { kind } },
  geometry: { type, coordinates },
})

function featuresOf({ lines, points, areas }: Drawing) {
  const closed = areas.filter(({ length }) => length > 2).map((corners) => [[...corners, corners[0]!].map(at)])
  return {
    type: 'FeatureCollection',
    features: [
      ...closed.map((rings) => feature('area', 'Polygon', rings)),
      ...lines.filter(({ length }) => length > 1).map((line) => feature('line', 'LineString', line.map(at))),
      ...points.map((point) => feature('point', 'Point', at(point))),
    ],
  }
}

/** Draws the latest drawing once the base map has loaded. */
export function createOverlay(map: MapView, tone: Tone): (drawing: Drawing) => void {
  const { line, around, area } = inks[tone]
  let waiting: Drawing | undefined
  let source: GeoJSONSource | undefined
  const show = (drawing: Drawing) => source?.setData(featuresOf(drawing) as never)
  map.once('style.load', () => {
    map.addSource('over', { type: 'geojson', data: featuresOf({ lines: [], points: [], areas: [] }) as never })
    const of = (kind: string) => ({ source: 'over', filter: ['==', ['get', 'kind'], kind] as never })
    const round = { 'line-join': 'round', 'line-cap': 'round' } as const
    map.addLayer({ id: 'over-areas', type: 'fill', ...of('area'), paint: { 'fill-color': area, 'fill-opacity': 0.12 } })
    map.addLayer({
      ...{ id: 'over-borders', type: 'line', ...of('area') },
      paint: { 'line-color': area, 'line-width': 1.5, 'line-dasharray': [3, 2] },
    })
    map.addLayer({
      ...{ id: 'over-around', type: 'line', ...of('line'), layout: round },
      paint: { 'line-color': around, 'line-width': 6 },
    })
    map.addLayer({
      ...{ id: 'over-lines', type: 'line', ...of('line'), layout: round },
      paint: { 'line-color': line, 'line-width': 3 },
    })
    map.addLayer({
      ...{ id: 'over-points', type: 'circle', ...of('point') },
      paint: {
        ...{ 'circle-radius': 4, 'circle-color': around },
        ...{ 'circle-stroke-color': line, 'circle-stroke-width': 2 },
      },
    })
    source = map.getSource('over')
    if (waiting) show(waiting)
  })
  return (drawing) => {
    waiting = drawing
    show(drawing)
  }
}
