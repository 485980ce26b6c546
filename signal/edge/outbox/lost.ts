// Counts entries that the disk did not accept, by binding, and reports them as gaps once it accepts data again.
import { type Entry, fullGap, type KeptGap, mergedGap, pointsOf, type Unwritten, unwrittenGap } from './entry.ts'

type LossCounter = {
  /** Counts entries that could not be stored. */
  add(entries: readonly Entry[]): void
  /** Counts lost points of an unknown binding. */
  addUnknown(points: number): void
  /** The gaps to be written, in the order of the losses. */
  gaps(): Unwritten[]
  /** Removes the first `gaps` gaps: they are on disk now. */
  markWritten(gaps: number): void
  isEmpty(): boolean
}

export function createLossCounter(): LossCounter {
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
    markWritten(gaps) {
      runs = runs.slice(gaps)
    },
    isEmpty: () => runs.length === 0,
  }
}
