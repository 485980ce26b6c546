// Plays a span of time forward at a chosen speed. Frames and clock are parameters.
import type { Span } from '../history/part-span.ts'

export const playSpeeds = [1, 10, 60, 300, 600] as const
type PlaySpeed = (typeof playSpeeds)[number]
export type Played = { at: number; isPlaying: boolean; speed: PlaySpeed }

export type Playback = {
  read(): Played
  /** Calls `changed` on every change, until the returned function is called. */
  watch(changed: () => void): () => void
  /** Starts playing; if the position is at the end of the span, from its start. */
  play(): void
  pause(): void
  /** Pauses and returns to the start. */
  reset(): void
  seek(at: number): void
  setSpeed(speed: PlaySpeed): void
}

type PlaybackNeeds = Span & {
  /** The start position, within the span. */
  first: number
  /** Calls `draw` once before the next frame; the returned function cancels that. */
  next: (draw: () => void) => () => void
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Longest step per frame, so that a hidden page does not skip time. */
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
        // Pauses when no component watches any more.
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
