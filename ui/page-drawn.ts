// Whether the first page of a visit shows its values. All other code waits for that.
import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** A page without values does not keep the other code waiting longer. */
const patienceMs = 4_000

const drawn = createStore(false)

export const usePageDrawn = (): boolean => useStore(drawn)
const note = () => drawn.set(true)

/**
 * Notes that the page shows its values: called with true when the values are there, it counts as drawn when they are
 * painted.
 */
export function useNotesDrawn(isReady: boolean): void {
  useEffect(() => {
    if (!isReady) return undefined
    let after: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      after = setTimeout(note)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(after)
    }
  }, [isReady])
}

/**
 * Called by the frame around a page. `isLight` false: the page needs all code, so no code waits for the page to be
 * drawn.
 */
export function useDrawnInTime(isLight: boolean): void {
  useEffect(() => {
    if (!isLight) return note()
    const timer = setTimeout(note, patienceMs)
    return () => clearTimeout(timer)
  }, [isLight])
}
