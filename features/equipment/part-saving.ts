// Devices added and changed by whatever room does it for many. For use by other rooms, like every file named part-*.
import { fail } from '../../contract/errors.ts'
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

/**
 * What the fields alone do not say: the image is one of the organisation's, and who sees a device is changed by those alone
 * who may authorise. Throws notFound, noPermission.
 */
export async function mustFit(
  { sight, user: { auths } }: Pick<ChangeCall, 'sight' | 'user'>,
  before: EquipmentFields,
  after: EquipmentFields,
): Promise<void> {
  if (after.image !== null && after.image !== before.image && !(await hasPicture(sight, after.image)))
    throw fail('notFound', {}, { field: 'image' })
  const opened = seenFields.find((field) => after[field] !== before[field])
  if (opened && !auths.includes('grant:edit')) throw fail('noPermission', {}, { field: opened })
}
