// The base map for other rooms, which draw over it: tiles or land, a notice about missing tiles, and the map
// object. For use by other rooms.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import { useLanguage } from '../../../ui/language.ts'
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
  /** The text shown if no map can be drawn. */
  noMap: string
  /** Content on the map, rendered once it is open. */
  children: (map: OpenMap | undefined) => ReactNode
}

/** Callers must keep `onPress` and similar functions stable: the map reopens when they change. */
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
  const language = useLanguage()
  const ground = { tone, tiles, outlines: t('outlines'), language, onPictures: setHasPictures, onView: noView }
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
