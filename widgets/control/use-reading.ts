// A bound value for a widget that draws its own fields; it draws again only when the value or its quality changes.
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { everySecond } from '../../signal/web/use-binding.ts'
import type { Input, Reading } from '../widget.ts'

const nothing: Reading = {
  ...{ isBound: false, value: null, standIn: null, quality: 'never', code: 0, time: null, texts: null, title: '' },
}

/** Value and quality; a new reading time alone does not draw again. */
export function useReading(input: Input | undefined): Reading {
  const last = useRef(nothing)
  const watch = useCallback(
    (hear: () => void) => {
      const ends = [input?.cell?.watch(hear), everySecond(hear)]
      return () => {
        for (const end of ends) end?.()
      }
    },
    [input],
  )
  const read = () => {
    const now = input?.read() ?? nothing
    const { value, quality, title, texts } = last.current
    const isSame = now.value === value && now.quality === quality && now.title === title && now.texts === texts
    if (!isSame || now.isBound !== last.current.isBound) last.current = now
    return last.current
  }
  return useSyncExternalStore(watch, read, read)
}
