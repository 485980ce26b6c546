// What the disk did not take: counted by binding, and told as gaps as soon as it takes something again.
import { type Entry, fullGap, type KeptGap, mergedGap, pointsOf, type Unwritten, unwrittenGap } from './entry.ts'

export type Lost = {
  /** These could not be kept. */
  add(entries: readonly Entry[]): void
  /** So many points are gone, nobody knows whose. */
  addUnknown(points: number): void
  /** As gaps to be written, in the order in which it was lost. */
  gaps(): Unwritten[]
  /** The first so many are on the disk now. */
  told(gaps: number): void
  isEmpty(): boolean
}

export function createLost(): Lost {
  let runs: { gap: KeptGap; points: number }[] = []

  function add(entry: Entry): void {
    const [last, next] = [runs.at(-1), fullGap(entry)]
    const gap = last && mergedGap(last.gap, next, runs.length)
    if (gap) runs[runs.length - 1] = { gap, points: last.points + pointsOf(entry) }
    else runs.push({ gap: next, points: pointsOf(entry) })
  }

  return {
    add: (entries) => entries.forEach(add),
    addUnknown(points) {
      const gap = { equipmentId: null, bindingId: null, fromAt: null, toAt: null, reason: 'torn' as const }
      runs.push({ gap, points })
    },
    gaps: () => runs.map(({ gap, points }) => unwrittenGap(gap, points)),
    told(gaps) {
      runs = runs.slice(gaps)
    },
    isEmpty: () => runs.length === 0,
  }
}
