// The second step of every way to sign in. A short-lived ticket records that the first step succeeded; a code then
// opens the session. Tries are counted per ticket, and per account over all tickets.
import { randomBytes } from 'node:crypto'
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { afterSharedFailure, currentShared, type Guard, minutesLocked, noFailures } from '../login/rules.ts'
import { appStep } from './contract.ts'
import { base32, isAppCode, plainCode, shownCode } from './rules.ts'
import {
  countRecoveryCodes,
  countTry,
  insertTicket,
  loadSteps,
  lockFactor,
  putFactor,
  putRecoveryCodes,
  removeFactor,
  removeTicket,
  saveTries,
  takeRecoveryCode,
  takeTimeStep,
} from './store.ts'

type Needs = Pick<PublicCall, 'db' | 'now' | 'use'>

/** Ways to complete the second step. */
type Step = { hasApp: boolean; hasPasskey: boolean }

/**
 * The second step that is required after the password; undefined if the password is enough. A registered passkey is
 * required only if the organisation demands a second step.
 */
export async function stepAfterPassword({ db }: Needs, accountId: AccountId): Promise<Step | undefined> {
  const { since, passkeys, isRequired } = await loadSteps(db, accountId)
  const step = { hasApp: since !== null, hasPasskey: passkeys > 0 }
  return step.hasApp || (isRequired && step.hasPasskey) ? step : undefined
}

type Database = Needs['db']

/** Recovery codes have 120 random bits, so a plain hash is enough. */
const recoveryBytes = 15

/** Replaces the recovery codes, and returns the new ones as displayed. */
export async function drawRecoveryCodes(db: Database, accountId: AccountId): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => base32(randomBytes(recoveryBytes)))
  await putRecoveryCodes(db, accountId, codes.map(sha256))
  return codes.map(shownCode)
}

/**
 * Generates recovery codes for an account that must have a second step, has only passkeys, and has no codes yet;
 * returns null for any other account.
 */
export async function giveRecoveryCodes(db: Database, accountId: AccountId, now: number): Promise<string[] | null> {
  const { since, isRequired } = await loadSteps(db, accountId)
  if (since !== null || !isRequired) return null
  await putFactor(db, accountId, now)
  await lockFactor(db, accountId)
  return (await countRecoveryCodes(db, accountId)) > 0 ? null : drawRecoveryCodes(db, accountId)
}

/**
 * Called after an app or a passkey was removed, in the same transaction. Throws secondFactorRequired if it was the last
 * and one is required; otherwise removes the recovery codes together with the last one.
 */
export async function afterTakingOff(db: Database, accountId: AccountId): Promise<void> {
  const { since, passkeys, isRequired } = await loadSteps(db, accountId)
  if (since !== null || passkeys > 0) return
  if (isRequired) throw fail('secondFactorRequired')
  await removeFactor(db, accountId)
}

/** Locks the account's second steps until the transaction ends, so that no parallel call removes another one. */
export const holdSteps = async (db: Database, accountId: AccountId): Promise<void> =>
  void (await lockFactor(db, accountId))

/** Issues a ticket for a login that has passed its first step. */
export async function drawTicket({ db, now }: Needs, accountId: AccountId): Promise<string> {
  const ticket = drawToken()
  await insertTicket(db, { tokenHash: sha256(ticket), accountId, expiresAt: now() + limits.loginTicketMs }, now())
  return ticket
}

/**
 * Counts a try of the account as failed before the check; returns undefined if the account has no codes. Throws
 * tooManyFailures.
 */
const countForAccount = ({ db, now }: Needs, accountId: AccountId) =>
  db.transaction().execute(async (inner) => {
    const factor = await lockFactor(inner, accountId)
    if (!factor) return undefined
    const { failures, lastFailureAt: lastAt, lockedUntil } = factor
    const bound = limits.codeFailures
    const guard: Guard = currentShared({ failures, lastAt, lockedUntil }, now(), bound)
    const minutes = minutesLocked(guard, now())
    if (minutes > 0) throw fail('tooManyFailures', { minutes })
    await saveTries(inner, accountId, afterSharedFailure(guard, now(), bound))
    return factor
  })

/**
 * Consumes a code of the app or a recovery code, each valid once; a right one clears the failures. A failing `before`
 * counts as a try as well.
 */
export async function takeCode(
  call: Needs,
  accountId: AccountId,
  typed: string,
  before?: () => Promise<void>,
): Promise<boolean> {
  const factor = await countForAccount(call, accountId)
  await before?.()
  const plain = plainCode(typed)
  // An app in setup is not valid yet.
  const secretSealed = factor && factor.confirmedAt !== null ? factor.secretSealed : null
  const step = isAppCode(plain) && secretSealed ? call.use(appStep)(secretSealed, plain) : undefined
  const isRight =
    step === undefined
      ? await takeRecoveryCode(call.db, accountId, sha256(plain))
      : await takeTimeStep(call.db, accountId, step)
  if (isRight) await saveTries(call.db, accountId, noFailures)
  return isRight
}

/**
 * The account of the ticket, if the code is right. Throws stepGone, codeWrong, tooManyFailures; `onWrong` logs a wrong
 * code.
 */
export async function takeTicket(
  call: Needs,
  { ticket, code }: { ticket: string; code: string },
  onWrong: (accountId: AccountId) => Promise<void>,
): Promise<AccountId> {
  const tokenHash = sha256(ticket)
  const found = await countTry(call.db, tokenHash, limits.codeTries, call.now())
  if (!found) throw fail('stepGone')
  if (await takeCode(call, found.accountId, code)) {
    if (await removeTicket(call.db, tokenHash)) return found.accountId
    throw fail('stepGone')
  }
  await onWrong(found.accountId)
  throw fail(found.tries < limits.codeTries ? 'codeWrong' : 'stepGone', {}, { field: 'code' })
}
