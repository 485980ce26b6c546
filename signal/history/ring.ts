// The ring of landing segments: one is open, sealed ones wait for the compactor, the rest are empty.

export const slots = 8

export type Ring = {
  /** The segment that is written; undefined while all wait for the compactor. */
  open(): number | undefined
  /** The sealed segments, oldest first. */
  sealed(): readonly number[]
  note(points: number, bytes: number): void
  /** Whether the open segment is old or large enough at a given time. */
  isDue(now: number): boolean
  seal(): void
  /** The compactor has emptied a segment; `pointsPerChunk` decides how large the next ones should be. */
  free(slot: number, pointsPerChunk: number): void
}

export type RingPace = { sealMs: number; sealPoints: number; sealPointsMost: number; sealBytes: number }

const usualPerChunk = 200

/** `sealed`: segments that an earlier process left behind, oldest first. */
export function createRing(sealed: readonly number[], pace: RingPace, now: () => number): Ring {
  const waiting = [...sealed]
  let open: number | undefined
  let points = 0
  let bytes = 0
  let since = 0
  let size = pace.sealPoints

  /** The next after the newest, so that the order of the ring is the order of arrival. */
  const openNext = (): void => {
    const after = waiting.at(-1) ?? slots - 1
    const order = Array.from({ length: slots }, (_, step) => (after + 1 + step) % slots)
    open = order.find((slot) => !waiting.includes(slot))
    points = 0
    bytes = 0
  }
  openNext()

  return {
    open: () => open,
    sealed: () => waiting,
    note(more, moreBytes) {
      if (bytes === 0) since = now()
      points += more
      bytes += moreBytes
    },
    isDue: (at) => bytes > 0 && (at - since >= pace.sealMs || points >= size || bytes >= pace.sealBytes),
    seal() {
      if (open === undefined || bytes === 0) return
      waiting.push(open)
      openNext()
    },
    free(slot, pointsPerChunk) {
      waiting.splice(waiting.indexOf(slot), 1)
      if (pointsPerChunk > 0) {
        const wanted = (size * usualPerChunk) / pointsPerChunk
        size = Math.min(pace.sealPointsMost, Math.max(pace.sealPoints, Math.round(wanted)))
      }
      if (open === undefined) openNext()
    },
  }
}
