import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { OrgDb } from '../../db/org-db.ts'
import type { DB } from '../../db/schema.ts'

export type BoundGateway = {
  bindingId: number
  gatewayId: number
  sn: string
  state: 'online' | 'offline' | 'sleeping'
}

/** Name of the device if it is ours, locked until the transaction ends. */
export const lockEquipment = (org: OrgDb, id: number) =>
  org
    .from('equipment')
    .select(['equipment.id', 'equipment.name'])
    .where('equipment.id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The gateway that serves the device now, if any. */
export const loadBound = (org: OrgDb, equipmentId: number): Promise<BoundGateway | undefined> =>
  org
    .from('binding')
    .innerJoin('gateway', 'gateway.id', 'binding.gatewayId')
    .select(['binding.id as bindingId', 'gateway.id as gatewayId', 'gateway.sn', 'gateway.state'])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()

/** Our gateway of this SN, locked until the transaction ends: only then is it worth asking whether it serves another. */
export const lockGateway = (org: OrgDb, sn: string) =>
  org.from('gateway').select(['gateway.id', 'gateway.sn']).where('gateway.sn', '=', sn).forUpdate().executeTakeFirst()

export const servesAny = async (org: OrgDb, gatewayId: number): Promise<boolean> =>
  (await org
    .from('binding')
    .select('binding.id')
    .where('binding.gatewayId', '=', gatewayId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()) !== undefined

export async function insertBinding(org: OrgDb, equipmentId: number, gatewayId: number, at: number): Promise<number> {
  const row = await org
    .insert('binding', { equipmentId, gatewayId, boundAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export const endBinding = (org: OrgDb, bindingId: number, at: number) =>
  org.update('binding', { unboundAt: at }).where('id', '=', bindingId).execute()

/** Tries of this organisation to claim within the last hour. */
export async function countTries(org: OrgDb, now: number): Promise<number> {
  const row = await org
    .from('claimTry')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('claimTry.at', '>', now - 3600_000)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function insertTry(org: OrgDb, sn: string, now: number): Promise<number> {
  await org
    .remove('claimTry')
    .where('at', '<', now - 24 * 3600_000)
    .execute()
  const row = await org.insert('claimTry', { sn, at: now }).returning('id').executeTakeFirstOrThrow()
  return row.id
}

/** A right try does not count. */
export const removeTry = (org: OrgDb, id: number) => org.remove('claimTry').where('id', '=', id).execute()

/**
 * Takes a registered gateway nobody has claimed into the organisation, if the code is its own. One
 * statement, so that two organisations cannot both have it.
 */
export async function claim(
  db: Kysely<DB>,
  orgId: number,
  sn: string,
  code: string,
  at: number,
): Promise<{ id: number; releasedAt: number | null } | undefined> {
  return db
    .updateTable('gateway')
    .set({ orgId, claimedAt: at })
    .where('sn', '=', sn)
    .where('orgId', 'is', null)
    .where('claimCodeHash', '=', claimCodeHash(sn, code))
    .returning(['id', 'releasedAt'])
    .executeTakeFirst()
}

/** The secrets of a gateway that was released and is ours now. */
export const renewSecrets = (org: OrgDb, id: number, secrets: Renewed) =>
  org
    .update('gateway', { ...secrets, releasedAt: null })
    .where('id', '=', id)
    .execute()

type Renewed = { secretHash: Buffer; secretSealed: Buffer; claimCodeHash: Buffer }

/** A code is short, so its hash is salted with the SN and never leaves the database. */
export const claimCodeHash = (sn: string, code: string): Buffer => createHash('sha256').update(`${sn}:${code}`).digest()
