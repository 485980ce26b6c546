// Whether the objects that a call names are there for who asks.
import type { Endpoint, ObjectKind } from '../contract/endpoint.ts'
import type { ScopedTable, Sight } from './sight.ts'

const tables = {
  equipment: 'equipment',
  gateway: 'gateway',
  group: 'deviceGroup',
  page: 'page',
} as const satisfies Record<ObjectKind, ScopedTable>

/** The first object that is not visible, with the field that names it; an absent one is no fault. */
export async function firstUnseen(
  sight: Sight,
  on: NonNullable<Endpoint['on']>,
  input: Record<string, unknown>,
): Promise<{ kind: ObjectKind; field: string } | undefined> {
  for (const [kind, named] of Object.entries(on) as [ObjectKind, string | readonly string[]][]) {
    for (const field of [named].flat()) {
      const ids = [...new Set([input[field]].flat().filter((id): id is number => typeof id === 'number'))]
      if (ids.length > 0 && (await countVisible(sight, tables[kind], ids)) < ids.length) return { kind, field }
    }
  }
  return undefined
}

/** Every one of the tables has an `id`. */
async function countVisible(sight: Sight, table: ScopedTable, ids: number[]): Promise<number> {
  const rows = await sight
    .from(table as 'equipment')
    .select('id')
    .where('id', 'in', ids)
    .execute()
  return rows.length
}
