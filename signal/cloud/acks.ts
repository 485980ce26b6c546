// Tells gateways what is committed. Acknowledgements are lost like anything else: the next one carries all of it.
import { type Down, lanes } from '../../contract/topics.ts'
import type { Committed, Historian, Landing, Place } from '../history/history.ts'

export type Acks = {
  /** Up to here everything is committed. */
  committed(place: Committed): void
  /** What became of a message that was handed to the historian. */
  landed(place: Place, landing: Landing): void
}

export type AckNeeds = {
  /** `historian.committed`. */
  mark: Historian['committed']
  /** `link.publish`. */
  send(sn: string, ack: Down['ack']): Promise<void>
  /** An acknowledgement the broker did not take. */
  onLost(error: unknown): void
}

/** While a gateway goes back, what it had under way still arrives ahead of its turn: one word is enough for all of it. */
export const againEveryMs = 500

/** A lane of a gateway is told at most once in `againEveryMs` to go back, and once for all repetitions read together. */
export function createAcks({ mark, send, onLost }: AckNeeds): Acks {
  const repeated = new Map<string, Place>()
  /** Lanes of gateways that were told to go back; the place is what came ahead since. */
  const quiet = new Map<string, Place | null>()

  function tell({ sn, epoch, lane }: Place, seq: number, again: boolean): void {
    const ack = { epoch, lane: lanes[lane], seq, ...(again ? { again } : {}) }
    send(sn, ack).catch(onLost)
  }

  // A lane that goes on says nothing about the other; outboxes of one lane share their word.
  const wayOf = ({ sn, lane }: Place) => `${sn} ${lane}`

  function goBack(place: Place): void {
    const way = wayOf(place)
    tell(place, mark(place), true)
    quiet.set(way, null)
    setTimeout(() => {
      const ahead = quiet.get(way)
      quiet.delete(way)
      if (ahead) goBack(ahead)
    }, againEveryMs).unref()
  }

  function tellRepeated(): void {
    for (const place of repeated.values()) {
      const seq = mark(place)
      // What is known but not committed yet is told when it is.
      if (seq > 0) tell(place, seq, false)
    }
    repeated.clear()
  }

  return {
    committed: (place) => tell(place, place.seq, false),
    landed(place, landing) {
      if (landing === 'taken') {
        // It went back: what had come ahead before that is old news.
        if (quiet.size > 0 && quiet.get(wayOf(place))) quiet.set(wayOf(place), null)
      } else if (landing === 'known') {
        if (repeated.size === 0) setImmediate(tellRepeated)
        repeated.set(`${place.sn} ${place.epoch} ${place.lane}`, place)
      } else if (landing === 'ahead') {
        if (quiet.has(wayOf(place))) quiet.set(wayOf(place), place)
        else goBack(place)
      }
    },
  }
}
