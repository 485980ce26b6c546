// The layers of a page on screen. Consecutive widgets that draw SVG share one <svg> of their size; an HTML widget has
// its own box between them, so that the stacking order is preserved. [DESIGN 5 Web] Pure.
import type { Position } from '../../contract/page-document.ts'
import type { Placed } from './prepare.ts'

type Box = { x: number; y: number; width: number; height: number }
export type Layer<T = Placed> = { draw: 'svg'; widgets: T[]; box: Box } | { draw: 'html'; widget: T }

type Lined = { style?: object; children?: readonly Lined[] }
type Drawn = Pick<Placed, 'draw' | 'position'> & Lined
type Layered = Drawn & Pick<Placed, 'style' | 'animated' | 'click'> & { children: readonly Layered[] }

export function layersOf<T extends Drawn>(widgets: readonly T[]): Layer<T>[] {
  const layers: Layer<T>[] = []
  for (const widget of widgets) {
    const last = layers.at(-1)
    if (widget.draw === 'svg' && last?.draw === 'svg') last.widgets.push(widget)
    else layers.push(newLayer(widget))
  }
  return sized(layers)
}

/**
 * Fewer layers, for a page outside the editor: a widget that draws SVG joins the last <svg>, below HTML widgets that it
 * does not touch. On every change of the page an <svg> costs the browser as much as twenty widgets. Buttons keep their
 * place, because the keyboard visits them in the page's order.
 */
export function gatheredLayers<T extends Layered>(widgets: readonly T[]): Layer<T>[] {
  const layers: Layer<T>[] = []
  let above: Edges[] = []
  let under: T[] | undefined
  for (const widget of widgets) {
    if (widget.draw === 'html') {
      layers.push(newLayer(widget))
      above.push(turned(widget.position, 0))
      continue
    }
    const reach = reachOf(widget)
    const mayGoDown = above.length === 0 || (!hasClick(widget) && !above.some((box) => touches(box, reach)))
    if (under && mayGoDown) {
      under.push(widget)
      continue
    }
    under = [widget]
    above = []
    layers.push({ draw: 'svg', widgets: under, box: noBox })
  }
  return sized(layers)
}

/** Widgets in one part of a page: on a change the browser processes only the parts concerned. */
const partSize = 128

export const partsOf = <T>(widgets: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(widgets.length / partSize) }, (_, part) =>
    widgets.slice(part * partSize, (part + 1) * partSize),
  )

const noBox: Box = { x: 0, y: 0, width: 0, height: 0 }

const newLayer = <T extends Drawn>(widget: T): Layer<T> =>
  widget.draw === 'html' ? { draw: 'html', widget } : { draw: 'svg', widgets: [widget], box: noBox }

function sized<T extends Drawn>(layers: Layer<T>[]): Layer<T>[] {
  for (const layer of layers) {
    if (layer.draw !== 'svg') continue
    const positions = layer.widgets.map(({ position }) => position)
    layer.box = boxOf(positions, Math.max(margin, ...layer.widgets.map((widget) => Math.ceil(overhang(widget)))))
  }
  return layers
}

/** Whether a widget, or one within it, has a click action. */
export const hasClick = ({ click, children }: Pressed): boolean => click !== undefined || children.some(hasClick)
type Pressed = Pick<Placed, 'click'> & { children: readonly Pressed[] }

/** The area that a widget may draw on: its lines lie half outside its box, and a turning widget covers a circle. */
function reachOf(widget: Layered): Edges {
  const { width, height } = widget.position
  const more = overhang(widget)
  if (!turns(widget)) return turned(widget.position, more)
  const side = Math.hypot(width, height)
  return centred(widget.position, side / 2 + more, side / 2 + more)
}

const turns = ({ animated, children }: Layered): boolean => animated.rotate !== undefined || children.some(turns)

function overhang({ style = {}, children = [] }: Lined): number {
  const own = 'strokeWidth' in style && typeof style.strokeWidth === 'number' ? style.strokeWidth / 2 : 0
  return Math.max(own, ...children.map(overhang))
}

const touches = (a: Edges, b: Edges): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** Marks and half of a line extend beyond the box. */
const margin = 12

/** The clip box of a layer: the bounds of its turned widgets with a margin, in whole pixels. */
export function boxOf(positions: readonly Position[], more = margin): Box {
  if (positions.length === 0) return noBox
  const all = positions.map((position) => turned(position, 0))
  const x = Math.floor(Math.min(...all.map(({ left }) => left))) - more
  const y = Math.floor(Math.min(...all.map(({ top }) => top))) - more
  const right = Math.ceil(Math.max(...all.map((each) => each.right))) + more
  const bottom = Math.ceil(Math.max(...all.map((each) => each.bottom))) + more
  return { x, y, width: right - x, height: bottom - y }
}

type Edges = { left: number; top: number; right: number; bottom: number }

/** The bounds of a turned box, with a margin on each side. */
function turned(position: Position, more: number): Edges {
  const { width, height, rotate } = position
  const turn = (rotate * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  return centred(position, (width * cos + height * sin) / 2 + more, (width * sin + height * cos) / 2 + more)
}

function centred({ x, y, width, height }: Position, across: number, down: number): Edges {
  const [cx, cy] = [x + width / 2, y + height / 2]
  return { left: cx - across, top: cy - down, right: cx + across, bottom: cy + down }
}
