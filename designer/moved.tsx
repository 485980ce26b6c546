// A layer that moves during a drag. A style change makes Chromium rebuild the layers of the whole page (7 ms per frame
// with 2000 widgets), an animation does not: so the layer has two paused animations, one along each axis, and their
// time sets the position.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Point } from './document/geometry.ts'

/** A distance in pixels that no drag reaches. */
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
