// One timer for everything that blinks, so that all of it blinks together. [DESIGN 5 Web]

const halfMs = 500

/** Who wants less motion sees what blinks in its other colours, standing. */
export const wantsStill = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

const hearers = new Set<(isLit: boolean) => void>()
let timer: ReturnType<typeof setInterval> | undefined
let isLit = false

/** Calls back every half second, lit and not lit in turn; answers the act that ends it. */
export function everyBlink(hear: (isLit: boolean) => void): () => void {
  hearers.add(hear)
  timer ??= setInterval(() => {
    isLit = !isLit
    for (const each of hearers) each(isLit)
  }, halfMs)
  return () => {
    hearers.delete(hear)
    if (hearers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
