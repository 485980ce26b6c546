// When a login needs a captcha and when it is locked. [S8 1003-1005] [S5]
import { limits } from '../../../contract/limits.ts'

export type Guard = { failures: number; lockedUntil: number; lastAt: number }

export const noFailures: Guard = { failures: 0, lockedUntil: 0, lastAt: 0 }

/** Removes failures that are older than the lockout. */
export const current = (guard: Guard, now: number): Guard =>
  now - guard.lastAt > limits.lockoutMs && guard.lockedUntil <= now ? noFailures : guard

export const needsCaptcha = (guard: Guard): boolean => guard.failures >= limits.loginFailuresBeforeCaptcha

/** Wait of strangers after this many failures of a name or an address: each further failure doubles it. */
export function strangerDelayMs(failures: number, bound: number = limits.loginFailuresBeforeLockout): number {
  if (failures < bound) return 0
  // After twenty doublings the delay exceeds its maximum in any case.
  return Math.min(limits.strangerDelayMaxMs, limits.strangerDelayMs * 2 ** Math.min(failures - bound, 20))
}

/** Removes outdated failures that all unknown callers share: they count for twice the delay that they caused. */
export function currentShared(guard: Guard, now: number, bound?: number): Guard {
  const keptMs = Math.max(limits.lockoutMs, 2 * strangerDelayMs(guard.failures, bound))
  return now - guard.lastAt > keptMs && guard.lockedUntil <= now ? noFailures : guard
}

/** The shared guard after one more failure. */
export function afterSharedFailure(guard: Guard, now: number, bound?: number): Guard {
  const failures = guard.failures + 1
  const delayMs = strangerDelayMs(failures, bound)
  // Without a delay the end of the lock stays unchanged, so that setting the clock back locks no caller.
  const lockedUntil = delayMs === 0 ? guard.lockedUntil : Math.max(guard.lockedUntil, now + delayMs)
  return { failures, lastAt: now, lockedUntil }
}

/** The change of a shared guard that undoes one failure. A lock stays only while the other failures cause one. */
export function forgiven({ failures }: Guard, bound: number): Partial<Guard> {
  const rest = Math.max(0, failures - 1)
  return { failures: rest, ...(rest < bound ? { lockedUntil: 0 } : {}) }
}

/** Bits of proof of work after this many failures: each further failure adds a bit, which doubles the work. */
export const workBits = (failures: number): number =>
  Math.min(limits.workBitsMax, limits.workBits + Math.max(0, failures - limits.loginFailuresBeforeCaptcha))

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
