// The index of the picture shown: the next one after each interval; it does not change while the window is hidden, or
// with reduced motion.
import { useEffect, useState } from 'react'

/** The index of the picture that is shown now. `everyMs` undefined: the picture does not change. */
export function useTurn(count: number, everyMs: number | undefined): number {
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (everyMs === undefined || count < 2) return undefined
    const timer = setInterval(() => {
      const isStill = document.hidden || window.matchMedia('(prefers-reduced-motion: reduce)').matches
      if (!isStill) setAt((before) => before + 1)
    }, everyMs)
    return () => clearInterval(timer)
  }, [count, everyMs])
  return count === 0 ? 0 : at % count
}
