// The playback of a track, and its current time.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserFrames } from '../../../signal/web/frames.ts'
import type { Span } from '../history/part-span.ts'
import { createPlayback, type Playback, type Played } from './playback.ts'

/** The playback of one span. Another span needs a new component instance. */
export function usePlayback(span: Span, first: number): Playback {
  const [playback] = useState(() =>
    createPlayback({ ...span, first, next: browserFrames().next, now: () => performance.now() }),
  )
  useEffect(() => playback.pause, [playback])
  return playback
}

export const usePlayed = (playback: Playback): Played => useSyncExternalStore(playback.watch, playback.read)
