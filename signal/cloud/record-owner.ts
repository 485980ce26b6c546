// Whose a message of an outbox is, and whether it may be so: the same rules for what arrives and for what is relanded
// out of quarantine. Pure; who looks up the owner decides how fresh it has to be. [DESIGN 9 Whose record is it]
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { LandGap } from '../history/history.ts'
import type { RecordBatch } from './batch.ts'
import type { Standing } from './gateway-book.ts'
import type { Owner } from './owner-book.ts'
import { toRecordBatch } from './record-batch.ts'

/** Who hands a message over: the gateway, and the company that had it then (null: nobody, or not known). */
export type Giver = Pick<Standing, 'gatewayId' | 'sn' | 'orgId'>

/** What the database can hold as an id: a greater one is nobody's. */
export const maxId = 2_147_483_647

/** Whether the binding is of this gateway and served this device, whenever that was. */
export const isOwner = (owner: Owner | undefined, { gatewayId }: Giver, equipmentId: number): owner is Owner =>
  owner !== undefined && owner.gatewayId === gatewayId && owner.equipmentId === equipmentId

/** The readings for the owner's history, or why they are not his. */
export function ownedRecord(
  message: Up['record'],
  owner: Owner,
  giver: Giver,
  receivedAt: number,
): RecordBatch | 'foreignColumn' | 'before1970' | 'afterUnbinding' {
  const batch = toRecordBatch(message, owner, giver.sn, receivedAt)
  if (typeof batch === 'string') return batch
  return batch.times.some((at) => isOutside(at, owner, giver)) ? 'afterUnbinding' : batch
}

/** What gateways tell of alarms, as whoever deals with it gets it: times on the platform's clock. */
export type EventBody = { events: (Omit<Up['event']['events'][number], 't'> & { at: number })[] }

/** The alarms of the owner's device, or why they are not his. A clock that is off shifts them as it does records. */
export function ownedEvents(
  message: Up['event'],
  owner: Owner,
  giver: Giver,
  receivedAt: number,
): EventBody | 'before1970' | 'afterUnbinding' {
  const drift = receivedAt - message.sentAt
  const start = message.at + (Math.abs(drift) > limits.clockToleranceMs ? drift : 0)
  const events = message.events.map(({ t, ...event }) => ({ ...event, at: Math.min(start + t, receivedAt) }))
  if (events.some(({ at }) => at < 0)) return 'before1970'
  return events.some(({ at }) => isOutside(at, owner, giver)) ? 'afterUnbinding' : { events }
}

/** What a gap tells of, without its place in the outbox. */
type OwnedGap = Pick<LandGap, 'orgId' | 'equipmentId' | 'points' | 'fromAt' | 'toAt' | 'reason'>

/** The hole in the owner's history, or why it is not his. */
export function ownedGap(
  message: Up['gap'],
  owner: Owner,
  giver: Giver,
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
 * A gateway that another company has now still delivers what it took for the one before, and nothing that it could not
 * have taken while it served the device: else whoever has the box would write into a stranger's history. Within a
 * company a late release loses nothing.
 */
const isOutside = (at: number, { orgId, since, until }: Owner, giver: Giver): boolean =>
  giver.orgId !== orgId &&
  (at < since - limits.clockToleranceMs || (until !== null && at > until + limits.clockToleranceMs))

/** The span of a gap, within what can be. */
function spanOf({ fromAt, toAt }: Up['gap'], receivedAt: number): { fromAt: number | null; toAt: number | null } {
  if (fromAt === null || toAt === null) return { fromAt: null, toAt: null }
  const within = (at: number) => Math.min(Math.max(at, 0), receivedAt)
  return { fromAt: within(Math.min(fromAt, toAt)), toAt: within(Math.max(fromAt, toAt)) }
}
