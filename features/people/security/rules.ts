// Which passwords can be chosen, and how answers are compared. [S5]
import { type Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isCommonPassword } from '../../../core/common-passwords.ts'

/** Why a password that satisfies the rule cannot be chosen, with its field; undefined if it can. */
export function cannotChoose(password: string, loginname: string): Failure | undefined {
  const at = { field: 'password' }
  if (password.toLowerCase() === loginname.toLowerCase()) return fail('passwordIsName', {}, at)
  return isCommonPassword(password) ? fail('passwordCommon', {}, at) : undefined
}

/** The form in which answers are compared: case, spaces and punctuation do not count. */
export const plainAnswer = (answer: string): string =>
  answer
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{Cf}]+/gu, '')
    .toLowerCase()

/** End of the change window, or null if it is closed. */
export const changeUntil = (openedAt: number | undefined, now: number): number | null =>
  openedAt !== undefined && now - openedAt < limits.changeWindowMs ? openedAt + limits.changeWindowMs : null
