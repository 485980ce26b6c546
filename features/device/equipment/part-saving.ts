// Saves devices, for rooms that add or change many. For use by other rooms, like every file named part-*.
import { fail, type Language } from '../../../contract/errors.ts'
import { badField, type Reason } from '../../../contract/input-fault.ts'
import type { ChangeCall } from '../../frame/serve.ts'
import { EquipmentFields, seenFields } from './contract.ts'
import { hasPicture } from './store.ts'

export { insertEquipment, lockFields, updateEquipment } from './store.ts'

/** The fields of a device that does not exist yet. */
export const noFields: EquipmentFields = EquipmentFields.parse({ name: '-' })

/** The fields after a change; absent fields stay. */
export const changedBy = (
  before: EquipmentFields,
  given: { [K in keyof EquipmentFields]?: EquipmentFields[K] | undefined },
): EquipmentFields => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
})

/** The format of an ICCID: 18 to 22 digits, of which the later ones may be hexadecimal. */
const iccid = /^\d{10}[0-9A-Fa-f]{8,12}$/

type Field = keyof EquipmentFields
/** A field that conflicts with others: an input reason, or a warranty that ends before it starts. */
type Disagreement = { field: Field; reason: Reason } | { field: Field; error: 'endBeforeStart' }

/** Conflicts between fields caused by a change; conflicts in old data are accepted. */
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
 * Checks what depends on the database and on permissions: the image belongs to the organisation, and changing the
 * visibility of a device needs the grant permission. Also checks conflicts between fields. Throws notFound,
 * noPermission, badParameter, endBeforeStart.
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
