// The browser's side of a session: found at the start, lost when the platform says so, ended by the user. [S2] [S8]
import { ApiError, call, isPassing } from '../../contract/call.ts'
import { logout, userInfo } from '../../features/login/contract.ts'
import { keep, readKept } from '../../ui/kept.ts'
import { isAccount, setMe, watchMe, whoAmI } from '../../ui/me.ts'

// The cookie cannot be read here, so that there is a session is remembered beside it.
const hint = 'signedIn'
watchMe(() => whoAmI()?.isVisitor || keep(hint, whoAmI() ? '1' : ''))

/** Whether somebody is signed in; asks the platform once if nobody is known yet. */
export async function findSession(): Promise<boolean> {
  if (isAccount()) return true
  try {
    setMe(await call(userInfo, {}))
    return true
  } catch (error) {
    // A platform or a database that is away says nothing of the session.
    if (!(error instanceof ApiError) || isPassing(error) || error.code < 0) throw error
    keep(hint, '')
    return false
  }
}

/** The same for the login page, which asks only where there was a session before: a stranger costs no call. */
export async function findKnownSession(): Promise<boolean> {
  if (isAccount()) return true
  if (readKept(hint) !== '1') return false
  // The login says itself what it cannot reach.
  return findSession().catch(() => false)
}

export const forgetSession = (): void => setMe(null)

export async function endSession(): Promise<void> {
  await call(logout, {})
  forgetSession()
}
