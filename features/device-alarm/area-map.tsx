// The area of a geofence on the map, which tells where it is pressed.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from '../../contract/area.ts'
import { queryOf } from '../../contract/call.ts'
import { borderOf } from '../../core/geo.ts'
import { useNarrow } from '../../ui/form.tsx'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import type { Place } from '../../widgets/map/open-map.ts'
import { boundsOf } from '../../widgets/map/rules.ts'
import { mapText } from '../../widgets/map/text.ts'
import { useMap } from '../../widgets/map/use-map.ts'
import '../../widgets/map/device-map.css'
import { queryMapTiles } from '../monitor/contract.ts'
import { alarmRuleText } from './text.ts'

type Of = { area: Area | undefined; onPress: (longitude: number, latitude: number) => void }

export function AreaMap(of: Of) {
  const t = useText(alarmRuleText)
  const { data: tiles, isPending } = useQuery(queryOf(queryMapTiles, {}))
  return (
    <section className="device-map alarm-area-map" data-theme={useTone()} aria-label={t('areaMap')}>
      {!isPending && <Drawing {...of} tiles={tiles ?? null} />}
    </section>
  )
}

const nothing = () => undefined

function Drawing({ area, onPress, tiles }: Of & { tiles: { url: string; credit: string } | null }) {
  const t = useText(mapText)
  const words = useText(alarmRuleText)
  const tone = useTone()
  const isAlone = !useNarrow()
  const node = useRef<HTMLDivElement>(null)
  const pressing = useRef(onPress)
  pressing.current = onPress
  const press = useCallback(({ longitude, latitude }: Place) => pressing.current(longitude, latitude), [])
  const look = { tone, tiles, outlines: t('outlines'), onPictures: nothing, onView: nothing, onPress: press }
  const { map, fault } = useMap(node, { ...look, isAlone, hasScale: true })
  // Only at first: who draws is not moved by it.
  const [begun] = useState(area)
  useEffect(() => {
    const border = begun ? borderOf(begun) : []
    if (border.length > 0) map?.look({ kind: 'into', bounds: boundsOf(border)! })
  }, [map, begun])
  useEffect(() => {
    const border = area ? borderOf(area) : []
    const middle = area?.kind === 'circle' ? [area] : border
    map?.draw({ lines: area?.kind === 'polygon' ? [border] : [], points: middle, areas: [border] })
  }, [map, area])
  return (
    <>
      <div ref={node} className="map-view" />
      {fault && <p className="map-list">{words('noAreaMap')}</p>}
    </>
  )
}
