// What a password must be: one rule for server and web. [S5]
import { limits } from './limits.ts'

/** Its parts, in the order in which they are told. */
export const passwordRules = ['length', 'characters', 'classes', 'repeated'] as const
export type PasswordRule = (typeof passwordRules)[number]

const kinds = [/[0-9]/, /[A-Z]/, /[a-z]/, /[_!@#$%^&*()?]/]
const classesOf = (password: string) => kinds.filter((kind) => kind.test(password)).length

const keeps: Record<PasswordRule, (password: string) => boolean> = {
  length: ({ length }) => length >= limits.passwordMin && length <= limits.passwordMax,
  characters: (password) => /^[A-Za-z0-9_!@#$%^&*()?]+$/.test(password),
  classes: (password) => classesOf(password) >= 3,
  repeated: (password) => password !== '' && !/(.)\1\1/.test(password),
}

/** Whether a password keeps one part of the rule. */
export const keepsRule = (password: string, rule: PasswordRule): boolean => keeps[rule](password)

/** Whether a password may be chosen: the first part of the rule that it breaks, or nothing. */
export const weakPassword = (password: string): PasswordRule | undefined =>
  passwordRules.find((rule) => !keeps[rule](password))

/** From 0 to 4, for a meter: below 2 it breaks the rule, above that length and classes count. */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  if (weakPassword(password)) return 1
  const points = Number(password.length >= 12) + Number(classesOf(password) === 4)
  return points === 0 ? 2 : points === 1 ? 3 : 4
}
