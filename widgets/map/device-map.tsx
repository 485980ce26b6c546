// The map: devices as marks at their places, devices too close to each other as one mark, and a list where no map can
// be drawn.
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Tone } from './draw-over.ts'
import './device-map.css'
import { useLanguage } from '../../ui/language.ts'
import { useText } from '../../ui/words.ts'
import type { PlacedDevice } from '../services.ts'
import { ClusterCard, ClusterMark } from './cluster-mark.tsx'
import { type Cluster, clustersIn, clustersOf, isOnePlace, type NameSide, namedOf } from './clusters.ts'
import { DeviceCard, DeviceList } from './device-card.tsx'
import { DeviceMark } from './device-mark.tsx'
import type { Looking, OpenMap, Tiles, View } from './open-map.ts'
import { boundsOf, worstOf } from './rules.ts'
import { mapText } from './text.ts'
import { useMap } from './use-map.ts'

type Props = {
  devices: readonly PlacedDevice[]
  tiles: Tiles
  tone: Tone
  /** The view set by hand; undefined: all devices. */
  at: { longitude: number; latitude: number; zoom: number } | undefined
  withTitles: boolean
  withSignal: boolean
  isOld: boolean
  /** The map is the whole page: the mouse wheel zooms without a key. */
  isAlone?: boolean
  /** The device whose card is open, if the surrounding page controls it. */
  opened?: { id: number | undefined; open: (id: number | undefined) => void }
}

/** Shown in place of a map whose code or settings have not loaded yet. */
export function MapWaiting() {
  const t = useText(mapText)
  return (
    <p className="map-waiting" role="status">
      {t('opening')}
    </p>
  )
}

export function DeviceMap({ devices, tiles, tone, at, withTitles, withSignal, isOld, isAlone, opened: given }: Props) {
  const node = useRef<HTMLDivElement>(null)
  const own = useState<number>()
  const [opened, open] = given ? [given.id, given.open] : own
  const [together, setTogether] = useState<string>()
  const [hasPictures, setHasPictures] = useState(true)
  const [view, setView] = useState<View>()
  const t = useText(mapText)
  const language = useLanguage()
  const look = { tone, tiles, outlines: t('outlines'), language, onPictures: setHasPictures, onView: setView, isAlone }
  const { map, fault } = useMap(node, look)
  useLook(map, devices, at)
  useOpened(map, devices, given?.id)
  const { clusters, named } = useClusters(devices, view)
  const current = devices.find(({ id }) => id === opened)
  const place = clusters.find(({ key }) => key === together)
  const show = (cluster: Cluster) => {
    if (isOnePlace(cluster)) return setTogether(cluster.key)
    map?.look({ kind: 'into', bounds: boundsOf(cluster.devices)! })
  }
  const openOne = (id: number) => {
    setTogether(undefined)
    open(id)
  }
  return (
    <>
      <div ref={node} className="map-view" />
      {!map && !fault && <MapWaiting />}
      {fault && <DeviceList devices={devices} isOld={isOld} why={t(fault)} />}
      {map && tiles && !hasPictures && <p className="map-note">{t('noPictures')}</p>}
      {map &&
        clusters.map((cluster) => (
          <Placed key={`${cluster.key} ${cluster.longitude} ${cluster.latitude}`} map={map} cluster={cluster}>
            {cluster.devices.length > 1 ? (
              <ClusterMark devices={cluster.devices} isOld={isOld} onOpen={() => show(cluster)} />
            ) : (
              <DeviceMark
                device={cluster.devices[0]!}
                isOld={isOld}
                titleAt={withTitles ? named.get(cluster.key) : undefined}
                onOpen={() => openOne(cluster.devices[0]!.id)}
              />
            )}
          </Placed>
        ))}
      {map && place && (
        <ClusterCard devices={place.devices} isOld={isOld} onOpen={openOne} onClose={() => setTogether(undefined)} />
      )}
      {map && !place && current && (
        <DeviceCard device={current} isOld={isOld} withSignal={withSignal} onClose={() => open(undefined)} />
      )}
    </>
  )
}

/** The clusters in view. Clusters are calculated again only for another zoom or other devices. */
function useClusters(devices: readonly PlacedDevice[], view: View | undefined) {
  const zoom = view && Math.floor(view.zoom)
  const all = useMemo(() => (zoom === undefined ? [] : clustersOf(devices, zoom)), [devices, zoom])
  const named = useMemo(() => (zoom === undefined ? new Map<string, NameSide>() : namedOf(all, zoom)), [all, zoom])
  return { clusters: useMemo(() => (view ? clustersIn(all, view.bounds) : []), [all, view]), named }
}

/**
 * Moves the map to the view that the user has set, or to all devices. With the same key nothing moves, so that the map
 * does not jump when the same devices are loaded again.
 */
function useLook(map: OpenMap | undefined, devices: readonly PlacedDevice[], at: Props['at']): void {
  const bounds = boundsOf(devices)
  const to: Looking = at ? { kind: 'at', ...at } : { kind: 'all', bounds }
  const key = JSON.stringify(to)
  useEffect(() => map?.look(JSON.parse(key) as Looking), [map, key])
}

/** Centres the device that was chosen beside the map. */
function useOpened(map: OpenMap | undefined, devices: readonly PlacedDevice[], id: number | undefined): void {
  const device = devices.find((each) => each.id === id)
  const key = device && JSON.stringify(boundsOf([device]))
  useEffect(() => {
    if (key) map?.look({ kind: 'into', bounds: JSON.parse(key) })
  }, [map, key])
}

function Placed({ map, cluster, children }: { map: OpenMap; cluster: Cluster; children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'))
  const { longitude, latitude, devices } = cluster
  useEffect(() => map.put(place, { longitude, latitude }), [map, place, longitude, latitude])
  // The first device has the worst alarm.
  const worst = worstOf(devices[0]!)
  // Markers in alarm are drawn above the others.
  useEffect(() => {
    place.classList.add('map-place')
    place.toggleAttribute('data-alarm', worst !== undefined)
  }, [place, worst])
  return createPortal(children, place)
}
