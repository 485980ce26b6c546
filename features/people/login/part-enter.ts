// Continues a login once an account has authenticated, whichever way: refuses a closed account, requires a second step,
// or opens the session.
import { fail } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import type { PublicCall, User } from '../../frame/serve.ts'
import { drawTicket, stepAfterPassword } from '../second-factor/part-step.ts'
import { openSession } from './open-session.ts'
import { confirmSession, loadAccountOf } from './store.ts'
import { closedBecause, recordFailure } from './tries.ts'

/** Marks the session as confirmed now. */
export const confirmNow = ({ db, now }: Pick<PublicCall, 'db' | 'now'>, sessionHash: Buffer): Promise<void> =>
  confirmSession(db, sessionHash, now())

/** Signs in an account that another way has authenticated. Throws 1008, 1023, and 1051 with a ticket and `more`. */
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
