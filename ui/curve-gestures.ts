// Gestures on a chart: drag to zoom, shift or touch to pan, wheel and two fingers to zoom, double click to reset, keys.
import { type CurveView, panned, zoomed } from './curve-data.ts'

type GestureNeeds = {
  /** Position of the plot in the node, pixels; all `x` are from its left. */
  area: () => { left: number; width: number }
  view: () => CurveView
  home: () => CurveView
  /** Shows another view; `isFinal` when the gesture has ended. */
  show: (view: CurveView, isFinal: boolean) => void
  reset: () => void
  /** Pixels from the left, or undefined. */
  cursor: (x: number | null) => void
  /** Moves the cursor to the next reading. */
  step: (direction: 1 | -1, isLong: boolean) => void
  /** The frame while dragging, pixels. */
  select: (range: [number, number] | null) => void
}

type Pointer = { id: number; x: number; isTouch: boolean }
type Drag = {
  kind: 'select' | 'pan' | 'pinch'
  startX: number
  startView: CurveView
  startGap: number
  /** Two fingers were used before, so the range has changed even if this finger hardly moves. */
  afterPinch?: boolean
}

/** Less than this is a click, not a drag; pixels. */
const leastDrag = 5
const settleMs = 180

/** Listens on a node; returns a function that stops it. */
export function listenToHand(node: HTMLElement, needs: GestureNeeds): () => void {
  const pointers = new Map<number, Pointer>()
  let drag: Drag | null = null
  let wheelTimer: ReturnType<typeof setTimeout> | undefined
  // A page may be drawn larger or smaller than it is: pixels of the screen are not those of the plot.
  const left = (event: { clientX: number }) => {
    const { left: begin, width: shown } = node.getBoundingClientRect()
    const scale = node.offsetWidth > 0 && shown > 0 ? shown / node.offsetWidth : 1
    return (event.clientX - begin) / scale - needs.area().left
  }
  const width = () => Math.max(1, needs.area().width)
  const atOf = (x: number, view: CurveView) => view.from + (x / width()) * (view.to - view.from)
  const spread = () => {
    const [a, b] = [...pointers.values()]
    return { middle: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, gap: Math.abs((a?.x ?? 0) - (b?.x ?? 0)) }
  }

  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return
    node.setPointerCapture(event.pointerId)
    const isTouch = event.pointerType !== 'mouse'
    pointers.set(event.pointerId, { id: event.pointerId, x: left(event), isTouch })
    const { middle, gap } = spread()
    const kind = pointers.size > 1 ? 'pinch' : isTouch || event.shiftKey ? 'pan' : 'select'
    drag = { kind, startX: pointers.size > 1 ? middle : left(event), startView: needs.view(), startGap: gap }
    if (isTouch) needs.cursor(left(event))
  }
  const move = (event: PointerEvent) => {
    const x = left(event)
    const pointer = pointers.get(event.pointerId)
    if (pointer) pointer.x = x
    if (!drag) {
      needs.cursor(x)
      return
    }
    dragTo(drag, x, false)
  }
  const dragTo = (now: Drag, x: number, isFinal: boolean) => {
    if (now.kind === 'select') {
      needs.cursor(x)
      needs.select(Math.abs(x - now.startX) < leastDrag ? null : [now.startX, x])
      return
    }
    const { startView } = now
    const perPixel = (startView.to - startView.from) / width()
    if (now.kind === 'pan') {
      if (Math.abs(x - now.startX) >= leastDrag || isFinal) {
        needs.show(panned(startView, needs.home(), (now.startX - x) * perPixel), isFinal)
      }
      return
    }
    const { middle, gap } = spread()
    const around = atOf(now.startX, startView)
    const scaled = zoomed(startView, needs.home(), now.startGap / Math.max(10, gap), around)
    const moved = (now.startX - middle) * ((scaled.to - scaled.from) / width())
    needs.show(panned(scaled, needs.home(), moved), isFinal)
  }
  const end = (event: PointerEvent) => {
    const done = drag
    const x = left(event)
    pointers.delete(event.pointerId)
    if (pointers.size > 0) {
      // One of the two fingers is lifted: the other continues as a pan.
      const [rest] = [...pointers.values()]
      drag = { kind: 'pan', startX: rest!.x, startView: needs.view(), startGap: 0, afterPinch: true }
      return
    }
    drag = null
    needs.select(null)
    if (!done || event.type === 'pointercancel') return
    if (done.kind === 'select') {
      const [from, to] = [done.startX, x].sort((a, b) => a - b) as [number, number]
      if (to - from < leastDrag) return
      const view = needs.view()
      needs.show({ from: Math.round(atOf(from, view)), to: Math.round(atOf(to, view)) }, true)
    } else if (done.afterPinch || Math.abs(x - done.startX) >= leastDrag) needs.show(needs.view(), true)
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const view = needs.view()
    const length = view.to - view.from
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey
    const delta = event.deltaY || event.deltaX
    const next = isSideways
      ? panned(view, needs.home(), ((event.deltaX || event.deltaY) / width()) * length)
      : zoomed(view, needs.home(), 1.0015 ** delta, atOf(left(event), view))
    needs.show(next, false)
    clearTimeout(wheelTimer)
    wheelTimer = setTimeout(() => needs.show(needs.view(), true), settleMs)
  }
  const leave = (event: PointerEvent) => {
    // A finger covers its position: the values stay visible after it is lifted.
    if (!drag && event.pointerType === 'mouse') needs.cursor(null)
  }
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAct(event, needs)
    if (!act) return
    event.preventDefault()
    act()
  }
  const ending = new AbortController()
  const { signal } = ending
  node.addEventListener('pointerdown', begin, { signal })
  node.addEventListener('pointermove', move, { signal })
  node.addEventListener('pointerup', end, { signal })
  node.addEventListener('pointercancel', end, { signal })
  node.addEventListener('pointerleave', leave, { signal })
  node.addEventListener('wheel', wheel, { passive: false, signal })
  node.addEventListener('dblclick', needs.reset, { signal })
  node.addEventListener('keydown', key, { signal })
  return () => {
    clearTimeout(wheelTimer)
    ending.abort()
  }
}

/** Arrows move between readings, + and − zoom, Page keys pan, Home shows everything, Escape clears the cursor. */
function keyAct(event: KeyboardEvent, needs: GestureNeeds): (() => void) | undefined {
  const view = needs.view()
  const length = view.to - view.from
  const zoom = (factor: number) => () => needs.show(zoomed(view, needs.home(), factor, (view.from + view.to) / 2), true)
  const pan = (share: number) => () => needs.show(panned(view, needs.home(), length * share), true)
  const acts: Record<string, () => void> = {
    ArrowLeft: () => needs.step(-1, event.shiftKey),
    ArrowRight: () => needs.step(1, event.shiftKey),
    '+': zoom(0.5),
    '=': zoom(0.5),
    '-': zoom(2),
    PageUp: pan(-0.8),
    PageDown: pan(0.8),
    Home: needs.reset,
    Escape: () => needs.cursor(null),
  }
  return acts[event.key]
}
