// Checks that the caller can see the objects that a call names.
import type { RawBuilder, SqlBool } from 'kysely'
import type { Endpoint, ObjectKind } from '../contract/endpoint.ts'
import type { EquipmentId } from '../contract/fields.ts'
import { isRanged } from './range.ts'
import type { ScopedTable, Sight } from './sight.ts'

/** Objects whose table has another name. */
const renamed = { group: 'deviceGroup' } as const satisfies Partial<Record<ObjectKind, ScopedTable>>

type TableOf<K extends ObjectKind> = K extends keyof typeof renamed ? (typeof renamed)[K] : K
/** A kind of object without a table does not compile. */
const tableOf = (kind: ObjectKind): TableOf<ObjectKind> & ScopedTable =>
  kind in renamed ? renamed[kind as keyof typeof renamed] : (kind as Exclude<ObjectKind, keyof typeof renamed>)

/**
 * The first object that is invisible or beyond the caller's data range, with the field that names it; absent ids are
 * accepted. `refers`: fields whose objects may be beyond the range.
 */
export async function firstUnseen(
  sight: Sight,
  { on = {}, refers = [] }: Pick<Endpoint, 'on' | 'refers'>,
  input: Record<string, unknown>,
): Promise<{ kind: ObjectKind; field: string } | undefined> {
  for (const [kind, named] of Object.entries(on) as [ObjectKind, string | readonly string[]][]) {
    for (const field of [named].flat()) {
      const ids = [...new Set([input[field]].flat().filter((id): id is number => typeof id === 'number'))]
      const range = isRanged(kind) && !refers.includes(field) ? sight.inRange(kind) : undefined
      if (ids.length > 0 && (await countVisible(sight, tableOf(kind), ids, range)) < ids.length) return { kind, field }
    }
  }
  return undefined
}

/** All these tables have a column `id`. */
async function countVisible(
  sight: Sight,
  table: ScopedTable,
  ids: number[],
  range: RawBuilder<SqlBool> | undefined,
): Promise<number> {
  const visible = sight
    .from(table as 'equipment')
    .select('id')
    .where('id', 'in', ids as EquipmentId[])
  const rows = await (range ? visible.where(range) : visible).execute()
  return rows.length
}
