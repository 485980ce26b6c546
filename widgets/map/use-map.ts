// A map in an element for as long as it is shown; a map whose code cannot be loaded is tried again.
import { type RefObject, useEffect, useState } from 'react'
import { useLink } from '../../ui/link.ts'
import { whenIdle } from '../when-idle.ts'
import type { MapLook, OpenMap } from './open-map.ts'

/** `unreachable`: its code could not be loaded. `noWebGl`, `notDrawn`: this browser draws none. */
export type MapFault = 'unreachable' | 'noWebGl' | 'notDrawn'
type Drawn = { map?: OpenMap; fault?: MapFault }

/** How soon the code is asked for again that could not be loaded. */
const againMs = 10_000

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** For a page that is nothing but a map: while it asks what the map shows. */
export const loadMapCode = () => import('./open-map.ts')

/** A new map is opened when any of these is another one. */
export function useMap(
  node: RefObject<HTMLElement | null>,
  { tone, tiles, outlines, onPictures, onView, onPress, isAlone, hasScale }: MapLook,
): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({})
  const [turn, setTurn] = useState(0)
  const { returns } = useLink()
  const isLost = drawn.fault === 'unreachable'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn tries again
  useEffect(() => {
    let isOver = false
    let open: OpenMap | undefined
    let retry: ReturnType<typeof setTimeout> | undefined
    const draw = ({ openMap }: typeof import('./open-map.ts')) => {
      if (isOver || !node.current) return
      try {
        open = openMap(node.current, { tone, tiles, outlines, onPictures, onView, onPress, isAlone, hasScale })
        setDrawn({ map: open })
      } catch {
        setDrawn({ fault: hasWebGl() ? 'notDrawn' : 'noWebGl' })
      }
    }
    const code = isAlone ? loadMapCode() : whenIdle().then(loadMapCode)
    code.then(draw, () => {
      if (isOver) return
      setDrawn({ fault: 'unreachable' })
      retry = setTimeout(() => setTurn((count) => count + 1), againMs)
    })
    return () => {
      isOver = true
      clearTimeout(retry)
      if (open) setDrawn({})
      open?.close()
    }
  }, [tone, tiles, outlines, onPictures, onView, onPress, isAlone, hasScale, turn])
  // A platform that is back is asked at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its return counts
  useEffect(() => {
    if (isLost) setTurn((count) => count + 1)
  }, [returns])
  return drawn
}
