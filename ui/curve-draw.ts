// Draws lines, lanes of states, bad readings and gaps onto the canvas of a chart, between its axes.
import type uPlot from 'uplot'
import { dashOf, inkOf, scaleOf } from './curve-axes.ts'
import {
  type CurveBand,
  type CurveEvent,
  type CurveLine,
  type CurveView,
  firstFrom,
  type Mapping,
  trace,
} from './curve-data.ts'
import { laneShare, lanesOf } from './curve-scales.ts'

export type Drawn = {
  lines: readonly CurveLine[]
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  view: CurveView
  /** Readings within this many canvas pixels are drawn as one. */
  columnPx: number
  /** Value of a CSS variable: `--ink-2`. */
  colour: (name: string) => string
}

/** Gaps with a reason: hatched, below everything. */
export function drawBands(u: uPlot, { bands, view, colour }: Drawn): void {
  const { ctx, bbox } = u
  ctx.save()
  for (const { from, to } of bands) {
    if (to < view.from || from > view.to) continue
    const x = Math.max(bbox.left, u.valToPos(from, 'x', true))
    const width = Math.max(2 * devicePixelRatio, Math.min(bbox.left + bbox.width, u.valToPos(to, 'x', true)) - x)
    ctx.fillStyle = colour('--line-soft')
    ctx.fillRect(x, bbox.top, width, bbox.height)
    hatch(ctx, { x, y: bbox.top, width, height: bbox.height }, colour('--band'))
  }
  ctx.restore()
}

const markPx = 5

/** Events below the lines: their time shaded, their beginning a line with a mark at the top. */
export function drawEvents(u: uPlot, { events, view, colour }: Drawn): void {
  const { ctx, bbox } = u
  const right = bbox.left + bbox.width
  ctx.save()
  for (const { from, to, tone } of events) {
    if ((to ?? view.to) < view.from || from > view.to) continue
    const begin = u.valToPos(from, 'x', true)
    const x = Math.max(bbox.left, begin)
    const end = to === null ? right : Math.min(right, u.valToPos(to, 'x', true))
    ctx.fillStyle = colour(`--${tone}-soft`)
    ctx.fillRect(x, bbox.top, Math.max(devicePixelRatio, end - x), bbox.height)
    if (begin < bbox.left) continue
    ctx.fillStyle = colour(`--${tone}`)
    ctx.fillRect(begin, bbox.top, devicePixelRatio, bbox.height)
    const size = markPx * devicePixelRatio
    ctx.beginPath()
    ctx.moveTo(begin - size, bbox.top)
    ctx.lineTo(begin + size, bbox.top)
    ctx.lineTo(begin, bbox.top + 1.6 * size)
    ctx.fill()
  }
  ctx.restore()
}

function hatch(
  ctx: CanvasRenderingContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  stroke: string,
): void {
  const step = 7 * devicePixelRatio
  ctx.save()
  ctx.beginPath()
  ctx.rect(x, y, width, height)
  ctx.clip()
  ctx.strokeStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  for (let at = x - height; at < x + width; at += step) {
    ctx.moveTo(at, y + height)
    ctx.lineTo(at + height, y)
  }
  ctx.stroke()
  ctx.restore()
}

/** Draws all lines; returns how many readings are in view. */
export function drawLines(u: uPlot, drawn: Drawn): number {
  const { lines, bands, view, colour } = drawn
  const { ctx, bbox } = u
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  ctx.lineJoin = 'bevel'
  let count = 0
  // Compared lines are below the current ones.
  const ordered = [...lines].sort((a, b) => Number(b.ghostOf !== undefined) - Number(a.ghostOf !== undefined))
  for (const line of ordered) {
    const isGhost = line.ghostOf !== undefined
    if (line.isArea) fillBelow(u, line, drawn)
    ctx.beginPath()
    const shifted = { from: view.from - line.shiftMs, to: view.to - line.shiftMs }
    const holes = isGhost ? [] : bands
    const readings = trace(line.read(), shifted, mappingOf(u, line, drawn), { ...line, holes }, ctx)
    count += readings
    ctx.setLineDash(dashOf(line.look, isGhost).map((length) => length * devicePixelRatio))
    ctx.globalAlpha = isGhost ? 0.6 : 1
    ctx.lineWidth = (isGhost ? 1.1 : 1.4) * devicePixelRatio
    ctx.strokeStyle = inkOf(line, colour)
    ctx.stroke()
  }
  ctx.setLineDash([])
  ctx.globalAlpha = 1
  drawBad(u, drawn)
  ctx.restore()
  return count
}

