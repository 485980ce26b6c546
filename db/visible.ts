// Whether the objects that a call names are there for who asks.
import type { Endpoint, ObjectKind } from '../contract/endpoint.ts'
import type { EquipmentId } from '../contract/fields.ts'
import type { ScopedTable, Sight } from './sight.ts'

/** Objects with another name than their table. */
const renamed = { group: 'deviceGroup' } as const satisfies Partial<Record<ObjectKind, ScopedTable>>

type TableOf<K extends ObjectKind> = K extends keyof typeof renamed ? (typeof renamed)[K] : K
/** A kind of object that is no table does not compile. */
const tableOf = (kind: ObjectKind): TableOf<ObjectKind> & ScopedTable =>
  kind in renamed ? renamed[kind as keyof typeof renamed] : (kind as Exclude<ObjectKind, keyof typeof renamed>)

/** The first object that is not visible, with the field that names it; an absent one is no fault. */
export async function firstUnseen(
  sight: Sight,
  on: NonNullable<Endpoint['on']>,
  input: Record<string, unknown>,
): Promise<{ kind: ObjectKind; field: string } | undefined> {
  for (const [kind, named] of Object.entries(on) as [ObjectKind, string | readonly string[]][]) {
    for (const field of [named].flat()) {
      const ids = [...new Set([input[field]].flat().filter((id): id is number => typeof id === 'number'))]
      if (ids.length > 0 && (await countVisible(sight, tableOf(kind), ids)) < ids.length) return { kind, field }
    }
  }
  return undefined
}

/** Every one of the tables has an `id`. */
async function countVisible(sight: Sight, table: ScopedTable, ids: number[]): Promise<number> {
  const rows = await sight
    .from(table as 'equipment')
    .select('id')
    .where('id', 'in', ids as EquipmentId[])
    .execute()
  return rows.length
}
