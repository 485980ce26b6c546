// The track on the map: its stretches, its stops, and where the device is at the time that is played.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { queryOf } from '../../contract/call.ts'
import { borderOf } from '../../core/geo.ts'
import { useNarrow } from '../../ui/form.tsx'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import type { OpenMap } from '../../widgets/map/open-map.ts'
import { boundsOf } from '../../widgets/map/rules.ts'
import { mapText } from '../../widgets/map/text.ts'
import { useMap } from '../../widgets/map/use-map.ts'
import '../../widgets/map/device-map.css'
import { queryMapTiles } from '../monitor/contract.ts'
import type { Track } from './contract.ts'
import { type Drawn, momentAt, stretchesOf } from './drawn.ts'
import type { Playback } from './playback.ts'
import { trackText } from './text.ts'

type Of = { track: Track; drawn: Drawn; playback: Playback }

export function TrackMap(of: Of) {
  const t = useText(trackText)
  const { data: tiles, isPending } = useQuery(queryOf(queryMapTiles, {}))
  return (
    <section className="device-map track-map" data-theme={useTone()} aria-label={t('map')}>
      {!isPending && <Drawing {...of} tiles={tiles ?? null} />}
    </section>
  )
}

const noView = () => undefined

function Drawing({ track, drawn, playback, tiles }: Of & { tiles: { url: string; credit: string } | null }) {
  const t = useText(mapText)
  const words = useText(trackText)
  const tone = useTone()
  const node = useRef<HTMLDivElement>(null)
  // On a phone a finger scrolls the page, two move the map.
  const isAlone = !useNarrow()
  const [hasPictures, setHasPictures] = useState(true)
  const look = { tone, tiles, outlines: t('outlines'), onPictures: setHasPictures, onView: noView }
  const { map, fault } = useMap(node, { ...look, isAlone, hasScale: true })
  const stretches = useMemo(() => stretchesOf(drawn), [drawn])
  useEffect(() => {
    const ends = stretches.flatMap((stretch) => (stretch.length > 1 ? [stretch[0]!, stretch.at(-1)!] : stretch))
    map?.draw({ lines: stretches, points: ends, areas: track.fences.map(({ area }) => borderOf(area)) })
    map?.look({ kind: 'into', bounds: boundsOf(drawn.places)! })
  }, [map, drawn, stretches, track.fences])
  useStops(map, track.stops)
  useHere(map, drawn, playback)
  return (
    <>
      <div ref={node} className="map-view" />
      {fault && <p className="map-list">{words('noMap')}</p>}
      {map && tiles && !hasPictures && <p className="map-note">{t('noPictures')}</p>}
    </>
  )
}

/** A number at each stop; the list beside the map has the same. */
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

/** Moves with the playback, frame by frame, without React. */
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
      element.setAttribute('aria-label', moment.isKnown ? here : `${here}: ${unknown}`)
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
