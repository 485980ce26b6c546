// Loads the compared data of many devices and templates in few queries.
import { type SqlBool, sql } from 'kysely'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import { readConfig } from '../../frame/config.ts'
import { devicePages, type FollowedPage } from '../../frame/device-pages.ts'
import type { Side } from './rules.ts'

/** A device or template with all its compared data. */
export type Whole = Side & {
  equipmentId: EquipmentId
  name: string
  isTemplate: boolean
  version: number
  config: EquipmentConfig
  pages: readonly FollowedPage[]
}

/** Loads the visible devices and templates, in three queries for any number. */
export async function loadWholes(
  sight: Sight,
  ids: readonly EquipmentId[],
  { withPages = true }: { withPages?: boolean } = {},
): Promise<Map<EquipmentId, Whole>> {
  if (ids.length === 0) return new Map()
  const among = (column: string) => sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`
  const rows = await sight
    .from('equipment')
    .select(['equipment.id', 'equipment.name', 'equipment.isTemplate'])
    .where(among('equipment.id'))
    .execute()
  const heads = await sight
    .from('configVersion')
    .distinctOn('configVersion.objectId')
    .select(['configVersion.objectId', 'configVersion.version', 'configVersion.content'])
    .where('configVersion.objectType', '=', 'equipment')
    .where(among('configVersion.objectId'))
    .orderBy('configVersion.objectId')
    .orderBy('configVersion.version', 'desc')
    .execute()
  const secrets = await sight
    .from('driverSecret')
    .select(['driverSecret.id', 'driverSecret.originId', 'driverSecret.place', 'driverSecret.equipmentId'])
    .where(among('driverSecret.equipmentId'))
    .orderBy('driverSecret.id')
    .execute()
  const pages = withPages ? await devicePages().load(sight, ids) : []
  const byId = new Map(heads.map((head) => [head.objectId, head]))
  const [secretsOf, pagesOf] = [groupedBy(secrets), groupedBy(pages)]
  return new Map(
    rows.map(({ id, ...row }) => {
      const head = byId.get(id)
      const config = readConfig((head?.content ?? null) as object | null)
      const version = head?.version ?? 0
      return [id, { ...row, equipmentId: id, config, version, secrets: secretsOf(id), pages: pagesOf(id) }]
    }),
  )
}

function groupedBy<T extends { equipmentId: EquipmentId }>(all: readonly T[]): (id: EquipmentId) => T[] {
  const found = new Map<EquipmentId, T[]>()
  for (const each of all) found.set(each.equipmentId, [...(found.get(each.equipmentId) ?? []), each])
  return (id) => found.get(id) ?? []
}

export async function loadWhole(sight: Sight, id: EquipmentId): Promise<Whole | undefined> {
  return (await loadWholes(sight, [id])).get(id)
}

/** For each template, a stamp that changes with every save. */
export async function stampsOf(sight: Sight, ids: readonly EquipmentId[]): Promise<Map<number, string>> {
  const versions = await sight
    .from('configVersion')
    .select(['configVersion.equipmentId'])
    .select(sql<string>`max(config_version.id) || '-' || count(*)`.as('stamp'))
    .where(sql<SqlBool>`config_version.equipment_id = any(${[...ids]}::int[])`)
    .groupBy('configVersion.equipmentId')
    .execute()
  const homes = await sight
    .from('page')
    .select(['page.equipmentId', 'page.id'])
    .where(sql<SqlBool>`page.equipment_id = any(${[...ids]}::int[])`)
    .where('page.startup', '=', true)
    .execute()
  const homeOf = new Map(homes.map(({ equipmentId, id }) => [equipmentId, id]))
  return new Map(versions.map(({ equipmentId, stamp }) => [equipmentId!, `${stamp}-${homeOf.get(equipmentId) ?? 0}`]))
}
