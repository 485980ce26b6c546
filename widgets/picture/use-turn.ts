// Which of several pictures is shown: the next one after each step, none while the window is hidden or less motion is wanted.
import { useEffect, useState } from 'react'

/** `everyMs` nothing: it stands still. */
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
