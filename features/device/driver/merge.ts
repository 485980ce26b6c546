// Merges two concurrent edits of a driver. Pure.
import type { Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { isSame } from '../../platform/versioned/rules.ts'
import { completeOf } from './rules.ts'

/** The values of the driver form. */
export type DriverValues = Pick<Driver, 'name' | 'type' | 'params'>

/** Merges field by field: my changes win, other fields are theirs. A cleared field is undefined. */
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

/** The configuration with the driver's values replacing the driver, or appended. */
export function withDriver({ drivers, ...rest }: EquipmentConfig, id: Driver['id'] | undefined, values: DriverValues) {
  const place = drivers.findIndex((driver) => driver.id === id)
  const mine = { ...values, id: id ?? 'new' }
  return { ...rest, drivers: place < 0 ? [...drivers, mine] : drivers.with(place, mine as Driver) }
}
