// Passwords and files of drivers, sealed: in no version, and read only when a command leaves for its gateway.
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'

/** Keeps a secret that was entered for a place; answers its number. */
export async function insertSecret(
  sight: WritableSight,
  secret: { equipmentId: number; place: string; sealed: Buffer; createdAt: number },
): Promise<number> {
  return (await sight.insert('driverSecret', secret).returning('id').executeTakeFirstOrThrow()).id
}

/** For which place the secrets of a device with these numbers were entered; others are left out. */
export async function loadPlaces(
  sight: Sight,
  equipmentId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('driverSecret')
    .select(['driverSecret.id', 'driverSecret.place'])
    .where('driverSecret.equipmentId', '=', equipmentId)
    .where('driverSecret.id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, place }) => [id, place]))
}

/** The sealed secrets with these numbers that belong to the owner of a gateway, and what the gateway opens them with. */
export async function loadSealedFor(db: Kysely<DB>, sn: string, ids: readonly number[]) {
  const gateway = await db
    .selectFrom('gateway')
    .select(['orgId', 'secretSealed'])
    .where('sn', '=', sn)
    .executeTakeFirst()
  if (!gateway || gateway.orgId === null) return undefined
  const secrets =
    ids.length === 0
      ? []
      : await db
          .selectFrom('driverSecret')
          .select(['id', 'sealed'])
          .where('orgId', '=', gateway.orgId)
          .where('id', 'in', [...ids])
          .execute()
  return { gatewaySecret: gateway.secretSealed, secrets }
}