/** The room below a line, parted where the line is. */
function fillBelow(u: uPlot, line: CurveLine, drawn: Drawn): void {
  const { ctx, bbox } = u
  const foot = bbox.top + bbox.height
  const { view, bands: holes, colour } = drawn
  let [firstX, lastX] = [Number.NaN, Number.NaN]
  const close = () => {
    if (Number.isNaN(firstX)) return
    ctx.lineTo(lastX, foot)
    ctx.lineTo(firstX, foot)
    ctx.closePath()
  }
  ctx.beginPath()
  const pen = {
    moveTo: (x: number, y: number) => {
      close()
      ctx.moveTo(x, y)
      firstX = x
      lastX = x
    },
    lineTo: (x: number, y: number) => {
      ctx.lineTo(x, y)
      lastX = x
    },
  }
  trace(line.read(), view, mappingOf(u, line, drawn), { ...line, holes }, pen)
  close()
  ctx.globalAlpha = 0.14
  ctx.fillStyle = inkOf(line, colour)
  ctx.fill()
  ctx.globalAlpha = 1
}

/** Maps time and value to canvas pixels; states are in lanes, the first at the top. */
function mappingOf(u: uPlot, line: CurveLine, { lines, view, columnPx }: Drawn): Mapping {
  const { bbox } = u
  const perMs = bbox.width / (view.to - view.from)
  const across = { left: bbox.left, from: view.from - line.shiftMs, perMs, columnPx }
  if (line.isState) {
    const lanes = lanesOf(lines)
    const height = (bbox.height * laneShare(lines, bbox.height / devicePixelRatio)) / lanes.length
    const lane = lanes.findIndex(({ key }) => key === (line.ghostOf ?? line.key))
    const foot = bbox.top + bbox.height - (lanes.length - 1 - lane) * height - height * 0.22
    return { ...across, y: (value) => foot - Math.min(1, Math.max(0, value)) * height * 0.56 }
  }
  const { min = 0, max = 1 } = u.scales[scaleOf(line)] ?? {}
  const perUnit = bbox.height / ((max ?? 1) - (min ?? 0) || 1)
  const foot = bbox.top + bbox.height
  return { ...across, y: (value) => foot - (value - (min ?? 0)) * perUnit }
}

/** Marks bad readings by a strip at the bottom of the plot, wherever at least one line has one. */
function drawBad(u: uPlot, { lines, view, colour }: Drawn): void {
  const { ctx, bbox } = u
  const perMs = bbox.width / (view.to - view.from)
  const height = 4 * devicePixelRatio
  ctx.fillStyle = colour('--severe')
  for (const line of lines) {
    const { times, bad } = line.read()
    if (!bad || bad.length === 0 || line.ghostOf !== undefined) continue
    let lastX = Number.NEGATIVE_INFINITY
    for (let i = 0; i < bad.length; i += 1) {
      const at = times[bad[i]!]!
      if (at < view.from || at > view.to) continue
      const x = Math.round(bbox.left + (at - view.from) * perMs)
      if (x === lastX) continue
      lastX = x
      ctx.fillRect(x - devicePixelRatio, bbox.top + bbox.height - height, 2 * devicePixelRatio, height)
    }
  }
}

/** Whether the reading at an index is marked bad. */
export function isBadAt(bad: ArrayLike<number> | undefined, index: number): boolean {
  if (!bad) return false
  const at = firstFrom(bad as Float64Array, index)
  return bad[at] === index
}
