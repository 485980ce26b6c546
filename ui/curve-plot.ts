// The chart without React: uPlot provides canvas, axes and scales; this file draws lines, cursor and gestures. Each
// line has its own times, so no data is aligned or copied: a frame reads the original typed arrays.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { axesOf, type CurveAxis, plainAxis } from './curve-axes.ts'
import { steppedCursor } from './curve-cursor.ts'
import type { CurveBand, CurveEvent, CurveLine, CurveView } from './curve-data.ts'
import { type Drawn, drawBands, drawEvents, drawLines } from './curve-draw.ts'
import { CurveGestures } from './curve-gestures.ts'
import { CurveOverlay } from './curve-overlay.ts'
import { drawUnits, narrowPx, type PlotLook, plotOptions } from './curve-plot-options.ts'
import { scaleExtent, scaleRange, valueScales } from './curve-scales.ts'
import { VisibleRedraw } from './visible-redraw.ts'

export type PlotState = PlotLook & {
  /** Shown lines only. */
  lines: readonly CurveLine[]
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  home: CurveView
  /** Scales whose axes come first where there is not room for all. */
  chosen: readonly string[]
  /** Lower and upper end of all scales; by default the range of the readings. */
  range?: readonly [number, number]
}

export type PlotHears = {
  onView: (view: CurveView, isFinal: boolean) => void
  onReset: () => void
  /** Time of the cursor, epoch ms; null: no cursor. */
  onCursor: (at: number | null) => void
  /** Called when other scales get an axis. */
  onAxes: (scales: readonly string[]) => void
  onDrawn: () => void
}

/** The size of the canvas, CSS pixels: a small element is drawn no smaller than this. */
const sizeOf = ({ clientWidth, clientHeight }: HTMLElement) => ({
  width: Math.max(120, clientWidth),
  height: Math.max(100, clientHeight),
})

/** A chart in an element; `end` removes it. */
export class CurvePlot {
  readonly #node: HTMLElement
  readonly #hears: PlotHears
  readonly #overlay = new CurveOverlay()
  readonly #style = getComputedStyle(document.documentElement)
  readonly #redrawing: VisibleRedraw
  readonly #gestures: CurveGestures
  /** Lower and upper end of the values of each scale, as last drawn. */
  readonly #ranges = new Map<string, readonly [number, number] | undefined>()
  #state: PlotState
  #view: CurveView
  /** Epoch ms; null: no cursor. */
  #cursorAt: number | null = null
  #u: uPlot | undefined
  /** The shape for which `#u` was built; another one needs another plot. */
  #shape = ''
  /** During a gesture it is drawn more coarsely, so that it keeps up. */
  #isMoving = false

