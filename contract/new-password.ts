// A new password as a field of a contract. Its rule is in a separate file, which the login page loads without zod. [S5]
import { z } from 'zod'
import { limits } from './limits.ts'
import { type PasswordRule, weakPassword } from './password-rule.ts'

const params: Record<PasswordRule, { en: string; zh: string }> = {
  length: {
    en: `${limits.passwordMin} to ${limits.passwordMax} characters`,
    zh: `长度须为 ${limits.passwordMin} 至 ${limits.passwordMax} 个字符`,
  },
  characters: {
    en: 'only letters, digits and _!@#$%^&*()?',
    zh: '只能包含字母、数字和 _!@#$%^&*()?',
  },
  classes: {
    en: 'at least 3 of digits, upper case, lower case, special characters',
    zh: '数字、大写字母、小写字母、特殊字符至少包含 3 种',
  },
  repeated: { en: 'no character 3 times in a row', zh: '同一字符不能连续出现 3 次' },
}

/** A chosen password as a field of a contract: rejected with the part of the rule that it breaks. */
export const NewPassword = z
  .string()
  .max(200)
  .superRefine((password, context) => {
    const broken = weakPassword(password)
    if (broken) context.addIssue({ code: 'custom', params: params[broken] })
  })
  .meta({ format: 'password' })
