// A layer that is moved while something is dragged. Chromium puts a whole page into layers anew for every style that moves
// one of them (7 ms a frame with 2000 widgets), and for an animation it does not: so it is moved by animations that stand
// still, one along each axis, whose time is the way.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Point } from './document/geometry.ts'

/** Farther than anything is dragged; pixels. */
const far = 100_000

export function Moved({ by, className, children }: { by: Point; className?: string; children: ReactNode }) {
  const node = useRef<HTMLDivElement>(null)
  const axes = useRef<{ x: Animation; y: Animation }>(undefined)
  useLayoutEffect(() => {
    const still = (keyframes: PropertyIndexedKeyframes) => {
      const animation = node.current!.animate(keyframes, { duration: 2 * far, fill: 'both' })
      animation.pause()
      return animation
    }
    const x = still({ translate: [`${-far}px 0`, `${far}px 0`] })
    const y = still({ transform: [`translateY(${-far}px)`, `translateY(${far}px)`] })
    axes.current = { x, y }
    return () => {
      x.cancel()
      y.cancel()
    }
  }, [])
  useLayoutEffect(() => {
    axes.current!.x.currentTime = far + by.x
    axes.current!.y.currentTime = far + by.y
  }, [by.x, by.y])
  return (
    <div ref={node} className={className}>
      {children}
    </div>
  )
}
