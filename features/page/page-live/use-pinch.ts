// Two fingers, or the wheel with Ctrl, zoom a page inside its frame, without zooming the browser window.
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { type Fingers, pinched, type Size, type View } from './page-scale.ts'

export const innerSize = ({ clientWidth: width, clientHeight: height }: HTMLElement): Size => ({ width, height })

/** Turning the wheel by this many pixels scales the page by e. */
const wheelPx = 400

export function usePinch(
  frame: RefObject<HTMLElement | null>,
  { width, height }: Size,
  scale: number,
  onScale: (scale: number) => void,
): void {
  // The scroll position to apply after drawing at the new scale.
  const scroll = useRef<View | null>(null)
  const latest = useRef({ scale, onScale })
  latest.current = { scale, onScale }
  useLayoutEffect(() => {
    const { current } = frame
    if (current && scroll.current?.scale === scale) current.scrollTo(scroll.current.left, scroll.current.top)
    scroll.current = null
  }, [frame, scale])
  useEffect(() => {
    const node = frame.current
    if (!node) return undefined
    let began: (View & { fingers: Fingers }) | undefined
    const begin = (fingers: Fingers) => ({
      fingers,
      scale: latest.current.scale,
      left: node.scrollLeft,
      top: node.scrollTop,
    })
    const move = (from: View & { fingers: Fingers }, to: Fingers) => {
      const view = pinched({ width, height }, innerSize(node), from, to)
      scroll.current = view
      if (view.scale === latest.current.scale) node.scrollTo(view.left, view.top)
      else latest.current.onScale(view.scale)
    }
    const onTouch = (event: TouchEvent) => {
      const fingers = event.touches.length === 2 ? fingersOf(node, event.touches) : undefined
      if (!fingers) {
        began = undefined
        return
      }
      event.preventDefault()
      if (event.type === 'touchmove' && began) move(began, fingers)
      else began = begin(fingers)
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const at = placeIn(node, event)
      move(begin({ ...at, apart: 1 }), { ...at, apart: Math.exp(-event.deltaY / wheelPx) })
    }
    const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
    // The listeners are not passive, because zooming the page must not zoom or scroll the window.
    for (const type of touches) node.addEventListener(type, onTouch, { passive: false })
    node.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      for (const type of touches) node.removeEventListener(type, onTouch)
      node.removeEventListener('wheel', onWheel)
    }
  }, [frame, width, height])
}

type At = { clientX: number; clientY: number }

function placeIn(node: HTMLElement, { clientX, clientY }: At): { x: number; y: number } {
  const { left, top } = node.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function fingersOf(node: HTMLElement, touches: TouchList): Fingers | undefined {
  const [one, other] = [touches[0], touches[1]]
  if (!one || !other) return undefined
  const [a, b] = [placeIn(node, one), placeIn(node, other)]
  const apart = Math.hypot(a.x - b.x, a.y - b.y)
  return apart > 0 ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart } : undefined
}
