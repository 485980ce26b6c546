// The map itself: its devices as marks that stand at their places, and a list where no map is drawn.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import { DeviceCard, DeviceList } from './device-card.tsx'
import { DeviceMark } from './device-mark.tsx'
import type { Looking, OpenMap, Tiles, Tone } from './open-map.ts'
import { boundsOf, firstOf, worstOf } from './rules.ts'
import { mapText } from './text.ts'
import { useMap } from './use-map.ts'

/** More marks than these hide each other, and cost a frame each. */
export const mostMarks = 500

type Props = {
  devices: readonly PlacedDevice[]
  tiles: Tiles
  tone: Tone
  /** Where it looks by hand; nothing: at all devices. */
  at: { longitude: number; latitude: number; zoom: number } | undefined
  withTitles: boolean
  withSignal: boolean
  isOld: boolean
}

export function DeviceMap({ devices, tiles, tone, at, withTitles, withSignal, isOld }: Props) {
  const node = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<number>()
  const [hasPictures, setHasPictures] = useState(true)
  const t = useText(mapText)
  const { map, fault } = useMap(node, { tone, tiles, outlines: t('outlines'), onPictures: setHasPictures })
  const shown = firstOf(devices, mostMarks)
  useLook(map, shown, at)
  const current = shown.find(({ id }) => id === opened)
  return (
    <>
      <div ref={node} className="map-view" />
      {fault && <DeviceList devices={shown} isOld={isOld} why={t(fault)} />}
      {map && tiles && !hasPictures && <p className="map-note">{t('noPictures')}</p>}
      {map &&
        shown.map((device) => (
          <Placed key={`${device.id} ${device.longitude} ${device.latitude}`} map={map} device={device}>
            <DeviceMark device={device} isOld={isOld} withTitle={withTitles} onOpen={() => setOpened(device.id)} />
          </Placed>
        ))}
      {map && current && (
        <DeviceCard device={current} isOld={isOld} withSignal={withSignal} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** Looks at the place by hand, or once at all devices: who has moved the map is not moved back when they are asked again. */
function useLook(map: OpenMap | undefined, devices: readonly PlacedDevice[], at: Props['at']): void {
  const bounds = boundsOf(devices)
  const to: Looking = at ? { kind: 'at', ...at } : { kind: 'all', bounds }
  const key = JSON.stringify(to)
  useEffect(() => map?.look(JSON.parse(key) as Looking), [map, key])
}

function Placed({ map, device, children }: { map: OpenMap; device: PlacedDevice; children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'))
  const { longitude, latitude } = device
  useEffect(() => map.put(place, { longitude, latitude }), [map, place, longitude, latitude])
  const worst = worstOf(device)
  // What is in alarm lies over what is not.
  useEffect(() => {
    place.classList.add('map-place')
    place.toggleAttribute('data-alarm', worst !== undefined)
  }, [place, worst])
  return createPortal(children, place)
}
