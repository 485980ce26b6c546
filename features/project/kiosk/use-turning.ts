// Rotates the pages of a wall; stays on a page with an unacknowledged severe alarm, and for a while after a key or
// touch.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useNow } from '../../../ui/use-now.ts'
import type { WallPage, WallState } from './contract.ts'
import { holdOf, stillMs, type Turning, turned, turnedBy } from './rules.ts'

export function useTurning(state: WallState | undefined, binds: readonly WallPage[] | undefined) {
  const now = useNow()
  const [turning, setTurning] = useState<Turning>({ pageId: undefined, since: 0, stillUntil: 0 })
  const heldBy = useRef<number | undefined>(undefined)
  const pages = useMemo(() => state?.pages.map(({ id }): number => id) ?? [], [state?.pages])
  const hold = useMemo(() => holdOf(state?.alarms ?? [], binds ?? []), [state?.alarms, binds])
  const seconds = state?.seconds ?? 0
  useEffect(() => {
    if (pages.length === 0) return
    const isNewHold = hold !== undefined && hold.alarm.id !== heldBy.current
    heldBy.current = hold?.alarm.id
    setTurning((before) => turned(before, { pages, seconds, hold: hold?.pageId, isNewHold }, now))
  }, [now, pages, seconds, hold])
  const byHand = useRef(pages)
  byHand.current = pages
  useEffect(() => {
    const hearKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey) return
      const step = key === 'ArrowRight' || key === 'PageDown' ? 1 : key === 'ArrowLeft' || key === 'PageUp' ? -1 : 0
      setTurning((before) =>
        step === 0
          ? { ...before, stillUntil: Date.now() + stillMs }
          : turnedBy(before, byHand.current, step, Date.now()),
      )
    }
    const hearTouch = () => setTurning((before) => ({ ...before, stillUntil: Date.now() + stillMs }))
    document.addEventListener('keydown', hearKey)
    document.addEventListener('pointerdown', hearTouch)
    return () => {
      document.removeEventListener('keydown', hearKey)
      document.removeEventListener('pointerdown', hearTouch)
    }
  }, [])
  const show = (pageId: number) => setTurning({ pageId, since: Date.now(), stillUntil: Date.now() + stillMs })
  return { turning, hold, show }
}
