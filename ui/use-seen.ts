import { type RefObject, useEffect, useState } from 'react'

/** Distance from the visible part at which an element counts as seen, so that it is drawn before it is scrolled to. */
const margin = '200px'

/**
 * Whether an element is, or has been, in or near the visible part of the page. Large drawings wait for it. True where
 * nothing can be observed, such as in a rendering to text.
 */
export function useSeen(ref: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (!element || isSeen) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, isSeen])
  return isSeen
}
