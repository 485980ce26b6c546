// A button that turns the camera while held down: repeated to the platform, which otherwise stops the camera.
import { useCallback, useEffect, useRef, useState } from 'react'
import { newUuid } from '../../core/new-uuid.ts'
import type { CameraDirection, CamerasService } from '../services.ts'

type Pressed = {
  press: string
  direction: CameraDirection
  timer: ReturnType<typeof setTimeout> | undefined
  begun: Promise<unknown>
}

export type Pressing = {
  direction: CameraDirection | undefined
  down: (direction: CameraDirection) => void
  up: () => void
}

type Of = { pageId: number; widgetId: string }

export function usePress(service: CamerasService | undefined, of: Of, tell: (error: unknown) => void): Pressing {
  const [direction, setDirection] = useState<CameraDirection>()
  const pressed = useRef<Pressed | undefined>(undefined)
  const { pageId, widgetId } = of
  const up = useCallback(() => {
    const mine = pressed.current
    if (!mine || !service) return
    pressed.current = undefined
    setDirection(undefined)
    clearTimeout(mine.timer)
    // The stop is sent after the press, even after a short one; in the other order the camera would keep turning. If
    // the stop is lost, the platform stops the camera automatically.
    const stop = () => service.stop({ pageId, widgetId, press: mine.press })
    mine.begun.then(stop).catch(() => undefined)
  }, [service, pageId, widgetId])
  const down = useCallback(
    (next: CameraDirection) => {
      if (!service) return
      up()
      const mine: Pressed = { press: newUuid(), direction: next, timer: undefined, begun: Promise.resolve() }
      pressed.current = mine
      setDirection(next)
      const say = async () => {
        const began = Date.now()
        const { isTurning, leaseMs } = await service.turn({
          ...{ pageId, widgetId, press: mine.press, direction: next },
        })
        if (pressed.current !== mine) return
        if (!isTurning) return up()
        mine.timer = setTimeout(() => void say().catch(fail), Math.max(leaseMs * 0.4 - (Date.now() - began), 0))
      }
      // A short press ends before its answer arrives: the reason for a failure is shown all the same.
      const fail = (error: unknown) => {
        if (pressed.current && pressed.current !== mine) return
        tell(error)
        up()
      }
      mine.begun = say()
      mine.begun.catch(fail)
    },
    [service, up, pageId, widgetId, tell],
  )
  useEffect(() => {
    const hidden = () => document.hidden && up()
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('blur', up)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('blur', up)
      up()
    }
  }, [up])
  return { direction, down, up }
}
