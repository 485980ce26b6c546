// The playback of a track, and where it is now.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserFrames } from '../../../signal/web/frames.ts'
import type { Span } from '../history/part-span.ts'
import { createPlayback, type Playback, type Played } from './playback.ts'

/** Of one span: who shows another makes it anew. */
export function usePlayback(span: Span, first: number): Playback {
  const [playback] = useState(() =>
    createPlayback({ ...span, first, next: browserFrames().next, now: () => performance.now() }),
  )
  useEffect(() => playback.pause, [playback])
  return playback
}

export const usePlayed = (playback: Playback): Played => useSyncExternalStore(playback.watch, playback.read)
