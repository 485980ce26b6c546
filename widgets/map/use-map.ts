// A map in an element while it is shown; if its code cannot be loaded, it is tried again.
import { type RefObject, useEffect, useState } from 'react'
import { useLink } from '../../ui/link.ts'
import { whenIdle } from '../when-idle.ts'
import type { MapLook, OpenMap } from './open-map.ts'

/**
 * Why there is no map. `unreachable`: its code could not be loaded. `noWebGl`, `notDrawn`: the browser cannot draw it.
 */
type MapFault = 'unreachable' | 'noWebGl' | 'notDrawn'
type Drawn = { map?: OpenMap; fault?: MapFault }

/** Delay before the code is loaded again after a failure. */
const againMs = 10_000

const hasWebGl = () => document.createElement('canvas').getContext('webgl2') !== null

/** Preloads the code, for a page that is only a map, while the page loads its data. */
export const loadMapCode = () => import('./open-map.ts')

/** Opens a new map when any of these changes. */
export function useMap(
  node: RefObject<HTMLElement | null>,
  { tone, tiles, outlines, language, onPictures, onView, onPress, isAlone, hasScale }: MapLook,
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
        open = openMap(node.current, {
          tone,
          tiles,
          outlines,
          language,
          onPictures,
          onView,
          onPress,
          isAlone,
          hasScale,
        })
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
  }, [tone, tiles, outlines, language, onPictures, onView, onPress, isAlone, hasScale, turn])
  // Tries again immediately when the platform is reachable again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its return counts
  useEffect(() => {
    if (isLost) setTurn((count) => count + 1)
  }, [returns])
  return drawn
}
