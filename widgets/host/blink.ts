// Half the blinking period. One timer serves all blinking widgets, so that they blink in step. [DESIGN 5 Web]

const halfMs = 500

/** True if the user prefers reduced motion: blinking widgets then show their alternate colours without blinking. */
export const wantsStill = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches

const hearers = new Set<(isLit: boolean) => void>()
let timer: ReturnType<typeof setInterval> | undefined
let isLit = false

/** Calls back every half second with alternating states; returns the function that unsubscribes. */
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
