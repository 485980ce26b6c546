// The browser's side of a session: found at the start, lost when the platform reports it, ended by the user. [S2] [S8]
import { ApiError, call, isPassing } from '../../contract/call.ts'
import { errorCode, sessionLostCodes } from '../../contract/errors.ts'
import type { SessionProof } from '../../features/people/access/part-session-proof.ts'
import { logout, type UserInfo, userInfo } from '../../features/people/login/contract.ts'
import { forgetStyle, takeStyle } from '../../features/platform/style/part-style.ts'
import { keep, readKept } from '../../ui/kept.ts'
import { offerLanguage } from '../../ui/language.ts'
import { isAccount, setMe, setMeLoader, watchMe, whoAmI } from '../../ui/me.ts'
import { forgetRecent } from './recent.ts'

// The cookie cannot be read here, so the existence of a session is stored beside it.
const hint = 'signedIn'
/** True if the session started while this page was open. */
let isSignedInHere = true

setMeLoader(() => call(userInfo, {}))
watchMe(noteMe)
// An account may have signed in before this file was loaded.
if (whoAmI()) noteMe()

function noteMe(): void {
  const { orgLanguage } = whoAmI() ?? {}
  if (orgLanguage) offerLanguage(orgLanguage)
  // A visitor has no session of an account.
  if (whoAmI()?.isVisitor) return
  keep(hint, whoAmI() ? '1' : '')
  if (whoAmI()) return
  isSignedInHere = true
  forgetStyle()
  forgetRecent()
}

const proofs = Object.values(import.meta.glob<{ default: SessionProof }>('../../features/people/*/session-proof.ts'))

/**
 * A locked session starts by showing what its account requires, such as a device lock; returns why that failed. A page
 * that was loaded before the sign-in may not call the lock's service, so the same page is loaded once more.
 */
export async function openLock(href: string): Promise<string | undefined> {
  if (!whoAmI()?.lockDue) return undefined
  if (isSignedInHere) {
    window.location.assign(href)
    return new Promise(() => undefined)
  }
  for (const load of proofs) {
    const { default: show } = await load()
    const why = await show()
    if (why === undefined) continue
    await endSession()
    return why
  }
  setMe(await call(userInfo, {}))
  return undefined
}

/** Whether there was a session when the browser was here last. */
export const wasSignedIn = (): boolean => readKept(hint) === '1'

type Found = 'found' | 'nobody' | 'withoutRights'

/** Whether a user is signed in; asks the platform once if that is unknown. */
export async function findSession(): Promise<Found> {
  if (isAccount()) return 'found'
  // The style is loaded in parallel with the user info; `findStyle` handles its errors.
  takeStyle().catch(() => undefined)
  try {
    const info: UserInfo | null = await call(userInfo, {})
    if (!info) return withoutRights()
    setMe(info)
    isSignedInHere = false
    return 'found'
  } catch (error) {
    answerIn(error)
    keep(hint, '')
    return 'nobody'
  }
}

/**
 * Finds the session for the login page; requests it only if there was a session before, so that a new visitor costs no
 * call.
 */
export async function findKnownSession(): Promise<boolean> {
  if (isAccount()) return true
  if (!wasSignedIn()) return false
  // If the platform is unreachable, the login itself reports it.
  return findSession().then(
    (found) => found === 'found',
    () => false,
  )
}

/**
 * Loads the style of the session. If the platform refuses it, the session has ended; if the platform has none, the page
 * is faulty. [S8]
 */
export async function findStyle(): Promise<Found> {
  try {
    await takeStyle()
    return 'found'
  } catch (error) {
    const code = answerIn(error)
    if (code === errorCode('emptyData')) throw error
    return sessionLostCodes.includes(code) ? 'nobody' : withoutRights()
  }
}

/**
 * The error code of the platform's answer; a fault of the connection or of the database, or the limit of calls, says
 * nothing about the session, and is rethrown.
 */
function answerIn(error: unknown): number {
  if (!(error instanceof ApiError) || isPassing(error) || error.code < 0) throw error
  return error.code
}

async function withoutRights(): Promise<Found> {
  await endSession()
  return 'withoutRights'
}

export const forgetSession = (): void => setMe(null)

export async function endSession(): Promise<void> {
  await call(logout, {})
  forgetSession()
}