  constructor(node: HTMLElement, { view, ...state }: PlotState & { view: CurveView }, hears: PlotHears) {
    this.#node = node
    this.#state = state
    this.#view = view
    this.#hears = hears
    // Must be focusable for its keys.
    node.tabIndex = 0
    this.#gestures = new CurveGestures(node, {
      area: () => ({ left: this.#u?.over.offsetLeft ?? 0, width: this.#u?.over.clientWidth ?? 1 }),
      view: () => this.#view,
      home: () => this.#state.home,
      show: (next, isFinal) => {
        this.#isMoving = !isFinal
        this.show(next)
        hears.onView(next, isFinal)
      },
      reset: hears.onReset,
      cursor: (x) => this.setCursor(x === null ? null : this.#timeAt(x)),
      select: (range) => this.#overlay.select(range),
      step: (direction, isLong) => this.#stepCursor(direction, isLong),
    })
    this.#redrawing = new VisibleRedraw(node, {
      draw: () => this.#draw(),
      onSize: () => this.#u?.setSize(sizeOf(node)),
    })
  }

  set(state: PlotState): void {
    this.#state = state
    this.redraw()
  }

  /** Shows a view, without calling back. */
  show(view: CurveView): void {
    this.#view = view
    this.redraw()
  }

  /** Redraws after new readings or changed colours. */
  redraw(): void {
    this.#redrawing.request()
  }

  /** Rebuilds the plot: colours and fonts are read when it is created. */
  restyle(): void {
    this.#shape = ''
    this.redraw()
  }

  setCursor(at: number | null): void {
    this.#cursorAt = at
    this.#placeCursor()
    this.#hears.onCursor(at)
  }

  canvas(): HTMLCanvasElement | undefined {
    return this.#u?.ctx.canvas
  }

  view(): CurveView {
    return this.#view
  }

  /** Drawn lower and upper end of a scale; undefined while no reading is in view. */
  rangeOf(scale: string): readonly [number, number] | undefined {
    return this.#ranges.get(scale)
  }

  end(): void {
    this.#redrawing.stop()
    this.#gestures.end()
    this.#u?.destroy()
    this.#u = undefined
  }

  readonly #colour = (name: string): string => this.#style.getPropertyValue(name).trim() || '#888888'

  #axes(): CurveAxis[] {
    const { lines, chosen } = this.#state
    return axesOf(lines, this.#node.clientWidth < narrowPx ? 2 : undefined, chosen)
  }

  #shapeNow(): string {
    const { lines, zone, range, margins, axis } = this.#state
    return JSON.stringify([this.#axes(), valueScales(lines), zone, range, margins, axis])
  }

  #drawn(): Drawn {
    const { lines, bands, events } = this.#state
    return { lines, bands, events, view: this.#view, colour: this.#colour, columnPx: this.#isMoving ? 2 : 1 }
  }

  #draw(): void {
    if (!this.#u || this.#shapeNow() !== this.#shape) this.#build()
    else this.#u.setScale('x', { min: this.#view.from, max: this.#view.to })
  }

  #build(): void {
    this.#u?.destroy()
    this.#shape = this.#shapeNow()
    this.#ranges.clear()
    const [axes, scales] = [this.#axes(), valueScales(this.#state.lines)]
    const options: uPlot.Options = {
      ...plotOptions({
        look: this.#state,
        size: sizeOf(this.#node),
        axes,
        scales,
        colour: this.#colour,
        endsOf: (scale) => this.#endsOf(scale),
        hasReadings: (scale) => scaleExtent(this.#state.lines, scale, this.#view) !== undefined,
      }),
      tzDate: (at) => uPlot.tzDate(new Date(at), this.#state.zone),
      hooks: { drawClear: [(u) => this.#drawBelow(u)], draw: [(u) => this.#drawAbove(u)] },
    }
    const { from, to } = this.#view
    // uPlot draws the axes alone: each line has its own times.
    this.#u = new uPlot(options, [[from, to], ...scales.map(() => [null, null])] as uPlot.AlignedData, this.#node)
    this.#u.over.append(...this.#overlay.nodes)
    this.#u.over.className += ' curve-over'
    this.#hears.onAxes(axes.map(({ scale }) => scale))
    this.#u.setScale('x', { min: from, max: to })
  }

  /** Lower and upper end of a scale, with the lanes of states below its values. */
  #endsOf(scale: string): [number, number] {
    const { lines, range } = this.#state
    if (range) return [...range]
    const heightPx = this.#u?.bbox.height ?? this.#node.clientHeight
    const found = scaleRange(lines, scale, this.#view, heightPx / devicePixelRatio)
    this.#ranges.set(scale, found && [found.low, found.high])
    return found ? [found.bottom, found.high] : [0, 1]
  }

  #drawBelow(u: uPlot): void {
    drawBands(u, this.#drawn())
    drawEvents(u, this.#drawn())
  }

  #drawAbove(u: uPlot): void {
    drawLines(u, this.#drawn())
    drawUnits(u, this.#axes(), this.#state.axis ?? plainAxis, this.#colour)
    this.#placeCursor()
    this.#hears.onDrawn()
  }

  /** The time at a position of the pointer; null beside the plot. */
  #timeAt(x: number): number | null {
    const width = this.#u?.over.clientWidth
    if (width === undefined || x < 0 || x > width) return null
    const { from, to } = this.#view
    return from + (x / Math.max(1, width)) * (to - from)
  }

  #placeCursor(): void {
    const [at, { from, to }] = [this.#cursorAt, this.#view]
    if (this.#u) this.#overlay.cursor(at === null || at < from || at > to ? null : this.#u.valToPos(at, 'x'))
  }

  #stepCursor(direction: 1 | -1, isLong: boolean): void {
    const next = steppedCursor(this.#cursorAt, this.#view, { direction, isLong }, this.#state.lines)
    if (next !== undefined) this.setCursor(next)
  }
}
