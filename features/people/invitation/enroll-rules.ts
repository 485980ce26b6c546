// Pure rules of the enrolment form: invalid fields.
import { weakPassword } from '../../../contract/password-rule.ts'
import { Email, Loginname, Phone } from '../account/contract.ts'

export const enrollFields = ['loginname', 'name', 'phone', 'email', 'password', 'vcode'] as const
export type EnrollField = (typeof enrollFields)[number]
export type EnrollValues = Record<EnrollField, string>
/** Keys of the texts for faults of the form. */
type EnrollFault = 'required' | 'vcodeRequired' | 'loginnameWrong' | 'phoneWrong' | 'emailWrong' | 'passwordWrong'

/** Faults by field, before sending. */
export function faultsOf(values: EnrollValues, isCaptchaShown: boolean): Partial<Record<EnrollField, EnrollFault>> {
  const faults: Partial<Record<EnrollField, EnrollFault>> = {}
  for (const field of ['loginname', 'name', 'password'] as const) if (!values[field].trim()) faults[field] = 'required'
  if (values.loginname.trim() && !Loginname.safeParse(values.loginname).success) faults.loginname = 'loginnameWrong'
  if (!Phone.safeParse(values.phone).success) faults.phone = 'phoneWrong'
  if (!Email.safeParse(values.email).success) faults.email = 'emailWrong'
  if (values.password && weakPassword(values.password)) faults.password = 'passwordWrong'
  if (isCaptchaShown && !values.vcode.trim()) faults.vcode = 'vcodeRequired'
  return faults
}
