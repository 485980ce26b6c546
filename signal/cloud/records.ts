// Records and gaps of a gateway: whose are they, when were they taken; then remembered, or kept apart with the reason.
// Whatever can be placed is acknowledged once committed, so that nothing blocks what comes behind it.
import { limits } from '../../contract/limits.ts'
import type { Up } from '../../contract/topics.ts'
import type { Historian, Place } from '../history/history.ts'
import type { Acks } from './acks.ts'
import type { Batch } from './batch.ts'
import { createBudget, createDaily } from './daily.ts'
import type { Standing } from './gateway-book.ts'
import type { Owner, OwnerBook } from './owner-book.ts'
import type { RecordPlace } from './read-records.ts'
import { type Disowned, laneNumber } from './record-batch.ts'
import { isOwner, maxId, ownedEvents, ownedGap, ownedRecord } from './record-owner.ts'
import { createScattered } from './scattered.ts'

export type RecordNeeds = {
  owners: OwnerBook
  historian: Pick<Historian, 'drop' | 'quarantine' | 'event'>
  acks: Pick<Acks, 'landed'>
  pipeline(batch: Batch): Promise<void>
  count(reason: Disowned | 'quarantineFull' | 'tooManyOutboxes'): void
  countValues(values: number): void
  /** The platform's clock, epoch ms. */
  now(): number
}

/** What a row of quarantine weighs beside its payload, about. */
const rowBytes = 200

/** A message with the bytes it came as. */
export type Arrived<T> = { standing: Standing; message: T; payload: Uint8Array; receivedAt: number }

export type Records = {
  record(arrived: Arrived<Up['record']>): Promise<void>
  gap(arrived: Arrived<Up['gap']>): Promise<void>
  /** Alarms that were raised and cleared on the gateway. */
  event(arrived: Arrived<Up['event']>): Promise<void>
  /** What says where it stands in its outbox and is otherwise no message of ours. */
  malformed(arrived: Arrived<RecordPlace>): void
}

const placeOf = ({ gatewayId, sn }: Standing, { epoch, lane, seq }: RecordPlace): Place => ({
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

  /** An outbox that was heard of today, or one more that may be. */
  function mayHave({ standing: { gatewayId }, message: { epoch } }: Arrived<RecordPlace>): boolean {
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
    { standing, message, payload, receivedAt }: Arrived<RecordPlace & { bindingId?: number | null; from?: number }>,
    reason: Disowned,
    orgId: number | null = standing.orgId,
  ): void {
    // Neither taken nor acknowledged: a flood of what is nobody's fills no disk but its own.
    if (!apart.spend(standing.gatewayId, payload.length + rowBytes)) return count('quarantineFull')
    count(reason)
    const place = placeOf(standing, message)
    const { bindingId: named = null, from } = message
    const bindingId = named !== null && named <= maxId ? named : null
    const whole = from === undefined ? {} : { from }
    acks.landed(place, historian.quarantine({ ...place, ...whole, orgId, bindingId, receivedAt, reason, payload }))
  }

  /** The owner if the binding is of this gateway and served this device, whenever that was. */
  async function ownerOf(standing: Standing, bindingId: number, equipmentId: number) {
    if (bindingId > maxId) return undefined
    const owner = owners.known(bindingId) ?? (await owners.load(standing, bindingId))
    return isOwner(owner, standing, equipmentId) ? owner : undefined
  }

  /** A column may be newer than what is known of the device: one look more. */
  async function batchOf({ standing, message, receivedAt }: Arrived<Up['record']>, owner: Owner) {
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
