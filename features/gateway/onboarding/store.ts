import type { Kysely } from 'kysely'
import type { Language } from '../../../contract/errors.ts'
import type { AccountId, EquipmentId, OrgId } from '../../../contract/fields.ts'
import type { DB } from '../../../db/schema.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'

/** Number of gateways and devices of the organisation, and of gateways that have connected once. */
export async function loadCounts(sight: Sight) {
  const gateways = await sight
    .from('gateway')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('gateway.lastSeenAt', 'is not', null).as('seen'),
    ])
    .executeTakeFirstOrThrow()
  const equipments = await sight
    .from('equipment')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return { gateways: Number(gateways.all), seen: Number(gateways.seen), equipments: Number(equipments.all) }
}

/** Counts gateways that the organisation registered and that are not claimed. */
export async function loadUnclaimedCounts(db: Kysely<DB>, registrarId: OrgId) {
  const row = await db
    .selectFrom('gateway')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('lastSeenAt', 'is not', null).as('seen'),
    ])
    .where('orgId', 'is', null)
    .where('removedAt', 'is', null)
    .where('registrarId', '=', registrarId)
    .executeTakeFirstOrThrow()
  return { registered: Number(row.all), seen: Number(row.seen) }
}

/** Loads one device, or the newest ones, each with its gateway and its newest configuration. */
export function loadDevices(sight: Sight, { id, most }: { id: EquipmentId | null; most: number }) {
  const query = sight
    .from('equipment')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .leftJoin(sight.table('organisation'), 'organisation.id', 'equipment.orgId')
    .select(['equipment.id', 'equipment.name', 'equipment.zone', 'organisation.zone as orgZone'])
    .select(['binding.id as bindingId', 'gateway.id as gatewayId', 'gateway.lastSeenAt'])
    .select(['gateway.configHash', 'gateway.configBindingId', 'gateway.abilities'])
    .select((eb) =>
      eb
        .selectFrom(sight.table('configVersion'))
        .select('content')
        .where('objectType', '=', 'equipment')
        .whereRef('objectId', '=', 'equipment.id')
        .orderBy('version', 'desc')
        .limit(1)
        .as('content'),
    )
  const wanted = id === null ? query : query.where('equipment.id', '=', id)
  return wanted.orderBy('equipment.id', 'desc').limit(most).execute()
}

export type DeviceRecord = Awaited<ReturnType<typeof loadDevices>>[number]

/** Stores the answer of the first administrator and returns the former zone; undefined if the account is not asked. */
export async function putFirstSettings(
  sight: WritableSight,
  accountId: AccountId,
  settings: { zone: string; language: Language },
): Promise<{ zone: string } | undefined> {
  const before = await sight
    .from('organisation')
    .select('organisation.zone')
    .where('organisation.firstSettingsBy', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (before) await sight.update('organisation', { ...settings, firstSettingsBy: null }).execute()
  return before
}
