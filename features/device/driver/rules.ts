// Validation of drivers, and the part of the drivers that a gateway receives. Pure: page and server use it.
import { type ConfigPart, following } from '../../../contract/config-part.ts'
import { type Driver, EquipmentConfig } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import { firstFault, reasonText } from '../../../contract/input-fault.ts'
import { limits } from '../../../contract/limits.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import type { About } from '../../../drivers/driver.ts'
import { placeOf } from '../../../drivers/keep-secrets.ts'
import { type Encoding, encodings } from '../../../drivers/modbus-tcp/text.ts'
import { isReference } from '../../../drivers/secret.ts'

export type Ready = { about: About; params: object }

/** The driver's pure half with its parsed parameters; undefined if these are invalid. */
export function readyDriver(driver: Driver): Ready | undefined {
  const about = aboutOf(driver.type)
  const params = about?.params.safeParse(driver.params)
  return about && params?.success ? { about, params: params.data } : undefined
}

/** The driver with defaults of parameters that were added after it was saved, for forms. */
export const completeOf = (driver: Driver): Driver => ({
  ...driver,
  params: { ...readyDriver(driver)?.params, ...driver.params },
})

/** Returns a driver whose type is known and whose parameters are valid; throws 10001 with the field otherwise. */
export function checkedDriver<D extends Pick<Driver, 'type' | 'params'>>(driver: D, language: Language): D {
  const about = aboutOf(driver.type)
  if (!about)
    throw fail('badParameter', { field: 'driver.type', reason: reasonText('notAllowed', language) }, { field: 'type' })
  const params = about.params.safeParse(driver.params, { reportInput: true })
  if (params.success) return { ...driver, params: withoutLater(params.data, about.later) }
  const { field, reason } = firstFault(params.error, language)
  throw fail('badParameter', { field, reason }, { field: `params.${field}`, reason })
}

/** Removes parameters added later if they have their default: a driver that is saved again keeps its hash. */
function withoutLater(params: object, later: object = {}): Driver['params'] {
  const quiet = new Map(Object.entries(later))
  return Object.fromEntries(Object.entries(params).filter(([key, value]) => quiet.get(key) !== value))
}

/** The encoding of a driver's texts, if it has such a parameter. */
export function encodingOf(driver: Driver): Encoding | undefined {
  const params: { encoding?: unknown } = readyDriver(driver)?.params ?? {}
  return encodings.find((each) => each === params.encoding)
}

export const driverPart: ConfigPart<'drivers'> = {
  key: 'drivers',
  schema: EquipmentConfig.shape.drivers,
  capacity: { limit: limits.driversPerEquipment, error: 'driverCapacity' },
  following: following<Driver>({
    sequence: 'driver_id',
    likeness: ({ name, type }) => `${type} ${name.toLowerCase()}`,
    renumbered(driver, { secret }) {
      const params = Object.entries(driver.params).flatMap(([key, value]) => {
        if (!isReference(value)) return [[key, value]]
        const there = secret(value.secret, placeOf(driver))
        return there === undefined ? [] : [[key, { ...value, secret: there }]]
      })
      return { ...driver, params: Object.fromEntries(params) }
    },
    // Address and login differ between machines, so a device keeps its own.
    own({ type }) {
      const fields = aboutOf(type)?.fields.filter(({ section }) => section === 'connection') ?? []
      const keys = fields.map(({ key }) => `params.${key}`)
      return { may: keys, has: keys }
    },
  }),
}
