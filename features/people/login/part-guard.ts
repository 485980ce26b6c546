// What strangers are asked before they may try: a captcha with a proof of work, and to wait after many failures. Shared by
// the calls that need no session.
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type Failure, fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../../core/network-of.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { DB } from '../../../db/schema.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { drawCaptcha } from './captcha.ts'
import { afterSharedFailure, currentShared, type Guard, minutesLocked, needsCaptcha, workBits } from './rules.ts'
import { loadGuard, oneAtATime, saveGuard } from './store.ts'
import { type Work, workText, zeroBits } from './work.ts'

/** Captcha and solved work, as far as the caller sent them. */
export type Given = { vcode?: string | undefined; work?: string | undefined }
type Shown = { needed: boolean; svg: string | null; work: Work | null }
/** What strangers try beside signing in: each is counted for itself. */
export type StrangersPurpose = 'enroll' | 'register' | 'recovery'

/** Whether each try needs a captcha, also the first: whoever has the link of a registration may be a program. */
const asksAlways = (purpose: StrangersPurpose): boolean => purpose === 'register'

export const noCaptcha: Shown = { needed: false, svg: null, work: null }

const solves = ({ challenge, bits }: Work, nonce = ''): boolean =>
  /^\d{1,15}$/.test(nonce) && zeroBits(sha256(workText(challenge, Number(nonce)))) >= bits

/** Takes captcha and work that were shown under this key, good once: a guess costs both. */
export async function takeCaptcha(
  db: Kysely<DB>,
  key: string,
  given: Given,
  now: number,
): Promise<Failure | undefined> {
  const { captcha, captchaAt, work, workBits: bits } = await loadGuard(db, key)
  await saveGuard(db, key, { captcha: null, captchaAt: null, work: null, workBits: null }, now)
  if (!captcha || captchaAt === null || now - captchaAt >= limits.captchaMs) return fail('captchaExpired')
  if (captcha !== given.vcode?.toLowerCase()) return fail('captchaWrong')
  return work !== null && solves({ challenge: work, bits: bits ?? 0 }, given.work) ? undefined : fail('captchaExpired')
}

/** Draws a captcha with work as hard as the failures ask for, and keeps it under this key. */
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

/** The captcha of an address, where it is due. */
export async function strangersCaptcha(call: PublicCall, purpose: StrangersPurpose): Promise<Shown> {
  const key = keyOf(purpose, call.ip)
  const guard = await loadStrangers(call.db, key, call.now())
  return asksAlways(purpose) || needsCaptcha(guard) ? showCaptcha(call, key, guard) : noCaptcha
}

/**
 * Counts a try of an address as failed before it is checked, one at a time; `forgiveStranger` takes it back. Answers why
 * there is no try at all.
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

/** The try was none to be counted. */
export const forgiveStranger = (call: PublicCall, purpose: StrangersPurpose): Promise<void> => {
  const key = keyOf(purpose, call.ip)
  return oneAtATime(call.db, key, async (db) => {
    const failures = Math.max(0, (await loadGuard(db, key)).failures - 1)
    await saveGuard(db, key, { failures, ...(failures < bound ? { lockedUntil: 0 } : {}) }, call.now())
  })
}
