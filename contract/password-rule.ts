// The rule for passwords, shared by server and web. [S5]
import { limits } from './limits.ts'

/** Parts of the rule, in the order in which they are reported. */
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

/** Whether a password meets one part of the rule. */
export const keepsRule = (password: string, rule: PasswordRule): boolean => keeps[rule](password)

/** The first part of the rule that a password breaks, or nothing if it is allowed. */
export const weakPassword = (password: string): PasswordRule | undefined =>
  passwordRules.find((rule) => !keeps[rule](password))

/**
 * The strength of a password, from 0 to 4, for a meter: 1 breaks the rule; from 2 up the length and the number of
 * character classes count.
 */
export function passwordStrength(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password === '') return 0
  if (weakPassword(password)) return 1
  const points = Number(password.length >= 12) + Number(classesOf(password) === 4)
  return points === 0 ? 2 : points === 1 ? 3 : 4
}
