import { useEffect, useState } from 'react'
import type { Size } from './page-scale.ts'
import { innerSize } from './use-pinch.ts'

/** The inner size of a node, updated on changes. */
export function useRoom(node: { current: HTMLElement | null }): Size {
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = node
    if (!current) return undefined
    const observer = new ResizeObserver(() => setRoom(innerSize(current)))
    observer.observe(current)
    return () => observer.disconnect()
  }, [node])
  return room
}
