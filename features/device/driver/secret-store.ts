// Passwords and files of drivers, sealed: in no version, and read only when a command leaves for its gateway.
import type { Kysely } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Keeps a secret that was entered for a place; answers its number. */
export async function insertSecret(
  sight: WritableSight,
  secret: { equipmentId: EquipmentId; place: string; sealed: Buffer; createdAt: number },
): Promise<number> {
  return (await sight.insert('driverSecret', secret).returning('id').executeTakeFirstOrThrow()).id
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
