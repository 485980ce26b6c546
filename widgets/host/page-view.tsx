// Draws all widgets of a page: React draws the static part once, and values are written into the nodes afterwards.
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { widgetTypes } from '../registry.ts'
import type { DrawProps, Mode } from '../widget.ts'
import { clickByKey } from './click-by-key.ts'
import { isMomentary } from './click-event.ts'
import { facesIn, isOfPage, pageClass } from './face.ts'
import { BrokenWidget, Guard, reasonOf } from './guard.tsx'
import { gatheredLayers, hasClick, layersOf, partsOf } from './layers.ts'
import { readingNow } from './look.ts'
import { isOwnControl } from './own-control.ts'
import { type PageHost, stillHost } from './page-host.ts'
import type { Placed, Prepared } from './prepare.ts'
import { runPage } from './run.ts'
import type { ValueSource } from './source.ts'
import { hostText } from './text.ts'
import { useExplain } from './use-explain.ts'
import './host.css'
import './classic.css'

type Faults = ReadonlyMap<number, unknown>
const noFaults: Faults = new Map()

/**
 * The context shared by all widgets of a page. `drawn` caches elements, so that React skips widgets that are drawn
 * already.
 */
type Shared = {
  source: ValueSource
  mode: Mode
  host: PageHost
  faults: Faults
  drawn: WeakMap<Placed, ReactNode>
  /** For the designer: the widget whose static look has been written into a node. */
  written: WeakMap<Element, Placed>
}

/** Pages with more widgets do not animate liquids and pointers, which would leave no time for values. */
const maxEasing = 300

/** Draws the page. It must be placed in a box of the page's size. */
export const PageView = memo(function PageView({
  page,
  source,
  mode,
  host = stillHost,
}: {
  page: Prepared
  source: ValueSource
  mode: Mode
  host?: PageHost
}) {
  const root = useRef<HTMLDivElement>(null)
  const hatch = useId()
  const [faults, setFaults] = useState(noFaults)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or source clears the faults
  useLayoutEffect(() => setFaults(noFaults), [page, source])
  const shared = useMemo(
    (): Shared => ({ source, mode, host, faults, drawn: new WeakMap(), written: new WeakMap() }),
    [source, mode, host, faults],
  )
  const onFault = useCallback(
    ({ index }: Placed, error: unknown) =>
      setFaults((known) => (known.has(index) ? known : new Map(known).set(index, error))),
    [],
  )
  const isRunning = mode === 'run'
  const parts = useParts(page, isRunning)
  const clickAt = (target: EventTarget) => {
    const found = clickedAt(page, root.current, target)
    if (found && !isMomentary(found.click)) host.act(found.click)
    return found !== undefined
  }
  const keys = (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    const isClickable = clickedAt(page, root.current, target) !== undefined
    clickByKey(event, isClickable, () => pressAt(target, currentTarget, 'keyup') || clickAt(target))
  }
  const pressAt = (target: EventTarget, heard: Element, end: 'pointerup' | 'keyup') => {
    const found = clickedAt(page, root.current, target)
    if (!found || !isMomentary(found.click)) return false
    const release = host.press(found.click)
    if (release) whilePressed(found.node, heard.ownerDocument, end, release)
    return true
  }
  const explain = useExplain({ root, page, host, isRunning })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the widgets within are the buttons
    <div
      ref={root}
      className={page.all.length > maxEasing ? `${pageClass} widgets-many` : pageClass}
      style={{ '--hatch': `url(#${hatch})` } as CSSProperties}
      onClick={({ target }) => void clickAt(target)}
      onKeyDown={keys}
      {...explain}
      onPointerDown={(event) => {
        const { target, currentTarget, button } = event
        explain.onPointerDown?.(event)
        if (button === 0) pressAt(target, currentTarget, 'pointerup')
      }}
    >
      <svg className="widgets-defs" aria-hidden="true">
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="widget-hatch" width="1.2" height="5" />
        </pattern>
      </svg>
      {parts.map((part) => (
        <Part key={part[0]?.index ?? 0} {...{ part, page, shared, onFault }} />
      ))}
    </div>
  )
})

/** A page with more widgets draws its first part before the others. */
const maxAtOnce = 400

/** The parts of a page that are drawn; an edited page is one part. */
function useParts({ top, all }: Prepared, isRunning: boolean): readonly (readonly Placed[])[] {
  const parts = useMemo(() => (isRunning ? partsOf(top) : [top]), [top, isRunning])
  const [isBegun, setBegun] = useState(!isRunning || all.length <= maxAtOnce)
  useEffect(() => startTransition(() => setBegun(true)), [])
  return isBegun ? parts : parts.slice(0, 1)
}

