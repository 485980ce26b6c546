// Guards calls that need no session: a captcha with proof of work, and a wait after many failures.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { DB } from '../../../db/schema.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { drawCaptcha } from './captcha.ts'
import {
  afterSharedFailure,
  currentShared,
  forgiven,
  type Guard,
  minutesLocked,
  needsCaptcha,
  workBits,
} from './rules.ts'
import { loadGuard, oneAtATime, saveGuard } from './store.ts'
import { type Work, workText, zeroBits } from './work.ts'

/** Text of the captcha and solution of the work, if the caller sent them. */
export type Given = { vcode?: string | undefined; work?: string | undefined }
type Shown = { needed: boolean; svg: string | null; work: Work | null }
/** Forms that need no login; each has its own count of failures. */
type StrangersPurpose = 'enroll' | 'register' | 'recovery'

/** Whether even the first try needs a captcha: a program may have the link of a registration. */
const asksAlways = (purpose: StrangersPurpose): boolean => purpose === 'register'

export const noCaptcha: Shown = { needed: false, svg: null, work: null }

const solves = ({ challenge, bits }: Work, nonce = ''): boolean =>
  /^\d{1,15}$/.test(nonce) && zeroBits(sha256(workText(challenge, Number(nonce)))) >= bits

/** A failure that a form shows at the field of the captcha. */
const failAt = (name: 'captchaWrong' | 'captchaExpired'): Failure => fail(name, {}, { field: 'vcode' })

/** Checks captcha and work that were shown under this key. Both are valid once: a guess spends them. */
export async function takeCaptcha(
  db: Kysely<DB>,
  key: string,
  given: Given,
  now: number,
): Promise<Failure | undefined> {
  const { captcha, captchaAt, work, workBits: bits } = await loadGuard(db, key)
  await saveGuard(db, key, { captcha: null, captchaAt: null, work: null, workBits: null }, now)
  if (!captcha || captchaAt === null || now - captchaAt >= limits.captchaMs) return failAt('captchaExpired')
  if (captcha !== given.vcode?.toLowerCase()) return failAt('captchaWrong')
  return work !== null && solves({ challenge: work, bits: bits ?? 0 }, given.work)
    ? undefined
    : failAt('captchaExpired')
}

/** Draws a captcha with work that grows with the failures, and stores it under this key. */
export async function showCaptcha({ db, now }: PublicCall, key: string, { failures }: Guard): Promise<Shown> {
  const { text, svg } = drawCaptcha()
  const work = { challenge: randomBytes(16).toString('base64url'), bits: workBits(failures) }
  const kept = { captcha: text, captchaAt: now(), work: work.challenge, workBits: work.bits }
  await saveGuard(db, key, kept, now())
  return { needed: true, svg, work }
}

const keyOf = (purpose: StrangersPurpose, ip: string) => `${purpose}:${networkOf(ip)}`
const bound = limits.strangersTriesPerAddress
const loadStrangers = async (db: Kysely<DB>, key: string, now: number) =>
  currentShared(await loadGuard(db, key), now, bound)

/** A captcha for the caller's address, if it needs one. */
export async function strangersCaptcha(call: PublicCall, purpose: StrangersPurpose): Promise<Shown> {
  const key = keyOf(purpose, call.ip)
  const guard = await loadStrangers(call.db, key, call.now())
  return asksAlways(purpose) || needsCaptcha(guard) ? showCaptcha(call, key, guard) : noCaptcha
}

/**
 * Counts a try of an address as failed before the check, one at a time; `forgiveStranger` undoes that. Returns the
 * reason if the try is refused.
 */
export function countStranger(call: PublicCall, purpose: StrangersPurpose, given: Given): Promise<Failure | undefined> {
  const key = keyOf(purpose, call.ip)
  return oneAtATime(call.db, key, async (db) => {
    const now = call.now()
    const guard = await loadStrangers(db, key, now)
    const minutes = minutesLocked(guard, now)
    if (minutes > 0) return fail('tooManyFailures', { minutes })
    const refused = asksAlways(purpose) || needsCaptcha(guard) ? await takeCaptcha(db, key, given, now) : undefined
    if (!refused) await saveGuard(db, key, afterSharedFailure(guard, now, bound), now)
    return refused
  })
}

/** Removes a try that succeeded from the count of failures. */
export const forgiveStranger = (call: PublicCall, purpose: StrangersPurpose): Promise<void> => {
  const key = keyOf(purpose, call.ip)
  return oneAtATime(call.db, key, async (db) => {
    await saveGuard(db, key, forgiven(await loadGuard(db, key), bound), call.now())
  })
}
