// The calls for the tile server of the maps.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import { token } from '../../frame/token.ts'

/** The map tiles. `url` contains `{z}`, `{x}` and `{y}`; `credit` is the source that the map has to name. */
export const MapTiles = z.object({ url: z.string(), credit: z.string() })
export type MapTiles = z.output<typeof MapTiles>

export const queryMapTiles = post('/lfscada/monitor/equipment/map/tiles', {
  may: 'monitor:view',
  about: 'Returns the source of map tiles; null if the platform has no tile server.',
  input: nothing,
  output: MapTiles.nullable(),
})

/** The tile server of the maps, or null if none is configured. */
export const mapTiles = token<MapTiles | null>('map tiles')
