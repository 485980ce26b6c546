// Checks the owner of a message of an outbox: the same rules for arriving messages and for those stored again from
// quarantine. Pure; the caller looks up the owner and decides how fresh it must be. [DESIGN 9 Whose record is it]
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { LandGap } from '../history/history.ts'
import type { RecordBatch } from './batch.ts'
import type { GatewaySession } from './gateway-book.ts'
import type { Owner } from './owner-book.ts'
import { toRecordBatch } from './record-batch.ts'

/** The sender of a message: the gateway, and its organisation at that time (null: none, or unknown). */
export type Sender = Pick<GatewaySession, 'gatewayId' | 'sn' | 'orgId'>

/** The largest id in the database; a greater one has no owner. */
export const maxId = 2_147_483_647

/** Whether the binding belongs to this gateway and this device, at any time. */
export const isOwner = (owner: Owner | undefined, { gatewayId }: Sender, equipmentId: number): owner is Owner =>
  owner !== undefined && owner.gatewayId === gatewayId && owner.equipmentId === equipmentId

/** The readings for the owner's history, or the reason why they are not the owner's. */
export function ownedRecord(
  message: Up['record'],
  owner: Owner,
  giver: Sender,
  receivedAt: number,
): RecordBatch | 'foreignColumn' | 'before1970' | 'afterUnbinding' {
  const batch = toRecordBatch(message, owner, giver.sn, receivedAt)
  if (typeof batch === 'string') return batch
  return batch.times.some((at) => isOutside(at, owner, giver)) ? 'afterUnbinding' : batch
}

/** Alarm events for their receiver: times on the platform's clock. */
export type EventBody = { events: (Omit<Up['event']['events'][number], 't'> & { at: number })[] }

/**
 * The alarms of the owner's device, or the reason why they are not the owner's. A wrong clock shifts them like records.
 */
export function ownedEvents(
  message: Up['event'],
  owner: Owner,
  giver: Sender,
  receivedAt: number,
): EventBody | 'before1970' | 'afterUnbinding' {
  const drift = receivedAt - message.sentAt
  const start = message.at + (Math.abs(drift) > limits.clockToleranceMs ? drift : 0)
  const events = message.events.map(({ t, ...event }) => ({ ...event, at: Math.min(start + t, receivedAt) }))
  if (events.some(({ at }) => at < 0)) return 'before1970'
  return events.some(({ at }) => isOutside(at, owner, giver)) ? 'afterUnbinding' : { events }
}

/** The content of a gap, without its place in the outbox. */
type OwnedGap = Pick<LandGap, 'orgId' | 'equipmentId' | 'points' | 'fromAt' | 'toAt' | 'reason'>

/** The gap in the owner's history, or the reason why it is not the owner's. */
export function ownedGap(
  message: Up['gap'],
  owner: Owner,
  giver: Sender,
  receivedAt: number,
): OwnedGap | 'afterUnbinding' {
  const { points, reason } = message
  const { orgId, equipmentId } = owner
  const span = spanOf(message, receivedAt)
  if (span.fromAt !== null && isOutside(span.fromAt, owner, giver)) return 'afterUnbinding'
  if (span.toAt !== null && isOutside(span.toAt, owner, giver)) return 'afterUnbinding'
  return { orgId, equipmentId, points, ...span, reason }
}

/**
 * Whether a gateway that now belongs to another organisation cannot have collected the data while it served the device.
 * Such a gateway still delivers what it collected before, but its new owner must not write into the previous owner's
 * history. Within an organisation a late release loses nothing.
 */
const isOutside = (at: number, { orgId, since, until }: Owner, giver: Sender): boolean =>
  giver.orgId !== orgId &&
  (at < since - limits.clockToleranceMs || (until !== null && at > until + limits.clockToleranceMs))

/** The time span of a gap, limited to valid times. */
function spanOf({ fromAt, toAt }: Up['gap'], receivedAt: number): { fromAt: number | null; toAt: number | null } {
  if (fromAt === null || toAt === null) return { fromAt: null, toAt: null }
  const within = (at: number) => Math.min(Math.max(at, 0), receivedAt)
  return { fromAt: within(Math.min(fromAt, toAt)), toAt: within(Math.max(fromAt, toAt)) }
}
