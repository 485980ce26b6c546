// The map itself: its devices as marks that stand at their places, and a list where the browser draws no map.
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Go } from '../../ui/place.tsx'
import { PlainAct } from '../../ui/plain.tsx'
import { pathOf } from '../../ui/routes.ts'
import { useTone } from '../../ui/theme.ts'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import type { Looking, OpenMap, Tiles, Tone } from './open-map.ts'
import { boundsOf, stateOf } from './rules.ts'
import { mapText } from './text.ts'

/** More marks than these hide each other, and cost a frame each. */
export const mostMarks = 500

type Props = {
  devices: readonly PlacedDevice[]
  tiles: Tiles
  tone: Tone | 'auto'
  /** Where it looks by hand; nothing: at all devices. */
  at: { longitude: number; latitude: number; zoom: number } | undefined
  withTitles: boolean
  isOld: boolean
}

const pageOf = ({ id }: PlacedDevice) => pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id, alarm: 0 })

export function DeviceMap({ devices, tiles, tone, at, withTitles, isOld }: Props) {
  const node = useRef<HTMLDivElement>(null)
  const own = useTone()
  const [map, setMap] = useState<OpenMap | 'none'>()
  const [opened, setOpened] = useState<number>()
  const t = useText(mapText)
  const shownTone = tone === 'auto' ? own : tone
  const outlines = t('outlines')
  useEffect(() => {
    let isOver = false
    let open: OpenMap | undefined
    import('./open-map.ts')
      .then(({ openMap }) => {
        if (isOver || !node.current) return
        open = openMap(node.current, shownTone, tiles, outlines)
        setMap(open)
      })
      .catch(() => !isOver && setMap('none'))
    return () => {
      isOver = true
      setMap(undefined)
      open?.close()
    }
  }, [shownTone, tiles, outlines])
  const shown = devices.slice(0, mostMarks)
  useLook(map, shown, at)
  if (map === 'none') return <DeviceList devices={shown} isOld={isOld} />
  const chosen = shown.find(({ id }) => id === opened)
  return (
    <>
      <div ref={node} className="map-view" />
      {map &&
        shown.map((device) => (
          <Mark
            key={`${device.id} ${device.longitude} ${device.latitude}`}
            {...{ map, device, isOld, withTitles }}
            onOpen={() => setOpened(device.id)}
          />
        ))}
      {chosen && <Card device={chosen} isOld={isOld} onClose={() => setOpened(undefined)} />}
    </>
  )
}

/** Looks at the place by hand, or once at all devices: who has moved the map is not moved back when they are asked again. */
function useLook(map: OpenMap | 'none' | undefined, devices: readonly PlacedDevice[], at: Props['at']): void {
  const bounds = boundsOf(devices)
  const to: Looking = at ? { kind: 'at', ...at } : { kind: 'all', bounds }
  const key = JSON.stringify(to)
  useEffect(() => {
    if (map && map !== 'none') map.look(JSON.parse(key) as Looking)
  }, [map, key])
}

type MarkProps = { map: OpenMap; device: PlacedDevice; isOld: boolean; withTitles: boolean; onOpen: () => void }

function Mark({ map, device, isOld, withTitles, onOpen }: MarkProps) {
  const t = useText(mapText)
  const [place] = useState(() => document.createElement('div'))
  const { longitude, latitude } = device
  useEffect(() => map.put(place, { longitude, latitude }), [map, place, longitude, latitude])
  const state = isOld ? t('notCurrent') : t(stateOf(device))
  return createPortal(
    <button type="button" className="map-mark" aria-label={`${device.name}: ${state}`} onClick={onOpen}>
      <i data-state={stateOf(device)} data-old={isOld ? '' : undefined} />
      {withTitles && <span>{device.name}</span>}
    </button>,
    place,
  )
}

function Card({ device, isOld, onClose }: { device: PlacedDevice; isOld: boolean; onClose: () => void }) {
  const t = useText(mapText)
  return (
    <section className="map-card" aria-label={device.name}>
      <strong>{device.name}</strong>
      <span>{`${t(stateOf(device))}${isOld ? ` · ${t('notCurrent')}` : ''}`}</span>
      {device.address && <span>{device.address}</span>}
      <span className="map-card-acts">
        <Go to={pageOf(device)}>{t('open')}</Go>
        <PlainAct kind="link" onClick={onClose}>
          {t('close')}
        </PlainAct>
      </span>
    </section>
  )
}

function DeviceList({ devices, isOld }: { devices: readonly PlacedDevice[]; isOld: boolean }) {
  const t = useText(mapText)
  return (
    <div className="map-list">
      <p>{t('noDrawing')}</p>
      <ul>
        {devices.map((device) => (
          <li key={device.id}>
            <Go to={pageOf(device)}>{device.name}</Go>
            <span>{isOld ? t('notCurrent') : t(stateOf(device))}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
