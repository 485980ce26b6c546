// When a login needs a captcha and when it is locked out. [S8 1003-1005] [S5]
import { limits } from '../../contract/limits.ts'

export type Guard = { failures: number; lockedUntil: number; lastAt: number }

export const noFailures: Guard = { failures: 0, lockedUntil: 0, lastAt: 0 }

/** Failures older than the lockout no longer count. */
export const current = (guard: Guard, now: number): Guard =>
  now - guard.lastAt > limits.lockoutMs && guard.lockedUntil <= now ? noFailures : guard

export const needsCaptcha = (guard: Guard): boolean => guard.failures >= limits.loginFailuresBeforeCaptcha

/** Whole minutes until a locked name may try again, or 0. */
export const minutesLocked = (guard: Guard, now: number): number =>
  Math.max(0, Math.ceil((guard.lockedUntil - now) / 60_000))

/** The guard after one more failure. */
export function afterFailure(guard: Guard, now: number): Guard {
  const failures = guard.failures + 1
  const locks = failures >= limits.loginFailuresBeforeLockout
  return {
    failures: locks ? 0 : failures,
    lastAt: now,
    lockedUntil: locks ? now + limits.lockoutMs : guard.lockedUntil,
  }
}

/** Whether a password may be chosen. [S5] The reason names the broken rule, or nothing. */
export function weakPassword(password: string): 'length' | 'characters' | 'classes' | 'repeated' | undefined {
  if (password.length < limits.passwordMin || password.length > limits.passwordMax) return 'length'
  if (!/^[A-Za-z0-9_!@#$%^&*()?]+$/.test(password)) return 'characters'
  const classes = [/[0-9]/, /[A-Z]/, /[a-z]/, /[_!@#$%^&*()?]/].filter((kind) => kind.test(password)).length
  if (classes < 3) return 'classes'
  return /(.)\1\1/.test(password) ? 'repeated' : undefined
}
