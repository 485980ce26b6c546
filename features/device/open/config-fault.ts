// What is wrong with a part of a configuration, as the field it stands at says it. Pure.
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
/** `details` fill the marks of the code, but for its reason, which has marks of its own. */
export type Fault =
  | {
      [N in Reasoned]: { error: N; reason: Words; details: Omit<DetailsOf<N>, 'reason'> & { name?: string } }
    }[Reasoned]
  | { [N in Whole]: { error: N; details: DetailsOf<N> } }[Whole]

/** A fault as the field it stands at says it. */
export function faultText(fault: Fault, language: Language): string {
  if (fault.error === 'badParameter') return reasonText(fault, language)
  const details: Details = 'reason' in fault ? { ...fault.details, reason: reasonText(fault, language) } : fault.details
  return errorText(errorCode(fault.error), language, details)
}

/** Why it is a fault, in the words of its field. */
export const reasonText = ({ reason, details }: Extract<Fault, { reason: Words }>, language: Language): string =>
  reason[language].replace('{name}', details.name ?? '')

/** Without what is not given: absent fields have their default. */
export const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T

/** A fault of what was sent as `of`, with its field, so that the form shows it there. */
export function failureOf(fault: Fault & { field: string }, of: string, language: Language): Failure {
  const { field } = fault
  const data = { field, reason: faultText(fault, language) }
  if (fault.error === 'badParameter')
    return fail('badParameter', { field: `${of}.${field}`, reason: data.reason }, data)
  if (fault.error !== 'formulaWrong') return failAs(fault, data)
  return fail('formulaWrong', { at: fault.details.at, reason: reasonText(fault, language) }, data)
}
