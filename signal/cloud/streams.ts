// Which live streams are open on which gateway: a gateway that comes back is opened again while somebody still watches.
import type { Open } from '../../contract/topics.ts'

export type Streams = {
  add(sn: string, open: Open): void
  /** What still runs on a gateway, with the seconds that are left. */
  of(sn: string): Open[]
  /** Nobody watches what the gateway no longer serves. */
  forget(sn: string): void
  size(): number
}

/** Bounded by what is open: one entry for each gateway and interval, gone when its time is over. */
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
