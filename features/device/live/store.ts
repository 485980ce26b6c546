import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { literal } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import { keepNewestTokens } from '../../../db/session-tokens.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import { nameLike } from '../../../db/translated.ts'
import type { LastReadings } from '../../../signal/cloud/live-table.ts'
import type { Ticket } from '../../../signal/cloud/socket.ts'
import type { Shown } from '../open/live-reading.ts'
import type { searchSignals } from './contract.ts'

/** The gateway of a visible device, with the fields that live monitoring needs. */
export const loadLiveGateway = (sight: Sight, equipmentId: EquipmentId) =>
  sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select([
      'gateway.sn',
      'gateway.state',
      'gateway.vpn',
      'gateway.mode',
      'gateway.signalStrength',
      'gateway.lastSeenAt',
      'gateway.economizeOpen',
      'gateway.smartSaving',
    ])
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()

/** The variables of a device in order, with the names of their drivers. */
export async function loadSignals(sight: Sight, equipmentId: EquipmentId): Promise<Shown[]> {
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('driver'), 'driver.id', 'signal.driverId')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.spec', 'driver.name as driverName', 'driver.spec as driver'])
    .select(['equipment.defaultValueMode as mode', 'equipment.defaultValue as default'])
    .where('signal.equipmentId', '=', equipmentId)
    .orderBy('signal.position')
    .execute()
  return rows.map(({ spec, driver, ...rest }) => ({
    ...(spec as unknown as Signal),
    ...{ ...rest, driver: driver as unknown as Driver },
  }))
}

type Columns = Pick<LastReadings, 'ids' | 'values' | 'codes' | 'times'>

/** The stored last values of devices, without those of deleted variables. */
export async function loadLastValues(db: Kysely<DB>, equipmentIds: readonly EquipmentId[]): Promise<LastReadings[]> {
  if (equipmentIds.length === 0) return []
  const rows = await db.selectFrom('lastValue').selectAll().where('equipmentId', 'in', equipmentIds).execute()
  const signals = await db.selectFrom('signal').select('id').where('equipmentId', 'in', equipmentIds).execute()
  const known = new Set<number>(signals.map(({ id }) => id))
  return rows.map(({ equipmentId, orgId, readings }) => {
    const { ids, values, codes, times } = JSON.parse(readings) as Columns
    const isKnown = (_: unknown, i: number) => known.has(ids[i]!)
    return {
      ...{ equipmentId, orgId, ids: ids.filter(isKnown), values: values.filter(isKnown) },
      ...{ codes: codes.filter(isKnown), times: times.filter(isKnown) },
    }
  })
}

/** Maximum text length per statement: a device with long texts in all variables has some megabytes. */
const lettersAtOnce = 8 * 1024 * 1024

/** Stores last values of devices; older values never replace newer ones, and values of deleted devices are dropped. */
export async function saveLastValues(db: Kysely<DB>, devices: readonly LastReadings[]): Promise<void> {
  let rows: Row[] = []
  let length = 0
  for (const { equipmentId, ids, values, codes, times } of devices) {
    const at = times.reduce((most, at) => Math.max(most, at), 0)
    const readings = JSON.stringify({ ids, values, codes, times } satisfies Columns)
    rows.push({ equipmentId, at, readings })
    length += readings.length
    if (length < lettersAtOnce) continue
    await saveRows(db, rows)
    rows = []
    length = 0
  }
  await saveRows(db, rows)
}

type Row = { equipmentId: EquipmentId; at: number; readings: string }

async function saveRows(db: Kysely<DB>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ equipmentId }) => equipmentId)
  const newest = rows.map(({ at }) => at)
  const texts = rows.map(({ readings }) => readings)
  await sql`insert into last_value (equipment_id, org_id, at, readings)
    select equipment.id, equipment.org_id, v.at, v.readings
    from unnest(${ids}::int[], ${newest}::bigint[], ${texts}::text[]) as v (equipment_id, at, readings)
    join equipment on equipment.id = v.equipment_id
    on conflict (equipment_id) do update
      set org_id = excluded.org_id, at = excluded.at, readings = excluded.readings
      where excluded.at >= last_value.at`.execute(db)
}

