// Open live streams of each gateway: a gateway that reconnects is opened again while a viewer watches.
import type { Open } from '../../contract/topics.ts'

type Streams = {
  add(sn: string, open: Open): void
  /** Active streams of a gateway, with their remaining seconds. */
  of(sn: string): Open[]
  /** Removes the streams of a gateway that no longer serves the device. */
  forget(sn: string): void
  size(): number
}

/** Bounded: one entry per gateway and interval, deleted when its time is over. */
export function createStreams(now: () => number): Streams {
  const ends = new Map<string, Map<number, number>>()

  function prune(): void {
    for (const [sn, intervals] of ends) {
      for (const [interval, until] of intervals) if (until <= now()) intervals.delete(interval)
      if (intervals.size === 0) ends.delete(sn)
    }
  }

  return {
    add(sn, { intervalMs, delayS }) {
      prune()
      const intervals = ends.get(sn) ?? new Map<number, number>()
      intervals.set(intervalMs, Math.max(intervals.get(intervalMs) ?? 0, now() + delayS * 1000))
      ends.set(sn, intervals)
    },
    of(sn) {
      const running = [...(ends.get(sn) ?? [])].filter(([, until]) => until > now())
      return running.map(([intervalMs, until]) => ({ intervalMs, delayS: Math.ceil((until - now()) / 1000) }))
    },
    forget: (sn) => void ends.delete(sn),
    size: () => ends.size,
  }
}
