// Quotas of each gateway per day of the platform's clock.
import { dayOf } from '../history/calendar.ts'

/** State of each gateway for the current day; discarded at the end of the day. */
export function createDaily<T>(now: () => number, begin: () => T): (gatewayId: number) => T {
  let day = Number.NaN
  const all = new Map<number, T>()
  return (gatewayId) => {
    const current = dayOf(now())
    if (current !== day) all.clear()
    day = current
    const own = all.get(gatewayId) ?? begin()
    all.set(gatewayId, own)
    return own
  }
}

/** A quota of each gateway per day. */
export function createBudget(now: () => number, most: number): { spend(gatewayId: number, amount: number): boolean } {
  const spentBy = createDaily(now, () => ({ sum: 0 }))
  return {
    spend(gatewayId, amount) {
      const spent = spentBy(gatewayId)
      if (spent.sum + amount > most) return false
      spent.sum += amount
      return true
    },
  }
}
