import type { Kysely } from 'kysely'
import type { EquipmentId, GatewayId, OrgId } from '../../../contract/fields.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

type BoundGateway = {
  bindingId: number
  gatewayId: GatewayId
  sn: string
  state: 'online' | 'offline' | 'sleeping'
}

/** Name of a visible device, locked until the transaction ends. */
export const lockEquipment = (sight: Sight, id: EquipmentId) =>
  sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name'])
    .where('equipment.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The gateway bound to the device now, if any. */
export const loadBound = (sight: Sight, equipmentId: EquipmentId): Promise<BoundGateway | undefined> =>
  sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['binding.id as bindingId', 'gateway.id as gatewayId', 'gateway.sn', 'gateway.state'])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()

/** The organisation's gateway with this SN, locked until the transaction ends, so that its binding cannot change. */
export const lockGateway = (sight: Sight, sn: string) =>
  sight.from('gateway').select(['gateway.id', 'gateway.sn']).where('gateway.sn', '=', sn).forUpdate().executeTakeFirst()

export const servesAny = async (sight: Sight, gatewayId: GatewayId): Promise<boolean> =>
  (await sight
    .from('binding')
    .select('binding.id')
    .where('binding.gatewayId', '=', gatewayId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()) !== undefined

export async function insertBinding(
  sight: WritableSight,
  equipmentId: EquipmentId,
  gatewayId: GatewayId,
  at: number,
): Promise<number> {
  const row = await sight
    .insert('binding', { equipmentId, gatewayId, boundAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const endBinding = (sight: WritableSight, bindingId: number, at: number) =>
  sight.update('binding', { unboundAt: at }).where('id', '=', bindingId).execute()

/** The series of the device's template and of the gateway, if they differ. */
export async function otherSeries(
  sight: Sight,
  equipmentId: EquipmentId,
  gatewayId: GatewayId,
): Promise<{ own: string; other: string } | undefined> {
  const row = await sight
    .from('templateBinding')
    .innerJoin(sight.table('template'), 'template.id', 'templateBinding.templateId')
    .innerJoin(sight.table('gateway'), (join) => join.on('gateway.id', '=', gatewayId))
    .select(['template.series as own', 'gateway.series as other'])
    .where('templateBinding.equipmentId', '=', equipmentId)
    .executeTakeFirst()
  return row?.own && row.own !== row.other ? { own: row.own, other: row.other } : undefined
}

/** Number of claim tries of this organisation within the last hour. */
export async function countTries(sight: Sight, now: number): Promise<number> {
  const row = await sight
    .from('claimTry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('claimTry.at', '>', now - 3600_000)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertTry(sight: WritableSight, sn: string, now: number): Promise<number> {
  await sight
    .remove('claimTry')
    .where('at', '<', now - 24 * 3600_000)
    .execute()
  const row = await sight.insert('claimTry', { sn, at: now }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** Removes a claim try that succeeded, so that it does not count. */
export const removeTry = (sight: WritableSight, id: number) => sight.remove('claimTry').where('id', '=', id).execute()

/**
 * Claims a registered, unclaimed gateway for the organisation if the code is right. One statement, so that two
 * organisations cannot both claim it. A formerly released gateway gets the fresh secrets.
 */
export const claim = (
  db: Kysely<DB>,
  orgId: OrgId,
  { sn, code, at, fresh }: { sn: string; code: string; at: number; fresh: Renewed },
): Promise<{ id: GatewayId; isRenewed: boolean } | undefined> =>
  db.transaction().execute(async (inner) => {
    const row = await inner
      .updateTable('gateway')
      .set({ orgId, claimedAt: at })
      .where('sn', '=', sn)
      .where('orgId', 'is', null)
      .where('claimCodeHash', '=', claimCodeHash(sn, code))
      .returning(['id', 'releasedAt'])
      .executeTakeFirst()
    if (!row) return undefined
    const isRenewed = row.releasedAt !== null
    if (isRenewed)
      await inner
        .updateTable('gateway')
        .set({ ...fresh, releasedAt: null })
        .where('id', '=', row.id)
        .execute()
    return { id: row.id, isRenewed }
  })

/**
 * Releases a gateway with this code, unless it was bound meanwhile; returns whether it did. Binding locks the gateway's
 * row, so the row is locked before the check.
 */
export const undoClaim = (
  db: Kysely<DB>,
  orgId: OrgId,
  { id, sn, code, at }: { id: GatewayId; sn: string; code: string; at: number },
): Promise<boolean> =>
  db.transaction().execute(async (inner) => {
    const own = inner.selectFrom('gateway').select('id').where('id', '=', id).where('orgId', '=', orgId).forUpdate()
    const bound = inner.selectFrom('binding').select('id').where('gatewayId', '=', id).where('unboundAt', 'is', null)
    if (!(await own.executeTakeFirst()) || (await bound.executeTakeFirst())) return false
    await inner
      .updateTable('gateway')
      .set({ orgId: null, claimedAt: null, claimCodeHash: claimCodeHash(sn, code), releasedAt: at })
      .where('id', '=', id)
      .execute()
    return true
  })

type Renewed = { secretHash: Buffer; secretSealed: Buffer; claimCodeHash: Buffer }

/** The hash of a code, salted with the SN because a code is short; it never leaves the database. */
const claimCodeHash = (sn: string, code: string): Buffer => sha256(`${sn}:${code}`)
