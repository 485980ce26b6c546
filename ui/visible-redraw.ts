// Redraws an element at most once per frame, and only while it is in view of a visible page.

type Redrawn = {
  draw: () => void
  /** Called when the element has another size, before it is drawn again. */
  onSize: () => void
}

/** Draws for the first time once the element is visible; `stop` leaves no frame and no listener. */
export class VisibleRedraw {
  readonly #redrawn: Redrawn
  readonly #sizes = new ResizeObserver(() => {
    this.#redrawn.onSize()
    this.request()
  })
  readonly #sights = new IntersectionObserver((entries) => {
    this.#isInView = entries.some(({ isIntersecting }) => isIntersecting)
    if (this.#isInView) this.#catchUp()
  })
  readonly #pageShown = () => this.#catchUp()
  /** The requested frame; 0: none. */
  #frame = 0
  #isDirty = true
  #isInView = false

  constructor(node: HTMLElement, redrawn: Redrawn) {
    this.#redrawn = redrawn
    this.#sights.observe(node)
    this.#sizes.observe(node)
    document.addEventListener('visibilitychange', this.#pageShown)
  }

  /** Draws in the next frame, or as soon as the element is visible. */
  request(): void {
    this.#isDirty = true
    if (this.#canDraw() && this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#run())
  }

  stop(): void {
    this.#sights.disconnect()
    this.#sizes.disconnect()
    document.removeEventListener('visibilitychange', this.#pageShown)
    cancelAnimationFrame(this.#frame)
  }

  #canDraw(): boolean {
    return this.#isInView && !document.hidden
  }

  #catchUp(): void {
    if (this.#isDirty) this.request()
  }

  #run(): void {
    this.#frame = 0
    if (!this.#canDraw()) return
    this.#isDirty = false
    this.#redrawn.draw()
  }
}
