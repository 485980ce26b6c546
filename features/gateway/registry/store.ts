import type { Insertable, Kysely } from 'kysely'
import type { GatewayId, OrgId, UnclaimedId } from '../../../contract/fields.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

type Secrets = Pick<Insertable<DB['gateway']>, 'claimCodeHash' | 'secretHash' | 'secretSealed'>
type Registered = Secrets &
  Pick<Insertable<DB['gateway']>, 'sn' | 'series' | 'model' | 'remark' | 'createdAt' | 'registrarId'>

/** Registers an unclaimed gateway; undefined if the SN exists. A removed one is registered again. */
export async function insertGateway(db: Kysely<DB>, gateway: Registered): Promise<GatewayId | undefined> {
  const { sn: _, ...fields } = gateway
  const row = await db
    .insertInto('gateway')
    .values(gateway)
    .onConflict((conflict) =>
      conflict
        .column('sn')
        .doUpdateSet({ ...fields, removedAt: null, releasedAt: null, boxId: null })
        .where('gateway.removedAt', 'is not', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The id of an unclaimed gateway is the id of its gateway row. */
const gatewayOf = (id: GatewayId | UnclaimedId) => id as number as GatewayId

export async function loadSn(sight: Sight, id: GatewayId | UnclaimedId): Promise<string | undefined> {
  return (await sight.from('gateway').select('gateway.sn').where('gateway.id', '=', gatewayOf(id)).executeTakeFirst())
    ?.sn
}

export const updateSecret = (
  sight: WritableSight,
  id: GatewayId,
  secret: { secretHash: Buffer; secretSealed: Buffer },
) => sight.update('gateway', secret).where('id', '=', id).execute()

/** Unclaimed gateways that an organisation registered. */
const unclaimed = (db: Kysely<DB>, registrarId: OrgId) =>
  db
    .selectFrom('gateway')
    .where('orgId', 'is', null)
    .where('removedAt', 'is', null)
    .where('registrarId', '=', registrarId)

export async function loadUnclaimed(
  db: Kysely<DB>,
  registrarId: OrgId,
  { keyword, pageNo, pageSize }: { keyword: string | null; pageNo: number; pageSize: number },
) {
  const like = contains(keyword ?? '')
  const query = unclaimed(db, registrarId).where((eb) => eb.or([eb('sn', 'ilike', like), eb('remark', 'ilike', like)]))
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .select(['id', 'sn', 'series', 'model', 'remark', 'state', 'lastSeenAt', 'createdAt as registeredAt'])
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return { total: Number(total), rows }
}

/**
 * Voids code and secret of an unclaimed gateway. Returns its SN, or undefined if it is claimed, removed or another
 * organisation's.
 */
export async function voidUnclaimed(
  db: Kysely<DB>,
  registrarId: OrgId,
  id: UnclaimedId,
  { at, ...secrets }: Secrets & { at: number },
): Promise<string | undefined> {
  const row = await db
    .updateTable('gateway')
    .set({ ...secrets, removedAt: at, boxId: null, session: null, state: 'offline', leaseUntil: 0 })
    .where('id', '=', gatewayOf(id))
    .where('orgId', 'is', null)
    .where('removedAt', 'is', null)
    .where('registrarId', '=', registrarId)
    .returning('sn')
    .executeTakeFirst()
  return row?.sn
}

/** Loads all gateways that may connect, with their encrypted secrets, to create accounts in an external broker. */
export const loadSealedSecrets = (db: Kysely<DB>) =>
  db
    .selectFrom('gateway')
    .select(['sn', 'secretSealed', 'boxId'])
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
