// Records and gaps of a gateway: whose are they, when were they taken; then remembered, or kept apart with the reason.
// Whatever can be placed is acknowledged once committed, so that nothing blocks what comes behind it.
import { limits } from '../../contract/limits.ts'
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
  count(reason: Disowned | 'quarantineFull'): void
  countValues(values: number): void
  /** The platform's clock, epoch ms. */
  now(): number
}

/**
 * What one gateway may have kept apart in a day: a whole outbox that was taken for a device that is gone, twice. Beyond
 * it nothing is taken and nothing acknowledged, so that a flood of what is nobody's fills no disk but its own.
 */
export const quarantineBytesADay = 2 * limits.outboxBytes

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

export function createRecords({ owners, historian, acks, pipeline, count, countValues, now }: RecordNeeds): Records {
  const apart = createBudget(now)

  function setApart(
    { standing, message, payload, receivedAt }: Arrived<RecordPlace & { bindingId?: number | null; from?: number }>,
    reason: Disowned,
    orgId: number | null = standing.orgId,
  ): void {
    if (!apart.spend(standing.gatewayId, payload.length)) return count('quarantineFull')
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

const dayMs = 24 * 3600_000

/** Bytes of each gateway in the day that runs; forgotten with it. */
function createBudget(now: () => number): { spend(gatewayId: number, bytes: number): boolean } {
  let day = Number.NaN
  const spent = new Map<number, number>()
  return {
    spend(gatewayId, bytes) {
      const current = Math.floor(now() / dayMs)
      if (current !== day) spent.clear()
      day = current
      const sum = (spent.get(gatewayId) ?? 0) + bytes
      if (sum > quarantineBytesADay) return false
      spent.set(gatewayId, sum)
      return true
    },
  }
}
