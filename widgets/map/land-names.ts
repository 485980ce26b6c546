// Names of places as points of a map, by rank. Pure.
import type { Language } from '../../contract/errors.ts'
import type { NamedPlace } from './place-names.ts'

type Named = { rank: number; fromZoom: number; data: ReturnType<typeof pointsOf> }

function pointsOf(rows: readonly NamedPlace[], language: Language) {
  return {
    type: 'FeatureCollection',
    features: rows.map(([en, zh, longitude, latitude]) => ({
      type: 'Feature',
      properties: { name: language === 'en' ? en : zh },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

/** The names of each rank in a language; `zooms`: the level from which each rank is shown, beginning with rank 1. */
export const namesFrom = (rows: readonly NamedPlace[], zooms: readonly number[], language: Language): Named[] =>
  zooms.map((fromZoom, index) => {
    const own = rows.filter(([, , , , rank]) => rank === index + 1)
    return { rank: index + 1, fromZoom, data: pointsOf(own, language) }
  })
