// Devices added and changed by whatever room does it for many. For use by other rooms, like every file named part-*.
import { fail, type Language } from '../../../contract/errors.ts'
import { badField, type Reason } from '../../../contract/input-fault.ts'
import type { ChangeCall } from '../../frame/serve.ts'
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

type Field = keyof EquipmentFields
/** A field that is wrong beside the others: for a reason of input, or by a warranty that ends before it starts. */
export type Disagreement = { field: Field; reason: Reason } | { field: Field; error: 'endBeforeStart' }

/** Fields that a change makes wrong together; what was wrong before stays as it is. */
export function disagreements(before: EquipmentFields, after: EquipmentFields): Disagreement[] {
  const isChanged = (...names: Field[]) => names.some((name) => after[name] !== before[name])
  const { longitude, latitude, factoryDate, installDate, warrantyUntil } = after
  const found: Disagreement[] = []
  if (after.iccid !== null && isChanged('iccid') && !iccid.test(after.iccid))
    found.push({ field: 'iccid', reason: 'badFormat' })
  if ((longitude === null) !== (latitude === null) && isChanged('longitude', 'latitude'))
    found.push({ field: longitude === null ? 'longitude' : 'latitude', reason: 'missing' })
  const isEarly = ([name, start]: readonly [Field, string | null]) =>
    start !== null && warrantyUntil !== null && warrantyUntil < start && isChanged(name, 'warrantyUntil')
  const starts = [['factoryDate', factoryDate] as const, ['installDate', installDate] as const]
  if (starts.some(isEarly)) found.push({ field: 'warrantyUntil', error: 'endBeforeStart' })
  return found
}

function mustAgree(before: EquipmentFields, after: EquipmentFields, language: Language): void {
  const [first] = disagreements(before, after)
  if (!first) return
  throw 'error' in first ? fail(first.error, {}, { field: first.field }) : badField(first.field, first.reason, language)
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
