import { sql } from 'kysely'
import { configHash } from '../../contract/config-hash.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { Driver, EquipmentConfig, Signal } from './contract.ts'
import { replaceReports } from './report-store.ts'
import { hashedOf, readConfig } from './rules.ts'

export type Head = { version: number; hash: string; savedAt: number; savedBy: string; config: EquipmentConfig }

const empty = readConfig(null)

/** Name of the device if it is ours; with `lock` nobody else saves a version until the transaction ends. */
export async function loadName(sight: Sight, equipmentId: number, lock = false): Promise<string | undefined> {
  const query = sight.from('equipment').select('equipment.name').where('equipment.id', '=', equipmentId)
  return (await (lock ? query.forUpdate() : query).executeTakeFirst())?.name
}

/** The newest version, or the given one; version 0 is the empty configuration every device starts with. */
export async function loadHead(sight: Sight, equipmentId: number, version?: number): Promise<Head | undefined> {
  let query = sight
    .from('configVersion')
    .select(['version', 'hash', 'content', 'createdAt', 'author'])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
  if (version !== undefined) query = query.where('version', '=', version)
  const row = await query.orderBy('version', 'desc').limit(1).executeTakeFirst()
  if (!row)
    return version
      ? undefined
      : { version: 0, hash: configHash(hashedOf(empty)), savedAt: 0, savedBy: '', config: empty }
  const config = readConfig(row.content as object)
  return { version: row.version, hash: row.hash, savedAt: row.createdAt, savedBy: row.author, config }
}

export async function loadVersions(sight: Sight, equipmentId: number) {
  const rows = await sight
    .from('configVersion')
    .select(['version', 'hash', 'createdAt as savedAt', 'author as savedBy'])
    .select([
      sql<number>`jsonb_array_length(content->'drivers')`.as('drivers'),
      sql<number>`jsonb_array_length(content->'signals')`.as('signals'),
      sql<number>`coalesce(jsonb_array_length(content->'reports'), 0)`.as('reports'),
    ])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
    .orderBy('version', 'desc')
    .limit(200)
    .execute()
  return rows
}

/** Saves a version and makes its drivers, variables and reports the current ones. */
export async function insertVersion(
  sight: WritableSight,
  equipmentId: number,
  head: { version: number; hash: string; config: EquipmentConfig; authorId: number; author: string; at: number },
): Promise<void> {
  const { version, hash, config, authorId, author, at } = head
  await sight
    .insert('configVersion', {
      objectType: 'equipment',
      objectId: equipmentId,
      version,
      hash,
      content: JSON.stringify(config),
      authorId,
      author,
      createdAt: at,
    })
    .execute()
  await replaceCurrent(sight, equipmentId, config)
  await replaceReports(sight, equipmentId, config, at)
}

async function replaceCurrent(
  sight: WritableSight,
  equipmentId: number,
  { drivers, signals }: EquipmentConfig,
): Promise<void> {
  await sight.remove('signal').where('equipmentId', '=', equipmentId).execute()
  await sight.remove('driver').where('equipmentId', '=', equipmentId).execute()
  if (drivers.length > 0)
    await sight
      .insert(
        'driver',
        drivers.map((driver, position) => driverRow(equipmentId, driver, position)),
      )
      .execute()
  if (signals.length > 0)
    await sight
      .insert(
        'signal',
        signals.map((signal, position) => signalRow(equipmentId, signal, position)),
      )
      .execute()
}

const driverRow = (equipmentId: number, driver: Driver, position: number) => {
  const { id, name, type } = driver
  return { id, equipmentId, position, name, type, spec: JSON.stringify(driver) }
}

const signalRow = (equipmentId: number, signal: Signal, position: number) => {
  const { id, driverId, name, title, pinned = false } = signal
  return { id, equipmentId, driverId, position, name, title, pinned, spec: JSON.stringify(signal) }
}

/** SN of the gateway that serves the device now, if any. */
export async function loadBoundSn(sight: Sight, equipmentId: number): Promise<string | undefined> {
  const row = await sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select('gateway.sn')
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()
  return row?.sn
}
