// Pure rules of the login form: missing fields, the field of an error code, safe targets.
import { lightCodes } from '../../../contract/light-codes.ts'

export type LoginField = 'loginname' | 'password' | 'vcode'

/** The first field that is still empty; the captcha counts only while it is shown. */
export function missingField(values: Record<LoginField, string>, captchaShown: boolean): LoginField | undefined {
  if (!values.loginname.trim()) return 'loginname'
  if (!values.password) return 'password'
  if (captchaShown && !values.vcode.trim()) return 'vcode'
  return undefined
}

/** The field that shows the message of a code; other messages concern the whole form. [S8] */
export function fieldOfCode(code: number): LoginField | undefined {
  if (code === 1002) return 'loginname'
  if (code === 1003 || code === 1004) return 'vcode'
  if (code === 1001) return 'password'
  return undefined
}

/** Target after signing in: only within this site, and never the login page. */
export function safeTarget(to: string | undefined): string {
  // Browsers strip tabs and line ends from addresses: `/<tab>/host` is `//host`, another site.
  if (!to?.startsWith('/') || /^\/[\t\r\n]*[\\/]/.test(to) || to.startsWith('/login')) return '/'
  // The path `/.//host` becomes `//host` once its dots are resolved.
  return new URL(to, 'https://here.invalid').pathname.startsWith('//') ? '/' : to
}

/** Ticket of a login that needs a second step, and the ways to complete the step. */
export type StepAsked = { ticket: string; hasApp: boolean; hasPasskey: boolean }

export function stepIn({ code, data }: { code: number; data: unknown }): StepAsked | undefined {
  if (code !== lightCodes.stepNeeded) return undefined
  const { ticket, hasApp, hasPasskey } = (data ?? {}) as Partial<Record<keyof StepAsked, unknown>>
  return typeof ticket === 'string' ? { ticket, hasApp: hasApp === true, hasPasskey: hasPasskey === true } : undefined
}
