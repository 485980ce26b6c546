// The overlay of a chart, moved without redrawing it: the line of the cursor, and the frame of a range while dragging.

/** `nodes` belong over the area between the axes; all positions are pixels from its left. */
export class CurveOverlay {
  readonly #line = document.createElement('div')
  readonly #frame = document.createElement('div')
  readonly nodes: readonly HTMLElement[] = [this.#line, this.#frame]

  constructor() {
    this.#line.className = 'curve-cursor'
    this.#frame.className = 'curve-select'
    this.#line.hidden = true
    this.#frame.hidden = true
  }

  /** Null: no cursor. */
  cursor(x: number | null): void {
    this.#line.hidden = x === null
    if (x !== null) this.#line.style.transform = `translateX(${x}px)`
  }

  /** The two ends of the frame in any order; null: no frame. */
  select(range: readonly [number, number] | null): void {
    this.#frame.hidden = range === null
    if (!range || !this.#frame.parentElement) return
    const { clientWidth } = this.#frame.parentElement
    const [from, to] = range.map((x) => Math.min(clientWidth, Math.max(0, x))).sort((a, b) => a - b) as [number, number]
    this.#frame.style.left = `${from}px`
    this.#frame.style.width = `${to - from}px`
  }
}
