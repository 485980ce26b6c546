// Which passwords may be chosen, and how answers are compared. [S5]
import { type Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isCommonPassword } from '../../../core/common-passwords.ts'

/** Why a password that keeps the rule may not be chosen all the same, told at its field; nothing if it may. */
export function cannotChoose(password: string, loginname: string): Failure | undefined {
  const at = { field: 'password' }
  if (password.toLowerCase() === loginname.toLowerCase()) return fail('passwordIsName', {}, at)
  return isCommonPassword(password) ? fail('passwordCommon', {}, at) : undefined
}

/** An answer as it is compared: nobody remembers how he wrote it years ago. */
export const plainAnswer = (answer: string): string =>
  answer
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{Cf}]+/gu, '')
    .toLowerCase()

/** Whether what is verified opens what is changed: until when, or null. */
export const changeUntil = (openedAt: number | undefined, now: number): number | null =>
  openedAt !== undefined && now - openedAt < limits.changeWindowMs ? openedAt + limits.changeWindowMs : null
