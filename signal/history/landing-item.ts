// A message that waits for its commit, and its replacement when it cannot be committed. [DESIGN 9 Poison]
import { errorText } from '../../db/setup-error.ts'
import { encodeBatch, encodeMark } from './frame.ts'
import type { LandBatch, LandEvent, LandGap, LandQuarantine, Place } from './history.ts'

/** `bytes` are the part of a frame, including the mark; `size` counts toward the limit of waiting bytes. */
export type Item = {
  place: Place
  bytes: Uint8Array
  size: number
  points: number
  gap?: LandGap
  event?: LandEvent
  message?: LandQuarantine
  /** True if the database rejected the item before, and it is retried in another form. */
  isRefused?: boolean
}

/** A message that cannot be encoded is quarantined as received. */
export function batchItem(batch: LandBatch, at: number): Item {
  try {
    const bytes = encodeBatch(batch)
    return { place: placeOf(batch), bytes, size: bytes.length, points: batch.ids.length }
  } catch (error) {
    const { ids, times, values, codes } = batch
    const given = { ids: Array.from(ids), times: Array.from(times), values, codes: codes && Array.from(codes) }
    const payload = new TextEncoder().encode(JSON.stringify(given))
    return refusedItem({ place: placeOf(batch), bytes: payload, size: payload.length, points: 0 }, errorText(error), at)
  }
}

export function gapItem(gap: LandGap): Item {
  const bytes = encodeMark(gap)
  return { place: placeOf(gap), bytes, size: bytes.length, points: 0, gap }
}

export function quarantineItem(message: LandQuarantine): Item {
  const bytes = encodeMark(message)
  return { place: placeOf(message), bytes, size: bytes.length + message.payload.length, points: 0, message }
}

export function eventItem(event: LandEvent): Item {
  const bytes = encodeMark(event)
  return { place: placeOf(event), bytes, size: bytes.length + JSON.stringify(event.body).length, points: 0, event }
}

/** A faulty message becomes a quarantine entry, without the parts that could be refused again. */
export function refusedItem(item: Item, reason: string, at: number): Item {
  const { gatewayId, sn, epoch, lane, seq } = item.place
  const message: LandQuarantine = {
    ...{ gatewayId, sn, epoch, lane, seq, orgId: null, bindingId: null, receivedAt: at },
    reason: reason.replaceAll('\0', '').slice(0, 500),
    payload: item.message?.payload ?? (item.event ? Buffer.from(JSON.stringify(item.event.body)) : item.bytes),
  }
  return { ...quarantineItem(message), size: item.size, isRefused: true }
}

/**
 * Replaces a message that the database rejects in every form by its number alone, so that it does not block later
 * messages.
 */
export function markItem({ place, size }: Item): Item {
  return { place, bytes: encodeMark(place), size, points: 0, isRefused: true }
}

const placeOf = ({ gatewayId, sn, epoch, lane, seq }: Place): Place => ({ gatewayId, sn, epoch, lane, seq })
