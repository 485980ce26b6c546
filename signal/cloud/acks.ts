// Acknowledges committed messages to gateways. An acknowledgement may be lost: the next one includes it.
import { type Down, lanes } from '../../contract/topics.ts'
import type { Historian } from '../history/historian.ts'
import type { Committed, Landing, Place } from '../history/history.ts'

export type Acks = {
  /** Called when all records up to this place are committed. */
  committed(place: Committed): void
  /** The result of a message that was handed to the historian. */
  landed(place: Place, landing: Landing): void
}

type AckNeeds = {
  /** Returns the mark that the historian has committed (`historian.committed`). */
  mark: Historian['committed']
  /** Publishes an acknowledgement to a gateway (`link.publish`). */
  send(sn: string, ack: Down['ack']): Promise<void>
  /** Called for an acknowledgement that the broker rejected. */
  onLost(error: unknown): void
}

/**
 * Interval of requests to send again. A gateway that has gone back still has later messages in transit; one request
 * covers all of them.
 */
export const againEveryMs = 500

/**
 * Asks a lane of a gateway to go back at most once in `againEveryMs`, and acknowledges repetitions read together once.
 */
export function createAcks({ mark, send, onLost }: AckNeeds): Acks {
  const repeated = new Map<string, Place>()
  /**
   * Lanes that were asked to send again from an earlier number, with the last message since then that was still ahead.
   */
  const quiet = new Map<string, Place | null>()

  function tell({ sn, epoch, lane }: Place, seq: number, again: boolean): void {
    const ack = { epoch, lane: lanes[lane], seq, ...(again ? { again } : {}) }
    send(sn, ack).catch(onLost)
  }

  // Requests are limited per lane, because progress in one lane says nothing about the other; the outboxes of one lane
  // share a request.
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
      // Messages that are known but not committed yet are acknowledged on commit.
      if (seq > 0) tell(place, seq, false)
    }
    repeated.clear()
  }

  return {
    committed: (place) => tell(place, place.seq, false),
    landed(place, landing) {
      if (landing === 'taken') {
        // The gateway sends again from an earlier number: messages that were ahead before no longer matter.
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
