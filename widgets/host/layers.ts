// The layers of a page on screen. Consecutive widgets that draw SVG share one <svg>, as large as they are; an HTML widget
// stands between them in its own box, so that the order of the list is kept. [DESIGN 5 Web] Pure.
import type { Position } from '../../contract/page-document.ts'
import type { Placed } from './prepare.ts'

export type Box = { x: number; y: number; width: number; height: number }
export type Layer<T = Placed> = { draw: 'svg'; widgets: T[]; box: Box } | { draw: 'html'; widget: T }

type Drawn = Pick<Placed, 'draw' | 'position'>

export function layersOf<T extends Drawn>(widgets: readonly T[]): Layer<T>[] {
  const layers: Layer<T>[] = []
  for (const widget of widgets) {
    const last = layers.at(-1)
    if (widget.draw === 'html') layers.push({ draw: 'html', widget })
    else if (last?.draw === 'svg') last.widgets.push(widget)
    else layers.push({ draw: 'svg', widgets: [widget], box: { x: 0, y: 0, width: 0, height: 0 } })
  }
  for (const layer of layers) if (layer.draw === 'svg') layer.box = boxOf(layer.widgets.map(({ position }) => position))
  return layers
}

/** Lines are drawn on the edge of a box, and marks a little beside it. */
const margin = 12

/** What a layer is clipped to: the boxes of its widgets as they are turned, with a margin, in whole pixels. */
export function boxOf(positions: readonly Position[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height, rotate } of positions) {
    const turn = (rotate * Math.PI) / 180
    const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
    const [across, down] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2]
    const [cx, cy] = [x + width / 2, y + height / 2]
    left = Math.min(left, cx - across)
    right = Math.max(right, cx + across)
    top = Math.min(top, cy - down)
    bottom = Math.max(bottom, cy + down)
  }
  if (left > right) return { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [Math.floor(left) - margin, Math.floor(top) - margin]
  return { x, y, width: Math.ceil(right) + margin - x, height: Math.ceil(bottom) + margin - y }
}
