// Which passwords may be chosen, and how answers are compared. [S5]
import { type ErrorName, type Failure, fail, type Language, type PlainName } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { isCommonPassword } from '../../core/common-passwords.ts'
import { weakPassword } from '../login/rules.ts'

type Weakness = NonNullable<ReturnType<typeof weakPassword>>

/** What a password that breaks the rule is told. */
export const weaknessTexts: Record<Weakness, Record<Language, string>> = {
  length: {
    en: `${limits.passwordMin} to ${limits.passwordMax} characters`,
    'zh-cn': `须为 ${limits.passwordMin}-${limits.passwordMax} 个字符`,
  },
  characters: {
    en: 'only letters, digits and _!@#$%^&*()?',
    'zh-cn': '只能包含半角字母、数字和 _!@#$%^&*()?',
  },
  classes: {
    en: 'at least three of digits, capitals, small letters and special characters',
    'zh-cn': '至少包含数字、大写字母、小写字母、特殊字符中的三种',
  },
  repeated: { en: 'no character three times in a row', 'zh-cn': '同一字符不能连续出现三次' },
}

/** Why a password may not be chosen, told at its field; nothing if it may. */
export function cannotChoose(password: string, loginname: string, language: Language): Failure | undefined {
  const weakness = weakPassword(password)
  if (weakness) {
    const fault = { field: 'password', reason: weaknessTexts[weakness][language] }
    return fail('badParameter', fault, fault)
  }
  const refuse = (name: PlainName & ErrorName) => fail(name, {}, { field: 'password' })
  if (password.toLowerCase() === loginname.toLowerCase()) return refuse('passwordIsName')
  return isCommonPassword(password) ? refuse('passwordCommon') : undefined
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
