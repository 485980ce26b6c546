// The second step of any way of signing in. The password was right, and a short ticket remembers it; a code then opens the
// session. Tries are counted for the ticket, and for the account over all its tickets.
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

/** What a second step is made with. */
export type Step = { hasApp: boolean; hasPasskey: boolean }

/**
 * What is asked for after the password; nothing where that is enough. A passkey alone does not make the password less: who
 * has registered one is asked for it only where the organisation requires a second step.
 */
export async function stepAfterPassword({ db }: Needs, accountId: AccountId): Promise<Step | undefined> {
  const { since, passkeys, isRequired } = await loadSteps(db, accountId)
  const step = { hasApp: since !== null, hasPasskey: passkeys > 0 }
  return step.hasApp || (isRequired && step.hasPasskey) ? step : undefined
}

type Database = Needs['db']

/** A recovery code has 120 bits: it is kept as a plain hash. */
const recoveryBytes = 15

/** New recovery codes in place of those before, as they are shown. */
export async function drawRecoveryCodes(db: Database, accountId: AccountId): Promise<string[]> {
  const codes = Array.from({ length: limits.recoveryCodes }, () => base32(randomBytes(recoveryBytes)))
  await putRecoveryCodes(db, accountId, codes.map(sha256))
  return codes.map(shownCode)
}

/** The same for an account that must have a second step, has none but passkeys, and has no codes yet. */
export async function giveRecoveryCodes(db: Database, accountId: AccountId, now: number): Promise<string[] | null> {
  const { since, isRequired } = await loadSteps(db, accountId)
  if (since !== null || !isRequired) return null
  await putFactor(db, accountId, now)
  await lockFactor(db, accountId)
  return (await countRecoveryCodes(db, accountId)) > 0 ? null : drawRecoveryCodes(db, accountId)
}

/**
 * Within the transaction that takes an app or a passkey off: throws secondFactorRequired where it was the last one and one is
 * needed; with the last one go the recovery codes.
 */
export async function afterTakingOff(db: Database, accountId: AccountId): Promise<void> {
  const { since, passkeys, isRequired } = await loadSteps(db, accountId)
  if (since !== null || passkeys > 0) return
  if (isRequired) throw fail('secondFactorRequired')
  await removeFactor(db, accountId)
}

/** Until the transaction ends, nobody else takes an app or a passkey of the account off. */
export const holdSteps = async (db: Database, accountId: AccountId): Promise<void> =>
  void (await lockFactor(db, accountId))

/** The ticket of a login whose password was right. */
export async function drawTicket({ db, now }: Needs, accountId: AccountId): Promise<string> {
  const ticket = drawToken()
  await insertTicket(db, { tokenHash: sha256(ticket), accountId, expiresAt: now() + limits.loginTicketMs }, now())
  return ticket
}

/** Counts a try of the account as failed before it is checked; nothing where there are no codes. Throws tooManyFailures. */
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
 * Takes a code of the app or a recovery code, each once; a right one forgets the failures before it. What is to be checked
 * `before` counts as a try as well.
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
  // An app that is only being set up opens nothing yet.
  const secretSealed = factor && factor.confirmedAt !== null ? factor.secretSealed : null
  const step = isAppCode(plain) && secretSealed ? call.use(appStep)(secretSealed, plain) : undefined
  const isRight =
    step === undefined
      ? await takeRecoveryCode(call.db, accountId, sha256(plain))
      : await takeTimeStep(call.db, accountId, step)
  if (isRight) await saveTries(call.db, accountId, noFailures)
  return isRight
}

/** Whose login goes on with this code. Throws stepGone, codeWrong, tooManyFailures; `onWrong` writes it down. */
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
