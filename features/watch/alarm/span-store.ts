// Periods in which alarms of devices were active, for a time line.
import { type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../db/sight.ts'
import type { Span } from '../../../signal/history/history.ts'
import { alarms } from './filter-store.ts'

/** Cleared alarms that were raised longer than this before the span are not searched. */
const standsAtMostMs = 30 * 24 * 3600_000

const of = (sight: Sight, equipmentIds: readonly number[]) =>
  alarms(sight).where(sql<SqlBool>`alarm.equipment_id = any(${equipmentIds}::int[])`)

const shown = (sight: Sight, equipmentIds: readonly number[]) =>
  of(sight, equipmentIds).select([
    ...(['alarm.id', 'alarm.equipmentId', 'equipment.name as equipmentName'] as const),
    ...(['alarm.level', 'alarm.name', 'alarm.raisedAt', 'alarm.clearedAt'] as const),
  ])

/** Alarms that were active during the span, the latest `most`. */
export async function alarmSpans(
  sight: Sight,
  equipmentIds: readonly number[],
  { from, to, most }: Span & { most: number },
) {
  if (equipmentIds.length === 0) return []
  const latest = (query: ReturnType<typeof shown>) =>
    query.orderBy('alarm.raisedAt', 'desc').orderBy('alarm.id', 'desc').limit(most).execute()
  const recent = await latest(
    shown(sight, equipmentIds)
      .where('alarm.raisedAt', '>=', from - standsAtMostMs)
      .where('alarm.raisedAt', '<=', to)
      .where((eb) => eb.or([eb('alarm.clearedAt', 'is', null), eb('alarm.clearedAt', '>=', from)])),
  )
  const old = await latest(
    shown(sight, equipmentIds)
      .where('alarm.isOpen', '=', true)
      .where('alarm.clearedAt', 'is', null)
      .where('alarm.raisedAt', '<', from - standsAtMostMs),
  )
  return [...recent, ...old].slice(0, most)
}

/** The next or previous time at which an alarm was raised or cleared, at most `within` ms away. */
export async function nextAlarm(
  sight: Sight,
  equipmentIds: readonly number[],
  { at, isBack, within }: { at: number; isBack: boolean; within: number },
): Promise<number | undefined> {
  if (equipmentIds.length === 0) return undefined
  const [low, high] = isBack ? [at - within, at - 1] : [at + 1, at + within]
  const one = async (column: 'raisedAt' | 'clearedAt') => {
    const row = await of(sight, equipmentIds)
      .select(`alarm.${column} as at`)
      .where(`alarm.${column}`, '>=', low)
      .where(`alarm.${column}`, '<=', high)
      .orderBy(`alarm.${column}`, isBack ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst()
    return row?.at ?? undefined
  }
  const found = [await one('raisedAt'), await one('clearedAt')].filter((each) => each !== undefined)
  return found.length === 0 ? undefined : isBack ? Math.max(...found) : Math.min(...found)
}
