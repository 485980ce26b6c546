// Records and gaps of a gateway: whose are they, when were they taken; then remembered, or kept apart with the reason.
// Whatever can be placed is acknowledged once committed, so that nothing blocks what comes behind it.
import type { Up } from '../../contract/topics.ts'
import type { Historian, Place } from '../history/history.ts'
import type { Acks } from './acks.ts'
import type { Batch } from './batch.ts'
import type { Standing } from './gateway-book.ts'
import type { Owner, OwnerBook } from './owner-book.ts'
import type { RecordPlace } from './read-records.ts'
import { type Disowned, laneNumber, toRecordBatch } from './record-batch.ts'

export type RecordNeeds = {
  owners: OwnerBook
  historian: Pick<Historian, 'drop' | 'quarantine'>
  acks: Pick<Acks, 'landed'>
  pipeline(batch: Batch): Promise<void>
  count(reason: Disowned): void
  countValues(values: number): void
}

/** A message with the bytes it came as. */
export type Arrived<T> = { standing: Standing; message: T; payload: Uint8Array; receivedAt: number }

export type Records = {
  record(arrived: Arrived<Up['record']>): Promise<void>
  gap(arrived: Arrived<Up['gap']>): Promise<void>
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

export function createRecords({ owners, historian, acks, pipeline, count, countValues }: RecordNeeds): Records {
  function setApart(
    { standing, message, payload, receivedAt }: Arrived<RecordPlace & { bindingId?: number | null; from?: number }>,
    reason: Disowned,
    orgId: number | null = standing.orgId,
  ): void {
    count(reason)
    const place = placeOf(standing, message)
    const { bindingId = null, from } = message
    const whole = from === undefined ? {} : { from }
    acks.landed(place, historian.quarantine({ ...place, ...whole, orgId, bindingId, receivedAt, reason, payload }))
  }

  /** The owner if the binding is of this gateway and served this device, whenever that was. */
  async function ownerOf({ gatewayId, sn }: Standing, bindingId: number, equipmentId: number) {
    const owner = owners.known(bindingId) ?? (await owners.load(sn, bindingId))
    return owner?.gatewayId === gatewayId && owner.equipmentId === equipmentId ? owner : undefined
  }

  /** A column may be newer than what is known of the device: one look more. */
  async function batchOf({ standing: { sn }, message, receivedAt }: Arrived<Up['record']>, owner: Owner) {
    const batch = toRecordBatch(message, owner, sn, receivedAt)
    if (batch !== 'foreignColumn' || !owners.isStale(owner.bindingId)) return batch
    const fresh = await owners.load(sn, owner.bindingId)
    return fresh ? toRecordBatch(message, fresh, sn, receivedAt) : batch
  }

  return {
    async record(arrived) {
      const { standing, message } = arrived
      const owner = await ownerOf(standing, message.bindingId, message.equipmentId)
      if (!owner) return setApart(arrived, 'foreignBinding')
      const batch = await batchOf(arrived, owner)
      if (typeof batch === 'string') return setApart(arrived, batch, owner.orgId)
      countValues(batch.columnIds.length)
      await pipeline(batch)
    },
    async gap(arrived) {
      const { standing, message, receivedAt } = arrived
      const { bindingId, equipmentId, from, points, reason } = message
      if (bindingId === null || equipmentId === null) return setApart(arrived, 'ownerlessGap')
      const owner = await ownerOf(standing, bindingId, equipmentId)
      if (!owner) return setApart(arrived, 'foreignBinding')
      const place = placeOf(standing, message)
      const span = spanOf(message, receivedAt)
      const gap = { ...place, orgId: owner.orgId, equipmentId, from, points, ...span, reason }
      acks.landed(place, historian.drop(gap))
    },
    malformed: (arrived) => setApart(arrived, 'malformed'),
  }
}

/** The span of a gap, within what can be. */
function spanOf({ fromAt, toAt }: Up['gap'], receivedAt: number): { fromAt: number | null; toAt: number | null } {
  if (fromAt === null || toAt === null) return { fromAt: null, toAt: null }
  const within = (at: number) => Math.min(Math.max(at, 0), receivedAt)
  return { fromAt: within(Math.min(fromAt, toAt)), toAt: within(Math.max(fromAt, toAt)) }
}
