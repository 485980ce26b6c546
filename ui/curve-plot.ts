// The chart without React: uPlot provides canvas, axes and scales; this file draws lines, cursor and gestures. Each
// line has its own times, so no data is aligned or copied: a frame reads the original typed arrays.
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import {
  type AxisStyle,
  axesOf,
  axisInk,
  axisWidth,
  type CurveAxis,
  inkOf,
  plainAxis,
  tickDigits,
  tickWords,
} from './curve-axes.ts'
import {
  axisRange,
  type CurveBand,
  type CurveEvent,
  type CurveLine,
  type CurveView,
  nextReading,
} from './curve-data.ts'
import { type Drawn, drawBands, drawEvents, drawLines, laneShare, lanesOf, scaleExtent } from './curve-draw.ts'
import { listenToHand } from './curve-gestures.ts'
import { formatNumber } from './format.ts'

export type PlotState = {
  /** The visible lines. */
  lines: readonly CurveLine[]
  bands: readonly CurveBand[]
  events: readonly CurveEvent[]
  home: CurveView
  zone: string
  /** Scales whose axes come first where there is not room for all. */
  chosen: readonly string[]
  /** Lower and upper end of all scales; by default the range of the readings. */
  range?: readonly [number, number]
  /** Minimum room around the plot, pixels; the numbers at the sides may need more. */
  margins?: { top: number; right: number; bottom: number; left: number }
  axis?: AxisStyle
  /** The labels of the time axis. */
  timeWords?: (ticks: readonly number[], stepMs: number) => string[]
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

export type CurvePlot = {
  set(state: PlotState): void
  /** Shows a view, without calling back. */
  show(view: CurveView): void
  /** Redraws after new readings or changed colours. */
  redraw(): void
  /** Rebuilds the plot: colours and fonts are read when it is created. */
  restyle(): void
  setCursor(at: number | null): void
  canvas(): HTMLCanvasElement | undefined
  view(): CurveView
  /** Drawn lower and upper end of a scale; undefined while no reading is in view. */
  rangeOf(scale: string): readonly [number, number] | undefined
  end(): void
}

const narrowPx = 560

export function createCurvePlot(
  node: HTMLElement,
  first: PlotState & { view: CurveView },
  hears: PlotHears,
): CurvePlot {
  let state: PlotState = first
  let view = first.view
  let cursorAt: number | null = null
  let u: uPlot | undefined
  let shape = ''
  let frame = 0
  let isDirty = true
  let isSeen = false
  // During a gesture the chart is drawn more coarsely, so that drawing keeps pace with the finger.
  let isMoving = false
  const over = overlays()
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim() || '#888888'
  const drawn = (): Drawn => ({
    lines: state.lines,
    bands: state.bands,
    events: state.events,
    view,
    colour,
    columnPx: isMoving ? 2 : 1,
  })

  const ranges = new Map<string, readonly [number, number] | undefined>()
  const axesNow = () => axesOf(state.lines, node.clientWidth < narrowPx ? 2 : undefined, state.chosen)
  const leastOf = ({ side }: CurveAxis) =>
    Math.max(34, (side === 'left' ? state.margins?.left : state.margins?.right) ?? 0)
  const shapeOf = () =>
    JSON.stringify([axesNow(), [...new Set(scalesOf(state.lines))], state.zone, state.range, state.margins, state.axis])

  const build = () => {
    u?.destroy()
    shape = shapeOf()
    const { clientWidth: width, clientHeight: height } = node
    const scales = [...new Set(scalesOf(state.lines))]
    const rangeOf = (scale: string) => () => {
      if (state.range) return [...state.range] as [number, number]
      const found = plotRange(scale, drawn(), u?.bbox.height ?? height)
      ranges.set(scale, found && [found.low, found.high])
      return found ? ([found.bottom, found.high] as [number, number]) : ([0, 1] as [number, number])
    }
    ranges.clear()
    u = new uPlot(
      {
        width: Math.max(120, width),
        height: Math.max(100, height),
        ms: 1,
        tzDate: (at) => uPlot.tzDate(new Date(at), state.zone),
        padding: [
          state.margins?.top ?? (axesNow().length > 0 ? 20 : 8),
          axesNow().length > 1 ? 0 : (state.margins?.right ?? 12),
          0,
          axesNow().length > 0 ? 0 : (state.margins?.left ?? 26),
        ],
        cursor: { show: false },
        legend: { show: false },
        scales: {
          x: { time: true, auto: false, range: (_, min, max) => [min, max] },
          ...Object.fromEntries(scales.map((scale) => [scale, { range: rangeOf(scale) }])),
        },
        axes: [
          timeAxis(state, colour),
          ...axesNow().map((axis, index) =>
            valueAxis(axis, index, { colour, drawn, least: leastOf(axis), style: state.axis ?? plainAxis }),
          ),
        ],
        series: [{}, ...scales.map((scale) => ({ scale, paths: () => null, points: { show: false } }))],
        hooks: {
          drawClear: [
            (plot) => {
              drawBands(plot, drawn())
              drawEvents(plot, drawn())
            },
          ],
          draw: [
            (plot) => {
              drawLines(plot, drawn())
              drawUnits(plot, axesNow(), state.axis ?? plainAxis, colour)
              placeCursor()
              hears.onDrawn()
            },
          ],
        },
      },
      [[view.from, view.to], ...scales.map(() => [null, null])] as uPlot.AlignedData,
      node,
    )
    u.over.append(...over.nodes)
    u.over.className += ' curve-over'
    hears.onAxes(axesNow().map(({ scale }) => scale))
    u.setScale('x', { min: view.from, max: view.to })
  }

  const draw = () => {
    frame = 0
    if (!isSeen || document.hidden) return
    isDirty = false
    if (!u || shapeOf() !== shape) {
      build()
      return
    }
    u.setScale('x', { min: view.from, max: view.to })
  }
  const later = () => {
    isDirty = true
    if (isSeen && !document.hidden && frame === 0) frame = requestAnimationFrame(draw)
  }
  const show = (next: CurveView) => {
    view = next
    later()
  }
  const placeCursor = () => {
    if (u) over.cursor(cursorAt === null || cursorAt < view.from || cursorAt > view.to ? null : xOf(u, cursorAt))
  }
  const setCursor = (at: number | null) => {
    cursorAt = at
    placeCursor()
    hears.onCursor(at)
  }
  // The plot must be focusable to receive keys.
  node.tabIndex = 0
  const endHand = listenToHand(node, {
    area: () => ({ left: u?.over.offsetLeft ?? 0, width: u?.over.clientWidth ?? 1 }),
    view: () => view,
    home: () => state.home,
    show: (next: CurveView, isFinal: boolean) => {
      isMoving = !isFinal
      show(next)
      hears.onView(next, isFinal)
    },
    reset: hears.onReset,
    cursor: (x: number | null) => {
      setCursor(x === null || !u || x < 0 || x > u.over.clientWidth ? null : atX(x))
    },
    select: (range: [number, number] | null) => over.select(range),
    step: (direction: 1 | -1, isLong: boolean) => {
      // A cursor that is outside after a zoom restarts at the edge.
      const isSeen = cursorAt !== null && cursorAt >= view.from && cursorAt <= view.to
      const from = isSeen ? cursorAt! : direction > 0 ? view.from : view.to
      const step = isLong ? ((view.to - view.from) / 20) * direction : null
      const next =
        step === null
          ? nextReading(
              state.lines.map((line) => line.read()),
              from,
              direction,
            )
          : from + step
      if (next !== undefined) setCursor(Math.min(view.to, Math.max(view.from, next)))
    },
  })
  const atX = (x: number) => view.from + (x / Math.max(1, u?.over.clientWidth ?? 1)) * (view.to - view.from)
  const ends = watchNode(node, {
    onSeen: (seen) => {
      isSeen = seen
      if (seen && isDirty) later()
    },
    onSize: () => {
      u?.setSize({ width: Math.max(120, node.clientWidth), height: Math.max(100, node.clientHeight) })
      later()
    },
    onShown: () => {
      if (isDirty) later()
    },
  })
  return {
    set(next) {
      state = next
      later()
    },
    show,
    redraw: later,
    restyle() {
      shape = ''
      later()
    },
    setCursor,
    canvas: () => u?.ctx.canvas,
    view: () => view,
    rangeOf: (scale) => ranges.get(scale),
    end() {
      ends()
      endHand()
      cancelAnimationFrame(frame)
      u?.destroy()
      u = undefined
    },
  }
}

const scalesOf = (lines: readonly CurveLine[]): string[] =>
  lines.filter(({ isState }) => !isState).map(({ unit }) => `y:${unit ?? ''}`)

const xOf = (u: uPlot, at: number): number => u.valToPos(at, 'x')

type PlotRange = { bottom: number; low: number; high: number }

/** A scale: values in view from `low` to `high`, lanes of states from `bottom`; undefined without readings. */
function plotRange(scale: string, { lines, view }: Drawn, heightPx: number): PlotRange | undefined {
  const extent = scaleExtent(lines, scale, view)
  if (!extent) return undefined
  const [low, high] = axisRange(...extent)
  if (lanesOf(lines).length === 0) return { bottom: low, low, high }
  const share = laneShare(lines, heightPx / devicePixelRatio)
  return { bottom: low - ((high - low) * share) / (1 - share), low, high }
}

const fontOf = ({ fontPx }: AxisStyle, ratio = 1) => `${fontPx * ratio}px ${getComputedStyle(document.body).fontFamily}`

/** The line beside a plot with its marks, in the style of its author. */
function lineOf({ line }: AxisStyle, colour: (name: string) => string): Pick<uPlot.Axis, 'border' | 'ticks'> {
  const stroke = line?.ink ? inkOf({ look: 0, ink: line.ink }, colour) : colour('--line')
  const width = line?.widthPx ?? 0
  return {
    border: { show: width > 0, stroke, width },
    ticks: { stroke, width: Math.max(1, width), size: 4 },
  }
}

function timeAxis(
  { zone, margins, timeWords, axis = plainAxis }: PlotState,
  colour: (name: string) => string,
): uPlot.Axis {
  const larger = axis.fontPx / plainAxis.fontPx
  return {
    stroke: axis.ink ? inkOf({ look: 0, ink: axis.ink }, colour) : colour('--ink-2'),
    font: fontOf(axis),
    gap: 4,
    size: margins?.bottom ?? 40 * larger,
    space: (_plot, _axis, _from, _to, across) => (across < narrowPx ? 54 : 64) * larger, // a label with seconds fits
    grid: { stroke: colour('--line-soft'), width: 1 },
    ...lineOf(axis, colour),
    values: (_, ticks, __, ___, step) => timeWords?.(ticks, step) ?? tickWords(ticks, step, zone),
  }
}

type AxisOf = { colour: (name: string) => string; drawn: () => Drawn; least: number; style: AxisStyle }

function valueAxis(axis: CurveAxis, index: number, { colour, drawn, least, style }: AxisOf): uPlot.Axis {
  const { scale, unit, side } = axis
  return {
    scale,
    side: side === 'left' ? 3 : 1,
    stroke: axisInk(axis, style, colour),
    font: fontOf(style),
    gap: 4,
    space: 34 * (style.fontPx / plainAxis.fontPx),
    // The size includes the unit, which is drawn above the axis.
    size: (_, values) => axisWidth([unit, ...(values ?? [])], least, style),
    grid: { show: index === 0, stroke: colour('--line-soft'), width: 1 },
    ...lineOf(style, colour),
    // Numbers without a line would look like a measurement.
    values: (_, ticks, __, ___, step) =>
      scaleExtent(drawn().lines, scale, drawn().view)
        ? ticks.map((tick) => formatNumber(tick, tickDigits(step)))
        : ticks.map(() => ''),
  }
}

/** Units are drawn above their axes. */
function drawUnits(u: uPlot, axes: readonly CurveAxis[], style: AxisStyle, colour: (name: string) => string): void {
  const { ctx, bbox } = u
  const ratio = devicePixelRatio
  ctx.save()
  ctx.font = fontOf(style, ratio)
  ctx.textBaseline = 'bottom'
  const places = { left: bbox.left, right: bbox.left + bbox.width }
  axes.forEach((axis, index) => {
    const { unit, side } = axis
    const size = ((u.axes[index + 1] as { _size?: number })._size ?? 40) * ratio
    ctx.fillStyle = axisInk(axis, style, colour)
    ctx.textAlign = side === 'left' ? 'right' : 'left'
    ctx.fillText(unit, places[side] + (side === 'left' ? -8 : 8) * ratio, bbox.top - 6 * ratio)
    places[side] += side === 'left' ? -size : size
  })
  ctx.restore()
}

/** The overlay that moves without redrawing: the cursor, and the frame while dragging. */
function overlays() {
  const [line, frame] = [document.createElement('div'), document.createElement('div')]
  line.className = 'curve-cursor'
  frame.className = 'curve-select'
  line.hidden = true
  frame.hidden = true
  return {
    nodes: [line, frame],
    cursor(x: number | null) {
      line.hidden = x === null
      if (x !== null) line.style.transform = `translateX(${x}px)`
    },
    select(range: [number, number] | null) {
      frame.hidden = range === null
      if (!range || !frame.parentElement) return
      const { clientWidth } = frame.parentElement
      const [from, to] = range.map((x) => Math.min(clientWidth, Math.max(0, x))).sort((a, b) => a - b) as [
        number,
        number,
      ]
      frame.style.left = `${from}px`
      frame.style.width = `${to - from}px`
    },
  }
}

/** Size and visibility of a node. */
function watchNode(
  node: HTMLElement,
  hears: { onSeen: (seen: boolean) => void; onSize: () => void; onShown: () => void },
): () => void {
  const sight = new IntersectionObserver((entries) =>
    hears.onSeen(entries.some(({ isIntersecting }) => isIntersecting)),
  )
  const size = new ResizeObserver(hears.onSize)
  sight.observe(node)
  size.observe(node)
  document.addEventListener('visibilitychange', hears.onShown)
  return () => {
    sight.disconnect()
    size.disconnect()
    document.removeEventListener('visibilitychange', hears.onShown)
  }
}
