import { type SqlBool, sql } from 'kysely'
import type { EquipmentId, PageId, SignalId } from '../../contract/fields.ts'
import type { PageDocument } from '../../contract/page-document.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import {
  type Author,
  type Conflict,
  listVersions,
  loadVersion,
  saveVersion,
  type VersionedKind,
} from '../../db/versioned.ts'
import type { Page, PageVersion } from './contract.ts'
import { upgradePage } from './upgrade.ts'

/** Of a page, title and content have versions; which page is the start page is the device's. */
const kind: VersionedKind<PageVersion> = {
  type: 'page',
  read(stored) {
    const { title, document } = stored as { title: string; document: unknown }
    return { title, content: upgradePage(document) as PageDocument }
  },
  stored: ({ title, content }) => ({ title, document: content }),
}

/** A page as it is, or with title and content of one of its versions. */
export async function loadPage(sight: Sight, id: PageId, version?: number): Promise<Page | undefined> {
  const columns = ['page.id', 'page.equipmentId', 'page.startup'] as const
  const row = await sight.from('page').select(columns).where('page.id', '=', id).executeTakeFirst()
  const head = row && (await loadVersion(sight, kind, id, version))
  return head && { ...row, ...head.content, version: head.version }
}

/** The start page of a device. */
export async function loadHome(sight: Sight, equipmentId: EquipmentId): Promise<Page | undefined> {
  const row = await sight
    .from('page')
    .select('page.id')
    .where('page.equipmentId', '=', equipmentId)
    .where('page.startup', '=', true)
    .executeTakeFirst()
  return row && loadPage(sight, row.id)
}

export const loadPageVersions = (sight: Sight, id: PageId) => listVersions(sight, kind, id)

/** Whether the device is there; until the transaction ends nobody else adds a page to it or deletes it. */
export const lockEquipment = async (sight: Sight, equipmentId: EquipmentId): Promise<boolean> =>
  (await sight
    .from('equipment')
    .select('equipment.id')
    .where('equipment.id', '=', equipmentId)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export async function countPages(sight: Sight, equipmentId: EquipmentId): Promise<number> {
  const row = await sight
    .from('page')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('page.equipmentId', '=', equipmentId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Those of the variables that belong to the organisation: their names, their devices and the devices' names. */
export async function ownSignals(sight: Sight, ids: readonly number[]): Promise<Map<number, OwnSignal>> {
  if (ids.length === 0) return new Map()
  const rows = await sight
    .from('signal')
    .innerJoin(sight.table('equipment'), 'equipment.id', 'signal.equipmentId')
    .select(['signal.id', 'signal.equipmentId', 'signal.title', 'equipment.name'])
    // One parameter for any number of widgets.
    .where(sql<SqlBool>`signal.id = any(${[...new Set(ids)]}::int[])`)
    .execute()
  return new Map(rows.map(({ id, ...signal }) => [id, signal]))
}

/** Variables of devices by `device.name`, as bindings. */
export async function signalsByName(
  sight: Sight,
  names: readonly { equipId: number; name: string }[],
): Promise<Map<string, { signalId: SignalId; title: string }>> {
  const [devices, own] = [new Set(names.map(({ equipId }) => equipId)), new Set(names.map(({ name }) => name))]
  const rows = await sight
    .from('signal')
    .select(['signal.id', 'signal.equipmentId', 'signal.name', 'signal.title'])
    .where(sql<SqlBool>`signal.equipment_id = any(${[...devices]}::int[])`)
    .where(sql<SqlBool>`signal.name = any(${[...own]}::text[])`)
    .execute()
  return new Map(rows.map(({ id, equipmentId, name, title }) => [`${equipmentId}.${name}`, { signalId: id, title }]))
}

export type OwnSignal = { equipmentId: EquipmentId; title: string; name: string }

type Entry = PageVersion & { equipmentId: EquipmentId; startup: boolean }
type Saving = {
  base?: number | undefined
  author: Author
  at: number
  message?: string | undefined
  restored?: number | undefined
}

/**
 * Adds a page or saves a new version of it; a device has at most one start page. The row of the page keeps what is newest:
 * lists join on it.
 */
export async function putPage(
  sight: WritableSight,
  id: PageId | undefined,
  { equipmentId, title, startup, content }: Entry,
  saving: Saving,
): Promise<{ id: PageId; version: number } | Conflict<PageVersion>> {
  const row = { equipmentId, title, startup, content: JSON.stringify(content), updatedAt: saving.at }
  const pageId = id ?? (await sight.insert('page', row).returning('id').executeTakeFirstOrThrow()).id
  const result = await saveVersion(sight, kind, { id: pageId, equipmentId }, saving, () => ({ title, content }))
  if ('conflict' in result) return result.conflict
  if (startup) {
    const others = sight.update('page', { startup: false }).where('equipmentId', '=', equipmentId)
    await others.where('id', '!=', pageId).execute()
  }
  if (id !== undefined) await sight.update('page', row).where('id', '=', id).execute()
  return { id: pageId, version: result.saved.version }
}
