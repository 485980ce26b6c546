// Devices added and changed by whatever room does it for many. For use by other rooms, like every file named part-*.
import { fail, type Language } from '../../contract/errors.ts'
import { badField } from '../../contract/input-fault.ts'
import type { ChangeCall } from '../serve.ts'
import { EquipmentFields, seenFields } from './contract.ts'
import { hasPicture } from './store.ts'

export { insertEquipment, lockFields, updateEquipment } from './store.ts'

/** Of a device that is not there yet. */
export const noFields: EquipmentFields = EquipmentFields.parse({ name: '-' })

/** The fields with those that are given; what is absent stays. */
export const changedBy = (
  before: EquipmentFields,
  given: { [K in keyof EquipmentFields]?: EquipmentFields[K] | undefined },
): EquipmentFields => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** As cards carry it: 18 to 22 digits, of which the later ones may be hexadecimal. */
const iccid = /^\d{10}[0-9A-Fa-f]{8,12}$/

/** Fields that a change makes wrong together; what was so before stays as it is. */
function mustAgree(before: EquipmentFields, after: EquipmentFields, language: Language): void {
  const isChanged = (...names: (keyof EquipmentFields)[]) => names.some((name) => after[name] !== before[name])
  const { longitude, latitude, factoryDate, installDate, warrantyUntil } = after
  if (after.iccid !== null && isChanged('iccid') && !iccid.test(after.iccid))
    throw badField('iccid', 'badFormat', language)
  if ((longitude === null) !== (latitude === null) && isChanged('longitude', 'latitude'))
    throw badField(longitude === null ? 'longitude' : 'latitude', 'missing', language)
  for (const [name, start] of [
    ['factoryDate', factoryDate],
    ['installDate', installDate],
  ] as const)
    if (start !== null && warrantyUntil !== null && warrantyUntil < start && isChanged(name, 'warrantyUntil'))
      throw fail('endBeforeStart', {}, { field: 'warrantyUntil' })
}

/**
 * What the fields alone do not say: the image is one of the organisation's, and who sees a device is changed by those alone
 * who may authorise; a position has two numbers, and a warranty ends after it began. Throws notFound, noPermission,
 * badParameter, endBeforeStart.
 */
export async function mustFit(
  { sight, user: { auths }, language }: Pick<ChangeCall, 'sight' | 'user' | 'language'>,
  before: EquipmentFields,
  after: EquipmentFields,
): Promise<void> {
  mustAgree(before, after, language)
  if (after.image !== null && after.image !== before.image && !(await hasPicture(sight, after.image)))
    throw fail('notFound', {}, { field: 'image' })
  const opened = seenFields.find((field) => after[field] !== before[field])
  if (opened && !auths.includes('grant:edit')) throw fail('noPermission', {}, { field: opened })
}
