// Plays a span of time: forward by its own speed, from wherever it stands. Frames and clock are handed to it.
import type { Span } from '../history/part-span.ts'

export const playSpeeds = [1, 10, 60, 300, 600] as const
export type PlaySpeed = (typeof playSpeeds)[number]
export type Played = { at: number; isPlaying: boolean; speed: PlaySpeed }

export type Playback = {
  read(): Played
  /** Calls at every change, until the returned function is called. */
  watch(changed: () => void): () => void
  /** At its end it begins anew. */
  play(): void
  pause(): void
  /** Back to where it began, and paused. */
  reset(): void
  seek(at: number): void
  setSpeed(speed: PlaySpeed): void
}

export type PlaybackNeeds = Span & {
  /** Where it begins: within the span. */
  first: number
  /** Calls once before the next frame; the returned function calls it off. */
  next: (draw: () => void) => () => void
  /** Ms of a clock that runs evenly. */
  now: () => number
}

/** A page that was out of sight goes on where it was. */
const longestFrameMs = 250

export function createPlayback({ from, to, first, next, now }: PlaybackNeeds): Playback {
  let played: Played = { at: first, isPlaying: false, speed: 60 }
  const watching = new Set<() => void>()
  let callOff: (() => void) | undefined
  let drawnAt = 0

  function change(part: Partial<Played>): void {
    played = { ...played, ...part }
    for (const changed of [...watching]) changed()
  }
  function frame(): void {
    const at = now()
    const ms = Math.min(longestFrameMs, at - drawnAt) * played.speed
    drawnAt = at
    callOff = undefined
    const reached = Math.min(to, played.at + ms)
    if (reached < to) callOff = next(frame)
    change({ at: reached, isPlaying: reached < to })
  }
  function pause(): void {
    callOff?.()
    callOff = undefined
    if (played.isPlaying) change({ isPlaying: false })
  }

  return {
    read: () => played,
    watch(changed) {
      watching.add(changed)
      return () => {
        watching.delete(changed)
        // Nobody looks at it any more.
        if (watching.size === 0) pause()
      }
    },
    play() {
      if (played.isPlaying) return
      drawnAt = now()
      change({ isPlaying: true, at: played.at >= to ? first : played.at })
      callOff = next(frame)
    },
    pause,
    reset() {
      pause()
      change({ at: first })
    },
    seek: (at) => change({ at: Math.min(to, Math.max(from, at)) }),
    setSpeed: (speed) => change({ speed }),
  }
}
