// A driver that two people edited at once. Pure.
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { isSame } from '../../platform/versioned/rules.ts'
import { completeOf } from './rules.ts'

/** What the form of a driver holds. */
export type DriverValues = Pick<Driver, 'name' | 'type' | 'params'>

/** Field by field: what I changed stays mine, all else is theirs. A field that is empty now is undefined. */
export function mergedDriver(base: Driver, mine: DriverValues, theirs: Driver): DriverValues {
  const [was, now] = [completeOf(base), completeOf(theirs)]
  const keys = new Set([...Object.keys(mine.params), ...Object.keys(now.params)])
  const params = [...keys].map((key) => {
    const isMine = !isSame(mine.params[key], was.params[key])
    return [key, isMine ? mine.params[key] : now.params[key]] as const
  })
  const name = mine.name === base.name ? theirs.name : mine.name
  return { name, type: theirs.type, params: Object.fromEntries(params) }
}

/** The configuration with a driver's values in its place, or behind the others. */
export function withDriver({ drivers, ...rest }: EquipmentConfig, id: Driver['id'] | undefined, values: DriverValues) {
  const place = drivers.findIndex((driver) => driver.id === id)
  const mine = { ...values, id: id ?? 'new' }
  return { ...rest, drivers: place < 0 ? [...drivers, mine] : drivers.with(place, mine as Driver) }
}
