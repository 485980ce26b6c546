import { sql } from 'kysely'
import type { Driver, EquipmentConfig, Signal } from '../../contract/equipment-config.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import {
  type Head as AnyHead,
  type Author,
  listVersions,
  loadVersion,
  saveVersion,
  type VersionedKind,
} from '../../db/versioned.ts'
import { replaceReports } from '../device-report/current-store.ts'
import { hashedOf, readConfig } from '../device-signal/rules.ts'

/** Every device starts with the empty configuration, version 0. */
const kind: VersionedKind<EquipmentConfig> = {
  type: 'equipment',
  read: readConfig,
  hashed: hashedOf,
  first: readConfig(null),
}

export type Head = Omit<AnyHead<EquipmentConfig>, 'content'> & { config: EquipmentConfig }

const headOf = ({ content, ...head }: AnyHead<EquipmentConfig>): Head => ({ ...head, config: content })

/** Name of the device if it is ours; with `lock` nobody else saves a version until the transaction ends. */
export async function loadName(sight: Sight, equipmentId: number, lock = false): Promise<string | undefined> {
  const query = sight.from('equipment').select('equipment.name').where('equipment.id', '=', equipmentId)
  return (await (lock ? query.forUpdate() : query).executeTakeFirst())?.name
}

/** The newest version, or the given one. */
export async function loadHead(sight: Sight, equipmentId: number, version?: number): Promise<Head | undefined> {
  const head = await loadVersion(sight, kind, equipmentId, version)
  return head && headOf(head)
}

/** Newest first, each with the number of its drivers, variables and reports. */
export async function loadVersions(sight: Sight, equipmentId: number) {
  const versions = await listVersions(sight, kind, equipmentId)
  const rows = await sight
    .from('configVersion')
    .select('version')
    .select([
      sql<number>`jsonb_array_length(content->'drivers')`.as('drivers'),
      sql<number>`jsonb_array_length(content->'signals')`.as('signals'),
      sql<number>`coalesce(jsonb_array_length(content->'reports'), 0)`.as('reports'),
    ])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
    .where('version', '>=', versions.at(-1)?.version ?? 0)
    .execute()
  const counts = new Map(rows.map(({ version, ...count }) => [version, count]))
  return versions.map((head) => ({ ...head, ...counts.get(head.version)! }))
}

export type Saving = {
  base: number
  author: Author
  at: number
  message?: string | undefined
  restored?: number | undefined
}

/** Saves a version and makes its drivers, variables and reports the current ones; nothing if another was the newest. */
export async function insertVersion(
  sight: WritableSight,
  equipmentId: number,
  saving: Saving,
  change: (head: Head) => Promise<EquipmentConfig>,
): Promise<{ saved: Head } | { newest: Head }> {
  const owner = { id: equipmentId, equipmentId }
  const result = await saveVersion(sight, kind, owner, saving, (head) => change(headOf(head!)))
  if ('conflict' in result) return { newest: headOf(result.conflict.newest) }
  const { content } = result.saved
  await replaceCurrent(sight, equipmentId, content)
  await replaceReports(sight, equipmentId, content, saving.at)
  return { saved: headOf(result.saved) }
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
