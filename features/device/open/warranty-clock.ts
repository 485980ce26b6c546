// The days by which warranties of an organisation are checked. For use by other rooms, like every file named part-*.
import type { Sight } from '../../../db/sight.ts'
import { type WarrantyClock, warrantyClock } from '../warranty/rules.ts'
import { loadSettings } from '../warranty/store.ts'

export { hasWarranty } from '../warranty/store.ts'

export async function loadWarrantyClock(sight: Sight, now: number): Promise<WarrantyClock> {
  const { zone, days } = await loadSettings(sight)
  return warrantyClock(zone, now, days)
}