export async function insertTicket(
  sight: WritableSight,
  ticket: { tokenHash: Buffer; sessionHash: Buffer; equipmentId: EquipmentId; expiresAt: number },
) {
  await sight.insert('socketToken', ticket).execute()
  await keepNewestTokens(sight, 'socketToken', ticket.sessionHash)
}

/** Deletes tokens that were not used in time. */
export const pruneTickets = (db: Kysely<DB>, now: number) =>
  db.deleteFrom('socketToken').where('expiresAt', '<', now).execute()

/** Redeems a token: it works once, while it and its session are valid. */
export async function redeemTicket(db: Kysely<DB>, tokenHash: Buffer, now: number): Promise<Ticket | undefined> {
  const row = await db.deleteFrom('socketToken').where('tokenHash', '=', tokenHash).returningAll().executeTakeFirst()
  if (!row || row.expiresAt < now) return undefined
  const { orgId, equipmentId, sessionHash } = row
  const gateway = await db
    .selectFrom('binding')
    .innerJoin('gateway', 'gateway.id', 'binding.gatewayId')
    .select(['gateway.state', 'gateway.vpn'])
    .where('binding.orgId', '=', orgId)
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()
  return { orgId, equipmentId, sessionHash: sessionHash.toString('hex'), gateway }
}

/** Matches are counted up to this number: users do not page further, and counting costs time. */
const maxCounted = 1000

/** Further words of a search are ignored. */
const maxWords = 8

/**
 * Variables of visible devices that contain every word in their own names or their device's; matches at the beginning
 * are first.
 */
export async function findSignals(
  sight: Sight,
  { keyword, projectId, isWritable, pageNo, pageSize }: z.output<typeof searchSignals.input>,
  mayEdit: boolean,
) {
  const phrase = literal(keyword)
  const words = phrase.split(/\s+/).slice(0, maxWords)
  const address = sql<string>`signal.spec->>'address'`
  const ofDevices = (word: string) =>
    sight
      .from('equipment')
      .select('equipment.id')
      .where(nameLike(sight.orgId, 'equipment.name', `%${word}%`))
  const ofProject = sight
    .from('projectEquip')
    .select('projectEquip.equipmentId')
    .where('projectEquip.projectId', '=', projectId ?? null)
  const found = sight
    .from('signal')
    .$if(projectId != null, (query) => query.where('signal.equipmentId', 'in', ofProject))
    .$if(isWritable, (query) => query.where(sql`signal.spec->>'access'`, '<>', 'r'))
    .$if(!mayEdit, (query) => query.where(sql<boolean>`signal.spec->>'internal' is distinct from 'true'`))
    .where((eb) =>
      eb.and(
        words.map((word) =>
          eb.or([
            nameLike(sight.orgId, 'signal.title', `%${word}%`),
            eb('signal.name', 'ilike', `%${word}%`),
            eb(address, 'like', `${word}%`),
            eb('signal.equipmentId', 'in', ofDevices(word)),
          ]),
        ),
      ),
    )
  const counted = await found.select('signal.id').limit(maxCounted).execute()
  const rows = await found
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['signal.spec', 'equipment.id as equipmentId', 'equipment.name as equipmentName', 'gateway.state'])
    .orderBy((eb) => eb('signal.title', 'ilike', `${phrase}%`), 'desc')
    .orderBy((eb) => eb('signal.title', 'ilike', `%${words[0]}%`), 'desc')
    .orderBy('signal.title')
    .orderBy('signal.id')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  return {
    total: counted.length,
    rows: rows.map(({ spec, ...row }) => ({ ...row, signal: spec as unknown as Signal })),
  }
}

/** The visible ones of these variables with their devices, and the states of the bound gateways. */
export async function loadPlaced(sight: Sight, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .innerJoin(sight.table('organisation'), 'organisation.id', 'equipment.orgId')
    .leftJoin(sight.table('binding'), (join) =>
      join.onRef('binding.equipmentId', '=', 'equipment.id').on('binding.unboundAt', 'is', null),
    )
    .leftJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select(['signal.spec', 'signal.equipmentId', 'equipment.name as device', 'gateway.state'])
    .select(({ fn }) => fn.coalesce('equipment.zone', 'organisation.zone').as('zone'))
    .where(sql<boolean>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .orderBy('signal.id')
    .execute()
  return rows.map(({ spec, ...row }) => ({ ...row, signal: spec as unknown as Signal }))
}
