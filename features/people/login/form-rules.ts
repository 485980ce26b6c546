// What the login form makes of its input and of the platform's refusals.
import { lightCodes } from '../../../contract/light-codes.ts'

export type LoginField = 'loginname' | 'password' | 'vcode'

/** The first field that is still empty; the captcha counts only while it is shown. */
export function missingField(values: Record<LoginField, string>, captchaShown: boolean): LoginField | undefined {
  if (!values.loginname.trim()) return 'loginname'
  if (!values.password) return 'password'
  if (captchaShown && !values.vcode.trim()) return 'vcode'
  return undefined
}

/** Where the message of a code stands; anything else concerns the form as a whole. [S8] */
export function fieldOfCode(code: number): LoginField | undefined {
  if (code === 1002) return 'loginname'
  if (code === 1003 || code === 1004) return 'vcode'
  if (code === 1001) return 'password'
  return undefined
}

/** Where to go after signing in: only within this site, and never back to the login. */
export function safeTarget(to: string | undefined): string {
  // A browser leaves tabs and line ends out of an address: `/<tab>/host` is `//host`, another site.
  if (!to?.startsWith('/') || /^\/[\t\r\n]*[\\/]/.test(to) || to.startsWith('/login')) return '/'
  // `/.//host` is a path, and `//host` once its dots are resolved.
  return new URL(to, 'https://here.invalid').pathname.startsWith('//') ? '/' : to
}

/** A login that goes on with a second step: its ticket, and what the step is made with. */
export type StepAsked = { ticket: string; hasApp: boolean; hasPasskey: boolean }

export function stepIn({ code, data }: { code: number; data: unknown }): StepAsked | undefined {
  if (code !== lightCodes.stepNeeded) return undefined
  const { ticket, hasApp, hasPasskey } = (data ?? {}) as Partial<Record<keyof StepAsked, unknown>>
  return typeof ticket === 'string' ? { ticket, hasApp: hasApp === true, hasPasskey: hasPasskey === true } : undefined
}
