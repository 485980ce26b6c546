// Finds the templates that a call is about: a template is a device without a machine. Decision 33.
import type { Kysely } from 'kysely'
import type { Endpoint } from '../contract/endpoint.ts'
import type { EquipmentId, PageId } from '../contract/fields.ts'
import type { DB } from './schema.ts'
import { type Bound, sightOf } from './sight.ts'

/** The templates that the input names, directly or by their pages, and whether it also names other objects. */
export async function templatesIn(
  db: Kysely<DB>,
  bound: Bound,
  { on = {} }: Pick<Endpoint, 'on'>,
  input: Record<string, unknown>,
): Promise<{ templates: EquipmentId[]; hasOthers: boolean }> {
  const sight = sightOf(db, { ...bound, devices: [], templates: 'all' })
  const named = (kind: 'equipment' | 'page') =>
    [on[kind] ?? []].flat().flatMap((field) => [input[field]].flat().filter((id) => typeof id === 'number'))
  // A project or a group in the input, beside a page of a template, is another object.
  const isBeside = Object.entries(on).some(
    ([kind, fields]) =>
      kind !== 'equipment' && kind !== 'page' && [fields].flat().some((field) => typeof input[field] === 'number'),
  )
  const [devices, pages] = [named('equipment') as EquipmentId[], named('page') as PageId[]]
  const ofPages =
    pages.length === 0
      ? []
      : await sight.from('page').select(['page.id', 'page.equipmentId']).where('page.id', 'in', pages).execute()
  const ids = [...new Set([...devices, ...ofPages.flatMap(({ equipmentId }) => equipmentId ?? [])])]
  if (ids.length === 0) return { templates: [], hasOthers: isBeside || pages.length > 0 }
  const rows = await sight.from('equipment').select('equipment.id').where('equipment.id', 'in', ids).execute()
  const hasOthers = isBeside || rows.length < ids.length || ofPages.length < new Set(pages).size
  return { templates: rows.map(({ id }) => id), hasOthers }
}
