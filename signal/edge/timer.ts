/** A timer that calls `act` once, at the earliest of the moments requested since the last call (monotonic ms). */
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
    /** Requests a call by this moment; infinity requests none. */
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

/** A timer lasts at most 24 days, so a longer one fires early; the callback checks the time and sets it again. */
const longestMs = 86_400_000

export type Timer = ReturnType<typeof createTimer>
