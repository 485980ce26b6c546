// A spoken message: recorded while the button is held down, sent on release.
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import type { CamerasService } from '../services.ts'
import { faultOf, type RecordFault, type Recording, record } from './record.ts'
import { base64Of } from './wav.ts'

/**
 * The state of the talk button. `short`: it was released before the recording started, e.g. while the browser asked for
 * the microphone.
 */
type TalkState =
  | { state: 'ready' | 'asking' | 'sending' | 'sent' | 'short' }
  | { state: 'recording'; since: number }
  | { state: 'fault'; fault: RecordFault }
  | { state: 'failed'; error: unknown }

export type Talking = TalkState & { down: () => void; up: () => void }

const leastMs = 400
/** The message is removed after this time. */
const toldMs = 5000

type Of = { pageId: number; widgetId: string }
type Held = { isDown: boolean; recording?: Recording; since: number; timer?: ReturnType<typeof setTimeout> }

export function useTalk(service: CamerasService | undefined, { pageId, widgetId }: Of): Talking {
  const [now, setNow] = useState<TalkState>({ state: 'ready' })
  const held = useRef<Held | undefined>(undefined)

  const send = useCallback(
    async (recording: Recording) => {
      setNow({ state: 'sending' })
      try {
        const voice = base64Of(await recording.finish())
        await service?.talk({ pageId, widgetId, voice })
        setNow({ state: 'sent' })
      } catch (error) {
        setNow({ state: 'failed', error })
      }
    },
    [service, pageId, widgetId],
  )
  const up = useCallback(() => {
    const mine = held.current
    if (!mine) return
    mine.isDown = false
    if (!mine.recording) return
    held.current = undefined
    clearTimeout(mine.timer)
    if (Date.now() - mine.since >= leastMs) return void send(mine.recording)
    mine.recording.cancel()
    setNow({ state: 'short' })
  }, [send])
  const down = useCallback(() => {
    if (held.current) return
    const mine: Held = { isDown: true, since: 0 }
    held.current = mine
    setNow({ state: 'asking' })
    record().then(
      (recording) => {
        if (!mine.isDown || held.current !== mine) {
          recording.cancel()
          if (held.current === mine) held.current = undefined
          return setNow({ state: 'short' })
        }
        mine.recording = recording
        mine.since = Date.now()
        mine.timer = setTimeout(up, limits.cameraTalkS * 1000)
        setNow({ state: 'recording', since: mine.since })
      },
      (error: unknown) => {
        held.current = undefined
        setNow({ state: 'fault', fault: faultOf(error) })
      },
    )
  }, [up])
  useEffect(() => {
    if (!['sent', 'short', 'fault', 'failed'].includes(now.state)) return undefined
    const timer = setTimeout(() => setNow({ state: 'ready' }), toldMs)
    return () => clearTimeout(timer)
  }, [now])
  // Leaving the page discards the recording.
  useEffect(
    () => () => {
      const mine = held.current
      held.current = undefined
      clearTimeout(mine?.timer)
      mine?.recording?.cancel()
    },
    [],
  )
  return { ...now, down, up }
}
