// The area of a geofence on a map, which reports where the user presses.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Area } from '../../../contract/area.ts'
import { borderOf, type Place } from '../../../core/geo.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import type { OpenMap } from '../../../widgets/map/open-map.ts'
import { boundsOf } from '../../../widgets/map/rules.ts'
import { MapGround } from '../../platform/open/ground.tsx'
import { alarmRuleText } from './text.ts'

type Of = { area: Area | undefined; onPress: (longitude: number, latitude: number) => void }

export function AreaMap({ area, onPress }: Of) {
  const t = useText(alarmRuleText)
  const isAlone = !useNarrow()
  const pressing = useRef(onPress)
  pressing.current = onPress
  const press = useCallback(({ longitude, latitude }: Place) => pressing.current(longitude, latitude), [])
  return (
    <MapGround
      className="alarm-area-map"
      label={t('areaMap')}
      noMap={t('noAreaMap')}
      isAlone={isAlone}
      hasScale
      onPress={press}
    >
      {(map) => <Drawn map={map} area={area} />}
    </MapGround>
  )
}

function Drawn({ map, area }: { map: OpenMap | undefined; area: Area | undefined }) {
  // Zooms to the initial area only: the map does not move while the user draws.
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
  return null
}
