// Handles records and gaps of a gateway: finds their owner and time; then stores them, or quarantines them with the
// reason. Every message with a place is acknowledged once committed, so that it blocks no later one.
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { Historian } from '../history/historian.ts'
import type { Place } from '../history/history.ts'
import type { Acks } from './acks.ts'
import type { Batch } from './batch.ts'
import { createBudget, createDaily } from './daily.ts'
import type { GatewaySession } from './gateway-book.ts'
import type { Owner, OwnerBook } from './owner-book.ts'
import type { RecordPlace } from './read-records.ts'
import { laneNumber, type NoOwnerReason } from './record-batch.ts'
import { isOwner, maxId, ownedEvents, ownedGap, ownedRecord } from './record-owner.ts'
import { createScattered } from './scattered.ts'

type RecordNeeds = {
  owners: OwnerBook
  historian: Pick<Historian, 'drop' | 'quarantine' | 'event'>
  acks: Pick<Acks, 'landed'>
  pipeline(batch: Batch): Promise<void>
  count(reason: NoOwnerReason | 'quarantineFull' | 'tooManyOutboxes'): void
  countValues(values: number): void
  /** The platform's clock, epoch ms. */
  now(): number
}

/** Approximate size of a quarantine row besides its payload. */
const rowBytes = 200

/** A message of a gateway, with its raw bytes. */
export type ReceivedMessage<T> = { standing: GatewaySession; message: T; payload: Uint8Array; receivedAt: number }

export type Records = {
  record(arrived: ReceivedMessage<Up['record']>): Promise<void>
  gap(arrived: ReceivedMessage<Up['gap']>): Promise<void>
  /** Alarms that were raised and cleared on the gateway. */
  event(arrived: ReceivedMessage<Up['event']>): Promise<void>
  /** A message whose place in its outbox is readable, and nothing else. */
  malformed(arrived: ReceivedMessage<RecordPlace>): void
}

const placeOf = ({ gatewayId, sn }: GatewaySession, { epoch, lane, seq }: RecordPlace): Place => ({
  gatewayId,
  sn,
  epoch,
  lane: laneNumber(lane),
  seq,
})

export function createRecords({ owners, historian, acks, pipeline, count, countValues, now }: RecordNeeds): Records {
  const apart = createBudget(now, limits.quarantineBytesADay)
  const gaps = createBudget(now, limits.gapsADay)
  const outboxes = createBudget(now, limits.outboxesADay)
  const scattered = createScattered(now)
  const known = createDaily(now, () => new Set<string>())

  /** Whether the outbox was used today, or the quota allows one more. */
  function mayHave({ standing: { gatewayId }, message: { epoch } }: ReceivedMessage<RecordPlace>): boolean {
    const epochs = known(gatewayId)
    if (epochs.has(epoch)) return true
    if (!outboxes.spend(gatewayId, 1)) {
      count('tooManyOutboxes')
      return false
    }
    epochs.add(epoch)
    return true
  }

  function setApart(
    {
      standing,
      message,
      payload,
      receivedAt,
    }: ReceivedMessage<RecordPlace & { bindingId?: number | null; from?: number }>,
    reason: NoOwnerReason,
    orgId: number | null = standing.orgId,
  ): void {
    // The record is neither stored nor acknowledged: records without an owner fill at most the gateway's quota.
    if (!apart.spend(standing.gatewayId, payload.length + rowBytes)) return count('quarantineFull')
    count(reason)
    const place = placeOf(standing, message)
    const { bindingId: named = null, from } = message
    const bindingId = named !== null && named <= maxId ? named : null
    const whole = from === undefined ? {} : { from }
    acks.landed(place, historian.quarantine({ ...place, ...whole, orgId, bindingId, receivedAt, reason, payload }))
  }

  /** The owner if the binding belongs to this gateway and this device, at any time. */
  async function ownerOf(standing: GatewaySession, bindingId: number, equipmentId: number) {
    if (bindingId > maxId) return undefined
    const owner = owners.known(bindingId) ?? (await owners.load(standing, bindingId))
    return isOwner(owner, standing, equipmentId) ? owner : undefined
  }

  /** Looks up the owner again for an unknown column, which may be newer than the cache. */
  async function batchOf({ standing, message, receivedAt }: ReceivedMessage<Up['record']>, owner: Owner) {
    const batch = ownedRecord(message, owner, standing, receivedAt)
    if (batch !== 'foreignColumn' || !owners.isStale(owner.bindingId)) return batch
    const fresh = await owners.load(standing, owner.bindingId)
    return fresh ? ownedRecord(message, fresh, standing, receivedAt) : batch
  }

  return {
    async record(arrived) {
      if (!mayHave(arrived)) return
      const { standing, message } = arrived
      const owner = await ownerOf(standing, message.bindingId, message.equipmentId)
      if (!owner) return setApart(arrived, 'foreignBinding')
      const batch = await batchOf(arrived, owner)
      if (typeof batch === 'string') return setApart(arrived, batch, owner.orgId)
      if (!scattered.mayBegin(batch)) return setApart(arrived, 'tooScattered', owner.orgId)
      countValues(batch.columnIds.length)
      await pipeline(batch)
    },
    async gap(arrived) {
      if (!mayHave(arrived)) return
      const { standing, message, receivedAt } = arrived
      const { bindingId, equipmentId, from } = message
      if (bindingId === null || equipmentId === null) return setApart(arrived, 'ownerlessGap')
      const owner = await ownerOf(standing, bindingId, equipmentId)
      if (!owner) return setApart(arrived, 'foreignBinding')
      const place = placeOf(standing, message)
      const gap = ownedGap(message, owner, standing, receivedAt)
      if (typeof gap === 'string') return setApart(arrived, gap, owner.orgId)
      if (!gaps.spend(standing.gatewayId, 1)) return setApart(arrived, 'tooManyGaps', owner.orgId)
      acks.landed(place, historian.drop({ ...place, from, ...gap }))
    },
    async event(arrived) {
      if (!mayHave(arrived)) return
      const { standing, message, receivedAt } = arrived
      const owner = await ownerOf(standing, message.bindingId, message.equipmentId)
      if (!owner) return setApart(arrived, 'foreignBinding')
      const body = ownedEvents(message, owner, standing, receivedAt)
      if (typeof body === 'string') return setApart(arrived, body, owner.orgId)
      const { orgId, equipmentId, bindingId } = owner
      const place = placeOf(standing, message)
      acks.landed(place, historian.event({ ...place, orgId, equipmentId, bindingId, receivedAt, body }))
    },
    malformed(arrived) {
      if (mayHave(arrived)) setApart(arrived, 'malformed')
    },
  }
}
