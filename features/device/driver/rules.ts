// What a driver must be before it is saved, and what of the drivers a gateway executes. Pure: page and server use it.
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

/** The driver's pure half with its parsed parameters, or nothing while they are wrong. */
export function readyDriver(driver: Driver): Ready | undefined {
  const about = aboutOf(driver.type)
  const params = about?.params.safeParse(driver.params)
  return about && params?.success ? { about, params: params.data } : undefined
}

/** With the parameters that it was saved without, as they mean what they always did: a form shows what is done. */
export const completeOf = (driver: Driver): Driver => ({
  ...driver,
  params: { ...readyDriver(driver)?.params, ...driver.params },
})

/** A driver whose type is known and whose parameters parse, or 10001 with the field. */
export function checkedDriver<D extends Pick<Driver, 'type' | 'params'>>(driver: D, language: Language): D {
  const about = aboutOf(driver.type)
  if (!about)
    throw fail('badParameter', { field: 'driver.type', reason: reasonText('notAllowed', language) }, { field: 'type' })
  const params = about.params.safeParse(driver.params, { reportInput: true })
  if (params.success) return { ...driver, params: withoutLater(params.data, about.later) }
  const { field, reason } = firstFault(params.error, language)
  throw fail('badParameter', { field, reason }, { field: `params.${field}`, reason })
}

/** What came later and means what was before is not kept: a driver that is saved again keeps its hash. */
function withoutLater(params: object, later: object = {}): Driver['params'] {
  const quiet = new Map(Object.entries(later))
  return Object.fromEntries(Object.entries(params).filter(([key, value]) => quiet.get(key) !== value))
}

/** How the texts of a driver are encoded, where its parameters say so. */
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
    // Every machine has an address of its own, and what it is entered with.
    own({ type }) {
      const fields = aboutOf(type)?.fields.filter(({ section }) => section === 'connection') ?? []
      const keys = fields.map(({ key }) => `params.${key}`)
      return { may: keys, has: keys }
    },
  }),
}
