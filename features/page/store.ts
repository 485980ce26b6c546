import { type SqlBool, sql } from 'kysely'
import type { PageDocument } from '../../contract/page-document.ts'
import type { Sight, WritableSight } from '../../db/sight.ts'
import type { Page } from './contract.ts'
import { upgradePage } from './upgrade.ts'

const view = (row: { id: number; equipmentId: number; title: string; startup: boolean; content: unknown }) => {
  const { id, equipmentId, title, startup } = row
  const content = upgradePage(row.content) as PageDocument
  return { id, equipmentId, title, startup, content } as Page
}

export async function loadPage(sight: Sight, id: number): Promise<Page | undefined> {
  const row = await sight.from('page').selectAll('page').where('page.id', '=', id).executeTakeFirst()
  return row && view(row)
}

/** The start page of a device. */
export async function loadHome(sight: Sight, equipmentId: number): Promise<Page | undefined> {
  const row = await sight
    .from('page')
    .selectAll('page')
    .where('page.equipmentId', '=', equipmentId)
    .where('page.startup', '=', true)
    .executeTakeFirst()
  return row && view(row)
}

/** Whether the device is there; until the transaction ends nobody else adds a page to it or deletes it. */
export const lockEquipment = async (sight: Sight, equipmentId: number): Promise<boolean> =>
  (await sight
    .from('equipment')
    .select('equipment.id')
    .where('equipment.id', '=', equipmentId)
    .forUpdate()
    .executeTakeFirst()) !== undefined

export async function countPages(sight: Sight, equipmentId: number): Promise<number> {
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

export type OwnSignal = { equipmentId: number; title: string; name: string }

type Entry = Pick<Page, 'title' | 'startup' | 'content'> & { equipmentId: number }

/** Adds a page or replaces it; a device has at most one start page. Returns its id. */
export async function putPage(sight: WritableSight, id: number | undefined, entry: Entry, at: number): Promise<number> {
  const { equipmentId, title, startup, content } = entry
  if (startup) await sight.update('page', { startup: false }).where('equipmentId', '=', equipmentId).execute()
  const row = { equipmentId, title, startup, content: JSON.stringify(content), updatedAt: at }
  if (id === undefined) return (await sight.insert('page', row).returning('id').executeTakeFirstOrThrow()).id
  await sight.update('page', row).where('id', '=', id).execute()
  return id
}
