/** Calls back once, at the earliest of the moments asked for since (monotonic ms). */
export function createTimer(now: () => number, act: () => void) {
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    timerAt = Number.POSITIVE_INFINITY
  }
  return {
    stop,
    /** Infinity: not at all. */
    wakeBy(moment: number) {
      if (timerAt <= moment) return
      stop()
      timerAt = moment
      const ring = () => {
        stop()
        act()
      }
      timer = setTimeout(ring, Math.min(Math.max(0, Math.ceil(moment - now())), longestMs))
    },
  }
}

/** A timer holds no more than 24 days: it rings too early, and who is called back looks again. */
const longestMs = 86_400_000