type PartOf = {
  part: readonly Placed[]
  page: Prepared
  shared: Shared
  onFault: (placed: Placed, error: unknown) => void
}

/**
 * A part of the page with its widgets and their values. Its element has no size, so that clicks reach the widgets of
 * the parts below.
 */
const Part = memo(function Part({ part, page, shared, onFault }: PartOf) {
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { source, mode, faults, written } = shared
    // Where values change looks, all nodes are written again, because this run now watches their widgets.
    const isLive = mode === 'run' || (source.isForEditing && !source.isFixed)
    const faces = facesIn(root.current!, isLive ? undefined : unwritten(page, written))
    return runPage({
      placed: everyPlaced(part),
      source,
      mode,
      faceOf: ({ index }) => (faults.has(index) ? undefined : faces[index]),
      onFault,
    })
  }, [part, page, shared, onFault])
  return (
    <div ref={root} className={shared.mode === 'run' ? 'widgets-part' : undefined}>
      {layersIn(part, shared)}
    </div>
  )
})

const everyPlaced = (widgets: readonly Placed[]): Placed[] =>
  widgets.flatMap((each) => [each, ...everyPlaced(each.children)])

/** Whether the node shows another widget than at the last call. */
const unwritten =
  ({ all }: Prepared, written: Shared['written']) =>
  (node: Element, index: number) => {
    const placed = all[index]
    if (!placed || written.get(node) === placed) return false
    written.set(node, placed)
    return true
  }

/**
 * The clickable widget around a node. Only widgets of this page are found, because an embedded page handles its own
 * clicks.
 */
function clickedAt({ all }: Prepared, root: Element | null, target: EventTarget) {
  const node = (target as Element).closest<HTMLElement | SVGElement>('[data-click]')
  const placed = node && root && isOfPage(root, node) ? all[Number(node.dataset.widget)] : undefined
  if (!node || !placed?.click || isOwnControl(node, target as Element)) return undefined
  return { node, click: placed.click }
}

/** Releases a momentary button when the press ends for any reason: released, cancelled, window hidden or left. */
function whilePressed(node: Element, page: Document, end: 'pointerup' | 'keyup', release: () => void): void {
  const heard = new AbortController()
  const letGo = () => {
    heard.abort()
    node.removeAttribute('data-pressed')
    release()
  }
  node.setAttribute('data-pressed', '')
  const { signal } = heard
  for (const name of [end, 'pointercancel', 'visibilitychange']) page.addEventListener(name, letGo, { signal })
  for (const name of ['blur', 'pagehide']) page.defaultView?.addEventListener(name, letGo, { signal })
}

const layersIn = (widgets: readonly Placed[], shared: Shared): ReactNode =>
  (shared.mode === 'run' ? gatheredLayers(widgets) : layersOf(widgets)).map((layer) => {
    if (layer.draw === 'html') return once(layer.widget, shared, htmlWidget)
    const { x, y, width, height } = layer.box
    const isActive = layer.widgets.some(hasClick)
    return (
      // biome-ignore lint/a11y/noSvgWithoutTitle: what is named is the widgets within
      <svg
        key={layer.widgets[0]!.index}
        className="widget-layer"
        style={{ left: x, top: y, width, height }}
        viewBox={`${x} ${y} ${width} ${height}`}
        aria-hidden={isActive ? undefined : true}
        role={isActive ? 'group' : undefined}
      >
        {layer.widgets.map((placed) => once(placed, shared, svgWidget))}
      </svg>
    )
  })

function once(placed: Placed, shared: Shared, draw: (placed: Placed, shared: Shared) => ReactNode): ReactNode {
  const known = shared.drawn.get(placed)
  if (known !== undefined) return known
  const fresh = draw(placed, shared)
  shared.drawn.set(placed, fresh)
  return fresh
}

function htmlWidget(placed: Placed, shared: Shared): ReactNode {
  const { x, y, width, height, rotate } = placed.position
  return (
    <div
      key={placed.index}
      className={placed.animated.rotate ? 'widget widget-turning' : 'widget'}
      style={{ left: x, top: y, width, height, rotate: rotate ? `${rotate}deg` : undefined }}
      data-widget={placed.index}
      {...clicking(placed, shared.mode)}
    >
      {inside(placed, shared)}
      {placed.widget?.mark === 'corner' && <small className="widget-mark widget-corner" data-part="mark" />}
    </div>
  )
}

