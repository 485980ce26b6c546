// Sealed passwords and files of drivers: contained in no version, and read only when a command is sent to the gateway.
import type { Kysely } from 'kysely'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { WritableSight } from '../../../db/sight.ts'

/** Stores a secret for a connection; returns its id. */
export async function insertSecret(
  sight: WritableSight,
  secret: { equipmentId: EquipmentId; place: string; sealed: Buffer; createdAt: number },
): Promise<number> {
  return (await sight.insert('driverSecret', secret).returning('id').executeTakeFirstOrThrow()).id
}

/** The sealed secrets with these ids that belong to the gateway's owner, and the gateway's key. */
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
