// Limits scattered records. Each day of a column costs a separate chunk, however few its readings: years of days with
// one reading each would create millions. Current days are bounded anyway; older days are counted when they are
// started.
import { limits } from '../../contract/limits.ts'
import { dayOf } from '../history/calendar.ts'
import type { RecordBatch } from './batch.ts'
import { createBudget, createDaily } from './daily.ts'

/** A backlog arrives in order, beside one of the other lane: this many days are in progress at the same time. */
const daysUnderWay = 4

/** Days before yesterday that a gateway used last, with the columns started in them. */
type UnderWay = Map<number, Set<number>>

type Scattered = {
  /** Whether the gateway may start the days of columns in the batch; those are counted. */
  mayBegin(batch: RecordBatch): boolean
}

export function createScattered(now: () => number): Scattered {
  const budget = createBudget(now, limits.scatteredDaysADay)
  const underWay = createDaily<UnderWay>(now, () => new Map())
  return {
    mayBegin(batch) {
      const days = olderDays(batch)
      if (days.size === 0) return true
      const known = underWay(batch.gatewayId)
      let begun = 0
      for (const [day, columns] of days) for (const id of columns) if (!known.get(day)?.has(id)) begun += 1
      if (!budget.spend(batch.gatewayId, begun)) return false
      for (const [day, columns] of days) goOn(known, day, columns)
      return true
    },
  }
}

/** Columns by day, for readings before yesterday. */
function olderDays({ columnIds, times, receivedAt }: RecordBatch): UnderWay {
  const days: UnderWay = new Map()
  const yesterday = dayOf(receivedAt) - 1
  for (let i = 0; i < times.length; i += 1) {
    const day = dayOf(times[i]!)
    if (day >= yesterday) continue
    const columns = days.get(day)
    if (columns) columns.add(columnIds[i]!)
    else days.set(day, new Set([columnIds[i]!]))
  }
  return days
}

function goOn(known: UnderWay, day: number, columns: ReadonlySet<number>): void {
  const before = known.get(day) ?? new Set()
  for (const id of columns) before.add(id)
  // Moves the day to the end of the order of use.
  known.delete(day)
  known.set(day, before)
  const [oldest] = known.keys()
  if (known.size > daysUnderWay && oldest !== undefined) known.delete(oldest)
}
