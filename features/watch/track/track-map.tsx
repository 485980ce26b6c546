// The track on the map: its stretches, its stops, and the position at the playback time.
import { useEffect, useMemo } from 'react'
import { borderOf } from '../../../core/geo.ts'
import { withHeading } from '../../../ui/punctuation.ts'
import { useNarrow } from '../../../ui/use-media.ts'
import { useText } from '../../../ui/words.ts'
import type { OpenMap } from '../../../widgets/map/open-map.ts'
import { boundsOf } from '../../../widgets/map/rules.ts'
import { MapGround } from '../../platform/open/ground.tsx'
import type { Track } from './contract.ts'
import { type Drawn, momentAt, stretchesOf } from './drawn.ts'
import type { Playback } from './playback.ts'
import { trackText } from './text.ts'

type Of = { track: Track; drawn: Drawn; playback: Playback }

export function TrackMap(of: Of) {
  const t = useText(trackText)
  // On a phone one finger scrolls the page, and two fingers move the map.
  const isAlone = !useNarrow()
  return (
    <MapGround className="track-map" label={t('map')} noMap={t('noMap')} isAlone={isAlone} hasScale>
      {(map) => <Over {...of} map={map} />}
    </MapGround>
  )
}

function Over({ track, drawn, playback, map }: Of & { map: OpenMap | undefined }) {
  const stretches = useMemo(() => stretchesOf(drawn), [drawn])
  useEffect(() => {
    const ends = stretches.flatMap((stretch) => (stretch.length > 1 ? [stretch[0]!, stretch.at(-1)!] : stretch))
    map?.draw({ lines: stretches, points: ends, areas: track.fences.map(({ area }) => borderOf(area)) })
    map?.look({ kind: 'into', bounds: boundsOf(drawn.places)! })
  }, [map, drawn, stretches, track.fences])
  useStops(map, track.stops)
  useHere(map, drawn, playback)
  return null
}

/** Numbered markers at the stops; the list beside the map has the same numbers. */
function useStops(map: OpenMap | undefined, stops: Track['stops']): void {
  useEffect(() => {
    const placed = stops.map(({ longitude, latitude }, index) => {
      const element = document.createElement('span')
      element.className = 'track-stop-mark'
      element.textContent = String(index + 1)
      return map?.put(element, { longitude, latitude })
    })
    return () => {
      for (const remove of placed) remove?.()
    }
  }, [map, stops])
}

/** Moves the marker with the playback, frame by frame, without React. */
function useHere(map: OpenMap | undefined, drawn: Drawn, playback: Playback): void {
  const t = useText(trackText)
  const [here, unknown] = [t('here'), t('hereUnknown')]
  useEffect(() => {
    if (!map) return undefined
    const element = document.createElement('span')
    element.className = 'track-here'
    element.setAttribute('role', 'img')
    const marker = map.carry(element)
    const move = () => {
      const moment = momentAt(drawn, playback.read().at)
      if (!moment) return
      element.toggleAttribute('data-unknown', !moment.isKnown)
      element.setAttribute('aria-label', moment.isKnown ? here : withHeading(here, unknown))
      marker.to(moment.place)
    }
    move()
    const leave = playback.watch(move)
    return () => {
      leave()
      marker.letGo()
    }
  }, [map, drawn, playback, here, unknown])
}