function svgWidget(placed: Placed, shared: Shared): ReactNode {
  const { x, y, width, height, rotate } = placed.position
  const turned = (degrees: number) => `rotate(${degrees} ${width / 2} ${height / 2})`
  const place = `translate(${x} ${y})${rotate ? ` ${turned(rotate)}` : ''}`
  const drawing = inside(placed, shared)
  return (
    <g
      key={placed.index}
      transform={place}
      className="widget"
      data-widget={placed.index}
      {...clicking(placed, shared.mode)}
    >
      {placed.animated.rotate ? <g className="widget-turning">{drawing}</g> : drawing}
      {placed.widget?.mark === 'corner' && <CornerMark {...placed.position} />}
    </g>
  )
}

const toHundredths = (length: number) => Math.round(length * 100) / 100

/** Minimum width at which the mark contains a word; in narrower bounds the word would cover what is beside them. */
const wordWidth = 48

const clock = 'M4.5.6a3.9 3.9 0 1 1 0 7.8a3.9 3.9 0 0 1 0-7.8M4.5 2v2.6l1.6 1'

/**
 * The mark of a turned drawing: at the upper right of its bounds, and upright, because text never turns. A narrow drawing
 * has the sign alone, shown by its quality; its title has the words. [LOOK Symbols]
 */
function CornerMark({ width, height, rotate }: { width: number; height: number; rotate: number }) {
  const turn = (rotate * Math.PI) / 180
  const [cos, sin] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))]
  const across = width * cos + height * sin
  const x = toHundredths((width + across) / 2 - 2)
  const y = toHundredths((height - width * sin - height * cos) / 2 + 9)
  const upright = rotate ? `rotate(${-rotate} ${width / 2} ${height / 2})` : undefined
  if (across >= wordWidth)
    return <text className="widget-mark widget-corner-svg" data-part="mark" x={x} y={y} transform={upright} />
  return (
    <g className="widget-corner-sign" transform={upright}>
      <text x={x} y={y}>
        ?
      </text>
      <path d={clock} transform={`translate(${toHundredths(x - 9)} ${toHundredths(y - 8)})`} />
    </g>
  )
}

/** Attributes that make a widget with a click action a button. */
function clicking({ click, name, type, draw }: Placed, mode: Mode) {
  if (!click || mode !== 'run') return {}
  // The content of an HTML widget is its label, unless its author named it.
  const own = name !== type || draw === 'svg' ? name : undefined
  return { 'data-click': '', role: 'button', tabIndex: 0, 'aria-label': click.hint || own }
}

function inside(placed: Placed, shared: Shared): ReactNode {
  const { widget, draw, name, type, position, children } = placed
  const fault = shared.faults.get(placed.index)
  if (fault !== undefined) return <BrokenWidget name={name} reason={reasonOf(fault)} draw={draw} size={position} />
  if (!widget) {
    const reason = placed.fault === undefined ? missing(type) : reasonOf(placed.fault)
    return <BrokenWidget name={name} reason={reason} draw={draw} size={position} />
  }
  const { Draw } = widget
  return (
    <Guard of={placed} name={name} draw={draw} size={position}>
      <Draw {...drawn(placed, shared)}>{children.length > 0 && inner(placed, shared)}</Draw>
    </Guard>
  )
}

const missing = (type: string) =>
  widgetTypes.includes(type) ? hostText.t('notLoaded') : hostText.t('unknown', { type })

/** The widgets of a group: SVG elements within its own, or separate layers. */
const inner = ({ draw, children }: Placed, shared: Shared): ReactNode =>
  draw === 'html' ? layersIn(children, shared) : children.map((child) => svgWidget(child, shared))

const drawn = (
  { id, style, items, data, bounds, position, widget }: Placed,
  { source, mode, host }: Shared,
): DrawProps => ({
  id,
  host,
  ...{ style, items: items as never, data, size: position, mode },
  mark: widget?.mark === 'inside' ? <small className="widget-mark" data-part="mark" /> : null,
  inputs: (slot) =>
    (bounds[slot] ?? []).map((bound) => {
      const cell = mode === 'run' || source.isForEditing ? source.cell(bound) : undefined
      return { ...bound, cell, read: () => readingNow(bound, source, cell?.read(), mode) }
    }),
})
