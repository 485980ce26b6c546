// The ground of a map for other rooms, which draw over it: tiles or outlines, what could not be had, and the map itself for
// whatever stands on it. For use by other rooms, like every file named part-*.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { useTone } from '../../../ui/theme.ts'
import { useText } from '../../../ui/words.ts'
import type { MapLook, OpenMap, Tiles } from '../../../widgets/map/open-map.ts'
import { mapText } from '../../../widgets/map/text.ts'
import { useMap } from '../../../widgets/map/use-map.ts'
import { queryMapTiles } from '../ground/contract.ts'
import '../../../widgets/map/device-map.css'

type Of = Pick<MapLook, 'onPress' | 'isAlone' | 'hasScale'> & {
  className?: string
  label?: string
  /** Said where no map can be drawn. */
  noMap: string
  /** What stands on it, once it is there. */
  children: (map: OpenMap | undefined) => ReactNode
}

/** `onPress` and the like are the same from one drawing to the next: the map is opened anew for others. */
export function MapGround({ className = '', label, ...of }: Of) {
  const { data: tiles, isPending } = useQuery(queryOf(queryMapTiles, {}))
  return (
    <section className={`device-map ${className}`.trim()} data-theme={useTone()} aria-label={label}>
      {!isPending && <Ground {...of} tiles={tiles ?? null} />}
    </section>
  )
}

const noView = () => undefined

function Ground({ tiles, noMap, children, ...look }: Omit<Of, 'className' | 'label'> & { tiles: Tiles }) {
  const t = useText(mapText)
  const tone = useTone()
  const node = useRef<HTMLDivElement>(null)
  const [hasPictures, setHasPictures] = useState(true)
  const ground = { tone, tiles, outlines: t('outlines'), onPictures: setHasPictures, onView: noView }
  const { map, fault } = useMap(node, { ...ground, ...look })
  return (
    <>
      <div ref={node} className="map-view" />
      {fault && <p className="map-list">{noMap}</p>}
      {map && tiles && !hasPictures && <p className="map-note">{t('noPictures')}</p>}
      {children(map)}
    </>
  )
}
