// Marks: the number up to which all records of an outbox and lane have arrived, so that each record is stored once.
// [DESIGN 9 Exactly once]
import type { Committed, Place } from './history.ts'

type Outbox = Omit<Place, 'seq' | 'sn'>
export type MarkRow = Outbox & { seq: number }

/** The result of checking a message's number: it is the next, it arrived before, or one before it is missing. */
type Turn = 'next' | 'known' | 'ahead'

export type Marks = {
  /**
   * Decides what to do with a message. `from`: the first number that it covers; its own number unless it reports a gap.
   */
  turnOf(place: Place, from: number): Turn
  /** Everything up to `seq` was accepted and waits for its commit. */
  take(place: Place): void
  taken(outbox: Outbox): number
  committed(outbox: Outbox): number
  commit(place: Committed): void
  /** Raises a mark to its value in the database. */
  raise(row: MarkRow): void
}

type Mark = { taken: number; committed: number }

/** The map key of one lane of one outbox. */
export const laneKey = ({ gatewayId, epoch, lane }: Outbox): string => `${gatewayId} ${epoch} ${lane}`

export function createMarks(): Marks {
  const marks = new Map<string, Mark>()
  const markOf = (outbox: Outbox): Mark => {
    const key = laneKey(outbox)
    let mark = marks.get(key)
    if (!mark) {
      mark = { taken: 0, committed: 0 }
      marks.set(key, mark)
    }
    return mark
  }
  const read = (outbox: Outbox): Mark | undefined => marks.get(laneKey(outbox))
  return {
    turnOf(place, from) {
      const taken = read(place)?.taken ?? 0
      if (place.seq <= taken) return 'known'
      return from <= taken + 1 ? 'next' : 'ahead'
    },
    take(place) {
      const mark = markOf(place)
      mark.taken = Math.max(mark.taken, place.seq)
    },
    taken: (outbox) => read(outbox)?.taken ?? 0,
    committed: (outbox) => read(outbox)?.committed ?? 0,
    commit(place) {
      const mark = markOf(place)
      mark.committed = Math.max(mark.committed, place.seq)
    },
    raise(row) {
      const mark = markOf(row)
      mark.taken = Math.max(mark.taken, row.seq)
      mark.committed = Math.max(mark.committed, row.seq)
    },
  }
}

/** The highest of each outbox and lane, in the order of first appearance. */
export function highestOf(places: readonly Place[]): Committed[] {
  const highest = new Map<string, Place>()
  for (const place of places) {
    const key = laneKey(place)
    const known = highest.get(key)
    if (!known || known.seq < place.seq) highest.set(key, place)
  }
  return [...highest.values()].map(({ gatewayId, sn, epoch, lane, seq }) => ({ gatewayId, sn, epoch, lane, seq }))
}
