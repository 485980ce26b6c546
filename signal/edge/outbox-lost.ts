// What the disk did not take: counted by binding, and told as gaps as soon as it takes something again.
import { type Entry, type KeptGap, type Unwritten, unwrittenGap } from './outbox-entry.ts'

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

// More runs of different bindings than this are told as one of nobody.
const mostRuns = 100

export function createLost(): Lost {
  let runs: { gap: KeptGap; points: number }[] = []

  function add({ equipmentId, bindingId, taken, ids }: Entry): void {
    const last = runs.at(-1)
    const isSame = last?.gap.bindingId === bindingId
    if (last && (isSame || runs.length >= mostRuns)) {
      const nobody = isSame ? {} : { equipmentId: null, bindingId: null }
      runs[runs.length - 1] = { gap: { ...last.gap, ...nobody, toAt: taken }, points: last.points + ids.length }
    } else {
      const gap = { equipmentId, bindingId, reason: 'full' as const, fromAt: taken, toAt: taken }
      runs.push({ gap, points: ids.length })
    }
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
