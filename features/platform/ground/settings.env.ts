// Settings of the tile server for maps.
import { SetupError } from '../../../db/setup-error.ts'
import { safeUrl, setting, textOf } from '../../frame/setting.ts'
import type { MapTiles } from './contract.ts'

/**
 * `https://tiles.example/{z}/{x}/{y}.png` and the source that maps credit; null: maps show land, water and names.
 */
export const tileServer = setting<MapTiles | null>({
  names: ['MAP_TILES', 'MAP_CREDIT'],
  read(env) {
    const url = safeUrl(env, 'MAP_TILES')
    if (url === null) return null
    for (const mark of ['{z}', '{x}', '{y}'])
      if (!url.includes(mark)) throw new SetupError('MAP_TILES', `MAP_TILES must have ${mark} in it`)
    return { url, credit: textOf(env, 'MAP_CREDIT') }
  },
  sites: (tiles) => ({ connect: tiles ? [new URL(tiles.url).origin] : [] }),
})
