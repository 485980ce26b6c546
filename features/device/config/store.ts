import { sql } from 'kysely'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight, WritableSight } from '../../../db/sight.ts'
import {
  type Head as AnyHead,
  type Author,
  listVersions,
  loadVersion,
  saveVersion,
  type VersionedKind,
} from '../../../db/versioned.ts'
import { hashedOf, readConfig } from '../../frame/config.ts'

/** Every device starts with the empty configuration, version 0. */
const kind: VersionedKind<EquipmentConfig> = {
  type: 'equipment',
  read: readConfig,
  hashed: hashedOf,
  first: readConfig(null),
}

export type Head = Omit<AnyHead<EquipmentConfig>, 'content'> & { config: EquipmentConfig }

const headOf = ({ content, ...head }: AnyHead<EquipmentConfig>): Head => ({ ...head, config: content })

/** Name of a visible device or template; `lock` blocks saving other versions until the transaction ends. */
export function loadNamed(
  sight: Sight,
  equipmentId: EquipmentId,
  lock = false,
): Promise<{ name: string; isTemplate: boolean } | undefined> {
  const query = sight
    .from('equipment')
    .select(['equipment.name', 'equipment.isTemplate'])
    .where('equipment.id', '=', equipmentId)
  return (lock ? query.forUpdate() : query).executeTakeFirst()
}

/** The newest version, or the requested one. */
export async function loadHead(sight: Sight, equipmentId: EquipmentId, version?: number): Promise<Head | undefined> {
  const head = await loadVersion(sight, kind, equipmentId, version)
  return head && headOf(head)
}

/** Versions, newest first, each with the number of items per part. */
export async function loadVersions(sight: Sight, equipmentId: EquipmentId) {
  const versions = await listVersions(sight, kind, equipmentId)
  const count = (key: string) => sql<number>`coalesce(jsonb_array_length(content->${key}::text), 0)`
  const rows = await sight
    .from('configVersion')
    .select('version')
    .select([count('drivers').as('drivers'), count('signals').as('signals')])
    .select([count('reports').as('reports'), count('alarms').as('alarms')])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
    .where('version', '>=', versions.at(-1)?.version ?? 0)
    .execute()
  const counts = new Map(rows.map(({ version, ...each }) => [version, each]))
  return versions.map((head) => ({ ...head, ...counts.get(head.version)! }))
}

/** Writes a part's list to its tables of current items, which lists join. */
type Replace = (sight: WritableSight, equipmentId: EquipmentId, config: EquipmentConfig, at: number) => Promise<void>

type Saving = {
  base: number
  author: Author
  at: number
  message?: string | undefined
  restored?: number | undefined
}

/** Saves a version and writes its parts to their tables; undefined if another version was the newest. */
export async function insertVersion(
  sight: WritableSight,
  equipmentId: EquipmentId,
  saving: Saving,
  parts: readonly { replace?: Replace }[],
  change: (head: Head) => Promise<EquipmentConfig>,
): Promise<{ saved: Head } | { newest: Head }> {
  const owner = { id: equipmentId, equipmentId }
  const result = await saveVersion(sight, kind, owner, saving, (head) => change(headOf(head!)))
  if ('conflict' in result) return { newest: headOf(result.conflict.newest) }
  const { content } = result.saved
  for (const { replace } of parts) await replace?.(sight, equipmentId, content, saving.at)
  return { saved: headOf(result.saved) }
}

/** SN of the gateway bound to the device, if any. */
export async function loadBoundSn(sight: Sight, equipmentId: EquipmentId): Promise<string | undefined> {
  const row = await sight
    .from('binding')
    .innerJoin(sight.table('gateway'), 'gateway.id', 'binding.gatewayId')
    .select('gateway.sn')
    .where('binding.equipmentId', '=', equipmentId)
    .where('binding.unboundAt', 'is', null)
    .executeTakeFirst()
  return row?.sn
}

/** A version with one of its variables; null: the variable did not exist in that version. */
export type SignalVersion = Pick<Head, 'version' | 'savedAt' | 'savedBy' | 'message'> & { signal: unknown }

/** Loads one variable from the versions saved until `at`, newest first, without their other contents. */
export async function loadSignalVersions(
  sight: Sight,
  equipmentId: EquipmentId,
  signalId: number,
  { at, skip, count }: { at: number | undefined; skip: number; count: number },
): Promise<SignalVersion[]> {
  const signal = sql<unknown>`jsonb_path_query_first(content, '$.signals[*] ? (@.id == $id)', jsonb_build_object('id', ${signalId}::int))`
  let query = sight
    .from('configVersion')
    .select(['version', 'createdAt as savedAt', 'author as savedBy', 'message', signal.as('signal')])
    .where('objectType', '=', 'equipment')
    .where('objectId', '=', equipmentId)
  if (at !== undefined) query = query.where('createdAt', '<=', at)
  return query.orderBy('version', 'desc').offset(skip).limit(count).execute()
}
