// What follows once somebody has shown who he is, by whatever: a closed account stays out, a second step is asked for, or
// the session begins.
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { PublicCall, User } from '../../frame/serve.ts'
import { drawTicket, stepAfterPassword } from '../second-factor/part-step.ts'
import { openSession } from './open-session.ts'
import { confirmSession, loadAccountOf } from './store.ts'
import { closedBecause, recordFailure } from './tries.ts'

/** Whoever has a session showed who he is once more. */
export const confirmNow = ({ db, now }: Pick<PublicCall, 'db' | 'now'>, sessionHash: Buffer): Promise<void> =>
  confirmSession(db, sessionHash, now())

/** Whom another way of signing in has found. Throws 1008, 1023, and 1051 with a ticket and `more` beside it. */
export async function enter(
  call: PublicCall,
  accountId: AccountId,
  { confirmedAt, isStepVerified, more = {} }: { confirmedAt: number; isStepVerified: boolean; more?: object },
): Promise<User> {
  const account = await loadAccountOf(call.db, accountId)
  if (!account) throw fail('wrongCredentials')
  const why = closedBecause(account)
  if (why !== undefined) {
    await recordFailure(call, account, why)
    throw fail(why)
  }
  const step = isStepVerified ? undefined : await stepAfterPassword(call, account.id)
  if (step) throw fail('stepNeeded', {}, { ...more, ticket: await drawTicket(call, account.id), ...step })
  return openSession(call, account, confirmedAt)
}
