// Gestures on a chart: drag to zoom, shift or touch to pan, wheel and two fingers to zoom, double click to reset, keys.
import { type CurveView, panned, zoomed } from './curve-data.ts'
import { type Drag, isDrag, pannedView, pinchedView, selectedView, wheelView } from './curve-drag.ts'

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

/** The wheel has no end: a gesture with it has ended after this pause. */
const settleMs = 180

/** Listens on an element until `end`. */
export class CurveGestures {
  readonly #node: HTMLElement
  readonly #needs: GestureNeeds
  /** Positions of the pressed pointers. */
  readonly #pointers = new Map<number, number>()
  readonly #ending = new AbortController()
  #drag: Drag | null = null
  #wheelTimer: ReturnType<typeof setTimeout> | undefined

  constructor(node: HTMLElement, needs: GestureNeeds) {
    this.#node = node
    this.#needs = needs
    const { signal } = this.#ending
    node.addEventListener('pointerdown', (event) => this.#press(event), { signal })
    node.addEventListener('pointermove', (event) => this.#move(event), { signal })
    node.addEventListener('pointerup', (event) => this.#release(event), { signal })
    node.addEventListener('pointercancel', (event) => this.#release(event), { signal })
    node.addEventListener('pointerleave', (event) => this.#leave(event), { signal })
    node.addEventListener('wheel', (event) => this.#wheel(event), { passive: false, signal })
    node.addEventListener('dblclick', needs.reset, { signal })
    node.addEventListener('keydown', (event) => this.#key(event), { signal })
  }

  end(): void {
    clearTimeout(this.#wheelTimer)
    this.#ending.abort()
  }

  /** A page may be drawn larger or smaller than it is: pixels of the screen are not those of the plot. */
  #xOf({ clientX }: { clientX: number }): number {
    const { left, width: shown } = this.#node.getBoundingClientRect()
    const { offsetWidth } = this.#node
    const scale = offsetWidth > 0 && shown > 0 ? shown / offsetWidth : 1
    return (clientX - left) / scale - this.#needs.area().left
  }

  #room(): { home: CurveView; width: number } {
    return { home: this.#needs.home(), width: Math.max(1, this.#needs.area().width) }
  }

  /** The first two pointers: the middle between them, and their distance. */
  #fingers(): { middle: number; gap: number } {
    const [a = 0, b = 0] = this.#pointers.values()
    return { middle: (a + b) / 2, gap: Math.abs(a - b) }
  }

  #press(event: PointerEvent): void {
    if (event.button !== 0) return
    this.#node.setPointerCapture(event.pointerId)
    const isTouch = event.pointerType !== 'mouse'
    const x = this.#xOf(event)
    this.#pointers.set(event.pointerId, x)
    const { middle, gap } = this.#fingers()
    const startView = this.#needs.view()
    if (this.#pointers.size > 1) this.#drag = { kind: 'pinch', startX: middle, startView, startGap: gap }
    else this.#drag = { kind: isTouch || event.shiftKey ? 'pan' : 'select', startX: x, startView, startGap: gap }
    if (isTouch) this.#needs.cursor(x)
  }

  #move(event: PointerEvent): void {
    const x = this.#xOf(event)
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, x)
    if (this.#drag) this.#dragTo(this.#drag, x)
    else this.#needs.cursor(x)
  }

  #dragTo(drag: Drag, x: number): void {
    const { cursor, select, show } = this.#needs
    if (drag.kind === 'select') {
      cursor(x)
      select(isDrag(drag, x) ? [drag.startX, x] : null)
    } else if (drag.kind === 'pinch') show(pinchedView(drag, this.#fingers(), this.#room()), false)
    else if (isDrag(drag, x)) show(pannedView(drag, x, this.#room()), false)
  }

  #release(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId)
    const [rest] = this.#pointers.values()
    if (rest !== undefined) {
      // One of two fingers stays: it continues as a pan.
      this.#drag = { kind: 'pan', startX: rest, startView: this.#needs.view(), startGap: 0, afterPinch: true }
      return
    }
    const drag = this.#drag
    this.#drag = null
    this.#needs.select(null)
    if (drag && event.type !== 'pointercancel') this.#finish(drag, this.#xOf(event))
  }

  /** Shows the view at the end of a drag; a click changes nothing. */
  #finish(drag: Drag, x: number): void {
    if (!drag.afterPinch && !isDrag(drag, x)) return
    const view = this.#needs.view()
    this.#needs.show(drag.kind === 'select' ? selectedView(drag, x, view, this.#room().width) : view, true)
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const { show, view } = this.#needs
    show(wheelView(view(), event, this.#xOf(event), this.#room()), false)
    clearTimeout(this.#wheelTimer)
    this.#wheelTimer = setTimeout(() => show(view(), true), settleMs)
  }

  #leave(event: PointerEvent): void {
    // A finger covers its position: the values stay visible after it is lifted.
    if (!this.#drag && event.pointerType === 'mouse') this.#needs.cursor(null)
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = keyAct(event, this.#needs)
    if (!act) return
    event.preventDefault()
    act()
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
