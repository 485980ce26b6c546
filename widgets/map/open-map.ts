// A map in an element: tiles, or land, water and names if the platform has no tiles. Loads when a page has a map.
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
import type { Language } from '../../contract/errors.ts'
import type { Place } from '../../core/geo.ts'
import { whenIdle } from '../when-idle.ts'
import { createOverlay, type Drawing, type Tone } from './draw-over.ts'
import { createFitting } from './fitting.ts'
import type { LandColours } from './land.ts'
import type { Bounds } from './rules.ts'
import { createSharpness } from './sharpness.ts'

setWorkerUrl(workerUrl)

export type Tiles = { url: string; credit: string } | null
export type MapLook = {
  tone: Tone
  tiles: Tiles
  /** Attribution of the land. */
  outlines: string
  /** The language of the names on the land. */
  language: Language
  /** Whether the last requested tile loaded. */
  onPictures: (areLoaded: boolean) => void
  /** Reports the visible part, initially and after each move. */
  onView: (view: View) => void
  /** Called with the coordinates of a click, in degrees. */
  onPress?: ((at: Place) => void) | undefined
  /** The map is the whole page: the mouse wheel zooms without a key. */
  isAlone?: boolean | undefined
  /** Whether the map shows a scale bar. */
  hasScale?: boolean | undefined
}
export type View = { zoom: number; bounds: Bounds }
export type Looking =
  | { kind: 'all'; bounds: Bounds | undefined }
  | ({ kind: 'at'; zoom: number } & Place)
  /** The closest useful zoom, with an animated move from the current view. */
  | { kind: 'into'; bounds: Bounds }
export type OpenMap = {
  /** Places the element on the map until the returned function is called. */
  put(element: HTMLElement, at: Place): () => void
  /** Moves the element to the latest place, until it is removed. */
  carry(element: HTMLElement): { to(at: Place): void; letGo(): void }
  /** Replaces the drawing over the base map. */
  draw(drawing: Drawing): void
  look(to: Looking): void
  close(): void
}

/** The colours of the part of the page around the map: `--map-…` of the style sheet. */
function coloursOf(node: HTMLElement): LandColours {
  const style = getComputedStyle(node)
  const colour = (name: string) => style.getPropertyValue(`--map-${name}`).trim() || 'gray'
  return { water: colour('water'), land: colour('land'), coast: colour('coast'), name: colour('name') }
}

const ground = 'ground'

/** Tiles, or a bare ground until the land has loaded. */
function styleOf(tone: Tone, tiles: Tiles, { land }: LandColours): StyleSpecification {
  const bare = { id: ground, type: 'background', paint: { 'background-color': land } } as const
  if (!tiles) return { version: 8, sources: {}, layers: [bare] }
  return {
    version: 8,
    sources: { tiles: { type: 'raster', tiles: [tiles.url], tileSize: 256, attribution: plain(tiles.credit) } },
    layers: [
      bare,
      // Tiles have paper colours: in the dark theme they are dimmed.
      {
        ...{ id: 'tiles', type: 'raster', source: 'tiles' },
        paint: tone === 'dark' ? { 'raster-brightness-max': 0.45, 'raster-saturation': -0.6 } : {},
      },
    ],
  }
}

/** Delay before the code of the land is loaded again after a failure. */
const againMs = 10_000

/** Adds land and names once the map and its first marks are drawn. */
function addLandLater(map: MapView, colours: LandColours, { outlines, language }: MapLook): void {
  let isRemoved = false
  let retry: ReturnType<typeof setTimeout> | undefined
  map.on('remove', () => {
    isRemoved = true
    clearTimeout(retry)
  })
  const load = (): Promise<void> =>
    import('./land.ts').then(
      ({ addLand }) => {
        if (!isRemoved) addLand(map, { colours, outlines: plain(outlines), language, ground })
      },
      () => {
        if (!isRemoved) retry = setTimeout(load, againMs)
      },
    )
  map.once('load', () => void whenIdle().then(() => (isRemoved ? undefined : load())))
}

/** Padding that keeps marks off the edges, and the names at their right off the buttons. */
const aroundAll = ({ clientWidth }: HTMLElement) => {
  return { top: 48, right: Math.min(160, clientWidth / 4), bottom: 48, left: 48 }
}
/** Maximum zoom for several devices (a street), and for one (a town). */
const [nearestZoom, townZoom] = [17, 13]

/** The map inserts the text as HTML. */
const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Reports whether the last requested tile loaded. Without an error listener the map logs each failed one. */
function watchTiles(map: MapView, onPictures: MapLook['onPictures']): void {
  map.on('error', (event) => 'sourceId' in event && event.sourceId === 'tiles' && onPictures(false))
  map.on('sourcedata', ({ sourceId, tile }) => sourceId === 'tiles' && tile?.state === 'loaded' && onPictures(true))
}

/** Throws if the browser has no WebGL. */
export function openMap(node: HTMLElement, look: MapLook): OpenMap {
  const { tone, tiles, onPictures, onView, onPress, isAlone = false, hasScale = false } = look
  const colours = coloursOf(node)
  const map = new MapView({
    container: node,
    style: styleOf(tone, tiles, colours),
    center: [105, 30],
    zoom: 3,
    attributionControl: { compact: true },
    dragRotate: false,
    pitchWithRotate: false,
    // The wheel scrolls the page; zooming the map requires Ctrl.
    cooperativeGestures: !isAlone,
    fadeDuration: 0,
  })
  if (!tiles) addLandLater(map, colours, look)
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  if (hasScale) map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  watchTiles(map, onPictures)
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
  const fitting = createFitting()
  // Only movements by the user have an event of the browser.
  map.on('movestart', ({ originalEvent }) => originalEvent && fitting.release())
  const resizing = new ResizeObserver(() => {
    map.resize()
    // A hidden map has no size to fit into.
    if (node.clientWidth > 0) fitting.resized()
  })
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
      if (to.kind !== 'all') fitting.release()
      if (to.kind === 'at') return void map.jumpTo({ center: [to.longitude, to.latitude], zoom: to.zoom })
      if (!to.bounds) return
      const { west, south, east, north } = to.bounds
      const box: LngLatBoundsLike = [west, south, east, north]
      const maxZoom = west === east && south === north ? townZoom : nearestZoom
      if (to.kind === 'into') return void map.fitBounds(box, { padding: 80, maxZoom })
      fitting.fit(() => map.fitBounds(box, { padding: aroundAll(node), maxZoom: 12, animate: false }))
    },
    close() {
      resizing.disconnect()
      map.remove()
    },
  }
}

/** A map that has rested this long is drawn at full resolution again. */
const restMs = 150

/**
 * Lowers the resolution on slow machines while the map moves. The returned function is true while only the resolution
 * changes.
 */
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
