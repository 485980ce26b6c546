// Faults of a configuration, as text for the field that they concern. Pure.
import {
  type Details,
  type DetailsOf,
  errorCode,
  errorText,
  type Failure,
  fail,
  failAs,
  type Language,
} from '../../../contract/errors.ts'
import type { Words } from '../../../drivers/driver.ts'

type Reasoned = 'badParameter' | 'formulaWrong'
type Whole = 'formulaSignal' | 'formulaTooLong' | 'columnCapacity' | 'summaryTwice' | 'nameExists'
/**
 * A fault of a field. `details` fill the placeholders of the error text, except for the reason, which has its own
 * placeholders.
 */
export type Fault =
  | {
      [N in Reasoned]: { error: N; reason: Words; details: Omit<DetailsOf<N>, 'reason'> & { name?: string } }
    }[Reasoned]
  | { [N in Whole]: { error: N; details: DetailsOf<N> } }[Whole]

/** The text of a fault for its field. */
export function faultText(fault: Fault, language: Language): string {
  if (fault.error === 'badParameter') return reasonText(fault, language)
  const details: Details = 'reason' in fault ? { ...fault.details, reason: reasonText(fault, language) } : fault.details
  return errorText(errorCode(fault.error), language, details)
}

/** The reason of a fault, in the words of its field. */
const reasonText = ({ reason, details }: Extract<Fault, { reason: Words }>, language: Language): string =>
  reason[language].replace('{name}', details.name ?? '')

/** Removes fields that are undefined or null: absent fields have their default. */
export const withoutEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T

/** The failure for a fault in the request field `of`; the form shows it at this field. */
export function failureOf(fault: Fault & { field: string }, of: string, language: Language): Failure {
  const { field } = fault
  const data = { field, reason: faultText(fault, language) }
  if (fault.error === 'badParameter')
    return fail('badParameter', { field: `${of}.${field}`, reason: data.reason }, data)
  if (fault.error !== 'formulaWrong') return failAs(fault, data)
  return fail('formulaWrong', { at: fault.details.at, reason: reasonText(fault, language) }, data)
}
