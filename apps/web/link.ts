// Connects the link to the platform with the functions of this client: its calls, a short request as a probe, the
// browser's network state.
import { ApiError, call, setUpCalls } from '../../contract/call.ts'
import { errorCode } from '../../contract/errors.ts'
import { userInfo } from '../../features/people/login/contract.ts'
import { type ProbeResult, platformLink } from '../../signal/web/platform-link.ts'
import { whoAmI } from '../../ui/me.ts'

const patienceMs = 5_000

/** The request for the current user: the smallest call that needs the platform, its database and the session. */
async function probe(): Promise<ProbeResult> {
  try {
    await call(userInfo, {}, { signal: AbortSignal.timeout(patienceMs) })
    return 'answer'
  } catch (error) {
    if (!(error instanceof ApiError) || error.code < 0) return 'silence'
    return error.code === errorCode('databaseDown') ? 'noDatabase' : 'answer'
  }
}

/** Starts to watch the connection, for the lifetime of the client. */
export function watchLink(): void {
  setUpCalls({
    onOutcome: (heard) => {
      if (heard === 'answer') platformLink.heard()
      else if (heard === 'noDatabase') platformLink.heardNoDatabase()
      else void platformLink.doubt()
    },
  })
  platformLink.start({ probe, isNeeded: () => whoAmI() !== null, hasNetwork: () => navigator.onLine })
  const look = () => {
    if (document.visibilityState === 'visible') void platformLink.look()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', () => void platformLink.doubt())
  window.addEventListener('offline', () => void platformLink.doubt())
}
