// A map in an element: tiles, or the outlines of the land where the platform has none. Loads when a page has a map.
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  type LngLatBoundsLike,
  Map as MapView,
  Marker,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { feature } from 'topojson-client'
import land from 'world-atlas/land-50m.json'
import type { Place } from '../../core/geo.ts'
import { createOverlay, type Drawing, type Tone } from './draw-over.ts'
import type { Bounds } from './rules.ts'
import { createSharpness } from './sharpness.ts'

setWorkerUrl(workerUrl)

export type Tiles = { url: string; credit: string } | null
export type MapLook = {
  tone: Tone
  tiles: Tiles
  /** Whom the map names for the outlines of the land. */
  outlines: string
  /** Whether the last picture that was asked for came. */
  onPictures: (areLoaded: boolean) => void
  /** What is looked at: at first, and whenever it was moved. */
  onView: (view: View) => void
  /** Where the map was pressed, in degrees. */
  onPress?: ((at: Place) => void) | undefined
  /** Alone on its page: the wheel is the map's, without a key. */
  isAlone?: boolean | undefined
  /** It says how far it is from here to there. */
  hasScale?: boolean | undefined
}
export type View = { zoom: number; bounds: Bounds }
export type Looking =
  | { kind: 'all'; bounds: Bounds | undefined }
  | ({ kind: 'at'; zoom: number } & Place)
  /** As near as it is useful, with a movement that shows where from. */
  | { kind: 'into'; bounds: Bounds }
export type OpenMap = {
  /** The element stands at a place of the map until the returned function is called. */
  put(element: HTMLElement, at: Place): () => void
  /** The element stands at whatever place it is told last, until it is let go. */
  carry(element: HTMLElement): { to(at: Place): void; letGo(): void }
  /** What lies over the ground; instead of what lay there before. */
  draw(drawing: Drawing): void
  look(to: Looking): void
  close(): void
}

const tones = {
  light: { sea: '#e3e9ef', land: '#f7f8f6', line: '#b9c2cb' },
  dark: { sea: '#12171c', land: '#20272d', line: '#46525c' },
} as const

function styleOf(tone: Tone, tiles: Tiles, outlines: string): StyleSpecification {
  const { sea, land: ground, line } = tones[tone]
  if (tiles)
    return {
      version: 8,
      sources: { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, attribution: plain(tiles.credit) } },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': ground } },
        // Tiles are drawn for paper: in the dark they keep their places and lose their glare.
        {
          ...{ id: 'tiles', type: 'raster', source: 'tiles' },
          paint: tone === 'dark' ? { 'raster-brightness-max': 0.45, 'raster-saturation': -0.6 } : {},
        },
      ],
    }
  const shapes = feature(land as never, (land as never as { objects: { land: never } }).objects.land)
  return {
    version: 8,
    sources: { land: { type: 'geojson', data: shapes as never, attribution: outlines } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': ground } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': line } },
    ],
  }
}

/** Marks stay clear of the edge, and their names, which stand at their right, of the buttons. */
const aroundAll = ({ clientWidth }: HTMLElement) => {
  return { top: 48, right: Math.min(160, clientWidth / 4), bottom: 48, left: 48 }
}
/** Several stand apart in their street; one is seen with its town around it. */
const [nearestZoom, townZoom] = [17, 13]

/** The map writes it as HTML. */
const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Throws where the browser has no WebGL. */
export function openMap(node: HTMLElement, look: MapLook): OpenMap {
  const { tone, tiles, outlines, onPictures, onView, onPress, isAlone = false, hasScale = false } = look
  const map = new MapView({
    container: node,
    style: styleOf(tone, tiles, outlines),
    center: [105, 30],
    zoom: 3,
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    // A page scrolls with the wheel; over a map it needs Ctrl too.
    cooperativeGestures: !isAlone,
    fadeDuration: 0,
  })
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  if (hasScale) map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  // A map without a listener writes each picture that fails to the console.
  map.on('error', (event) => 'sourceId' in event && event.sourceId === 'tiles' && onPictures(false))
  map.on('sourcedata', ({ sourceId, tile }) => sourceId === 'tiles' && tile?.state === 'loaded' && onPictures(true))
  const isResizing = drawAtPace(map)
  const tellView = () => {
    if (isResizing()) return
    const bounds = map.getBounds()
    const [west, east] = [bounds.getWest(), bounds.getEast()]
    onView({ zoom: map.getZoom(), bounds: { west, east, south: bounds.getSouth(), north: bounds.getNorth() } })
  }
  map.on('moveend', tellView)
  map.on('resize', tellView)
  if (onPress) map.on('click', ({ lngLat }) => onPress({ longitude: lngLat.wrap().lng, latitude: lngLat.lat }))
  tellView()
  const draw = createOverlay(map, tone)
  const resizing = new ResizeObserver(() => map.resize())
  resizing.observe(node)
  return {
    put(element, { longitude, latitude }) {
      const marker = new Marker({ element, anchor: 'center' }).setLngLat([longitude, latitude]).addTo(map)
      return () => marker.remove()
    },
    carry(element) {
      const marker = new Marker({ element, anchor: 'center' })
      let isThere = false
      return {
        to({ longitude, latitude }) {
          marker.setLngLat([longitude, latitude])
          if (!isThere) marker.addTo(map)
          isThere = true
        },
        letGo: () => void marker.remove(),
      }
    },
    draw,
    look(to) {
      if (to.kind === 'at') return void map.jumpTo({ center: [to.longitude, to.latitude], zoom: to.zoom })
      if (!to.bounds) return
      const { west, south, east, north } = to.bounds
      const box: LngLatBoundsLike = [west, south, east, north]
      const maxZoom = west === east && south === north ? townZoom : nearestZoom
      if (to.kind === 'into') return void map.fitBounds(box, { padding: 80, maxZoom })
      map.fitBounds(box, { padding: aroundAll(node), maxZoom: 12, animate: false })
    },
    close() {
      resizing.disconnect()
      map.remove()
    },
  }
}

/** Once a map rests for so long it is drawn sharp again. */
const restMs = 150

/** Draws as sharp as the machine is fast. Returns whether it is doing so: nothing else has moved then. */
function drawAtPace(map: MapView): () => boolean {
  let isResizing = false
  let rest: ReturnType<typeof setTimeout> | undefined
  const sharpness = createSharpness((share) => {
    isResizing = true
    map.setPixelRatio(window.devicePixelRatio * share)
    isResizing = false
  })
  map.on('movestart', () => {
    if (isResizing) return
    clearTimeout(rest)
    sharpness.moving()
  })
  map.on('render', () => sharpness.drawn(performance.now()))
  map.on('moveend', () => {
    if (isResizing) return
    clearTimeout(rest)
    rest = setTimeout(() => sharpness.resting(), restMs)
  })
  map.on('remove', () => clearTimeout(rest))
  return () => isResizing
}
