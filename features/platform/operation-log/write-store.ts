// Writes to devices in the operation log, for time lines.
import { type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../db/sight.ts'
import type { Span } from '../../../signal/history/history.ts'

const writes = (sight: Sight, equipmentIds: readonly number[]) =>
  sight
    .from('operationLog')
    .where('operationLog.objectType', '=', 'equipment')
    .where(sql<SqlBool>`operation_log.object_id = any(${equipmentIds}::int[])`)
    .where('operationLog.act', '=', 'write')

/** The latest `most` writes of a span. Callers check the permission for the log. */
export async function writesWithin(
  sight: Sight,
  equipmentIds: readonly number[],
  { from, to, most }: Span & { most: number },
) {
  if (equipmentIds.length === 0) return []
  const rows = await writes(sight, equipmentIds)
    .select(['operationLog.id', 'operationLog.at', 'operationLog.objectId', 'operationLog.objectName'])
    .select(['operationLog.loginname', 'operationLog.before', 'operationLog.after', 'operationLog.result'])
    .where('operationLog.at', '>=', from)
    .where('operationLog.at', '<=', to)
    .orderBy('operationLog.at', 'desc')
    .orderBy('operationLog.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    id: Number(row.id),
    from: toldIn(before),
    to: toldIn(after),
  }))
}

/** The value of one side of a write: as text, if it has one. */
function toldIn(side: unknown): string | number | boolean | null {
  if (typeof side !== 'object' || side === null) return null
  const { text, value } = side as { text?: unknown; value?: unknown }
  if (typeof text === 'string') return text
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

/** The time of the next write after `at`, or the previous one; at most `within` ms away. */
export async function nextWrite(
  sight: Sight,
  equipmentIds: readonly number[],
  { at, isBack, within }: { at: number; isBack: boolean; within: number },
): Promise<number | undefined> {
  if (equipmentIds.length === 0) return undefined
  const [low, high] = isBack ? [at - within, at - 1] : [at + 1, at + within]
  const row = await writes(sight, equipmentIds)
    .select('operationLog.at')
    .where('operationLog.at', '>=', low)
    .where('operationLog.at', '<=', high)
    .orderBy('operationLog.at', isBack ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
  return row?.at
}
