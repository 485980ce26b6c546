// The second step of any way of signing in. The password was right, and a short ticket remembers it; a code then opens the
// session. Tries are counted for the ticket, and for the account over all its tickets.
import { createHash, randomBytes } from 'node:crypto'
import { fail } from '../../contract/errors.ts'
import type { AccountId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { afterSharedFailure, currentShared, type Guard, minutesLocked, noFailures } from '../login/rules.ts'
import type { PublicCall } from '../serve.ts'
import { isAppCode, plainCode } from './rules.ts'
import {
  countTry,
  insertTicket,
  loadFactor,
  lockFactor,
  removeTicket,
  saveTries,
  takeRecoveryCode,
  takeTimeStep,
} from './store.ts'

type Needs = Pick<PublicCall, 'db' | 'now' | 'appStep'>

const sha256 = (text: string) => createHash('sha256').update(text).digest()

export const hashOfCode = (plain: string): Buffer => sha256(plain)

export const hasSecondFactor = async ({ db }: Needs, accountId: AccountId): Promise<boolean> =>
  ((await loadFactor(db, accountId))?.confirmedAt ?? null) !== null

/** The ticket of a login whose password was right. */
export async function drawTicket({ db, now }: Needs, accountId: AccountId): Promise<string> {
  const ticket = randomBytes(32).toString('base64url')
  await insertTicket(db, { tokenHash: sha256(ticket), accountId, expiresAt: now() + limits.loginTicketMs }, now())
  return ticket
}

/** Counts a try of the account as failed before it is checked. Throws tooManyFailures. */
const countForAccount = ({ db, now }: Needs, accountId: AccountId) =>
  db.transaction().execute(async (inner) => {
    const factor = await lockFactor(inner, accountId)
    if (!factor) throw fail('stepGone')
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
  const { secretSealed } = await countForAccount(call, accountId)
  await before?.()
  const plain = plainCode(typed)
  const step = isAppCode(plain) ? call.appStep(secretSealed, plain) : undefined
  const isRight =
    step === undefined
      ? await takeRecoveryCode(call.db, accountId, hashOfCode(plain))
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
