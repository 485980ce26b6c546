// The ground of a map.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import { token } from '../../frame/token.ts'

/** `{z}`, `{x}`, `{y}` stand in the address; `credit`: whom the map names for them. */
export const MapTiles = z.object({ url: z.string(), credit: z.string() })
export type MapTiles = z.output<typeof MapTiles>

export const queryMapTiles = post('/lfscada/monitor/equipment/map/tiles', {
  may: 'monitor:view',
  about: 'Where a map has its pictures from; null where the platform has no server of tiles.',
  input: nothing,
  output: MapTiles.nullable(),
})

/** Null where the platform has no server of tiles. */
export const mapTiles = token<MapTiles | null>('map tiles')
