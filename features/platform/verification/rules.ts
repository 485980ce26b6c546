// Normalises and masks addresses, and writes the text of a code.
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Purpose } from './contract.ts'

/** A phone number without blanks and hyphens; undefined if it is invalid. */
export function telOf(text: string): string | undefined {
  const bare = text.replace(/[\s()-]/g, '')
  return /^(\+[1-9]\d{6,14}|[1-9]\d{6,14})$/.test(bare) ? bare : undefined
}

/** An e-mail address in lower case, for comparison: in practice mailboxes do not differ only by case. */
export function emailOf(text: string): string | undefined {
  const bare = text.trim().toLowerCase()
  if (bare.length > limits.emailLength) return undefined
  return /^[a-z0-9._%+-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/.test(bare) ? bare : undefined
}

/** A phone number without its middle digits: `138****5678`. */
export function maskTel(tel: string): string {
  const [head, tail] = tel.length >= 11 ? [3, 4] : [2, 2]
  return `${tel.slice(0, head)}****${tel.slice(-tail)}`
}

/** A shortened address, `w***@e***`: its owner recognises it, but others cannot learn it. */
export function maskEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${host.slice(0, 1)}***`
}

const minutes = limits.verificationMs / 60_000

const purposeWords: Record<Purpose, Record<Language, string>> = {
  recovery: { en: 'to recover your password', 'zh-cn': '找回密码' },
  verify: { en: 'to verify your identity', 'zh-cn': '身份验证' },
  setTel: { en: 'to bind this phone number', 'zh-cn': '绑定手机号' },
  setEmail: { en: 'to bind this e-mail address', 'zh-cn': '绑定邮箱' },
}

/** Subject and text of the message with a code. */
export function codeMessage(code: string, purpose: Purpose, language: Language): { subject: string; text: string } {
  const what = purposeWords[purpose][language]
  return language === 'en'
    ? {
        subject: `Gatehouse verification code ${code}`,
        text: `${code} is your Gatehouse verification code ${what}. It is valid for ${minutes} minutes. Nobody of Gatehouse asks you for it; if you did not ask for it yourself, ignore this message.`,
      }
    : {
        subject: `Gatehouse 验证码 ${code}`,
        text: `您的 Gatehouse 验证码为 ${code}，用于${what}，${minutes} 分钟内有效。请勿告知他人；如非本人操作，请忽略。`,
      }
}
