// Presents the account's device lock periodically, and signs out if that fails. [S4 Login] [S9 Lock check]
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, call, setUpCalls } from '../../../contract/call.ts'
import { setMe, useMe } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { shellPart } from '../../../ui/shell-part.ts'
import { logout } from '../login/contract.ts'
import { lockLimits } from './limits.ts'
import proof from './session-proof.ts'

function WatchLock() {
  const useLock = useMe()?.useLock === true
  const { go } = usePlace()
  const client = useQueryClient()
  const show = async (): Promise<boolean> => {
    const why = await proof()
    if (why === undefined) return true
    // A locked session gets no data, even if it cannot be ended now.
    await call(logout, {}).catch(() => undefined)
    setMe(null)
    client.clear()
    const here = window.location.pathname + window.location.search
    go(withSearch('/login', { why, to: here }))
    return false
  }
  const now = useRef(show)
  now.current = show

  useEffect(() => {
    if (!useLock) {
      // The account got a lock while signed in: reload, so that the page may connect to the local service.
      setUpCalls({ onLock: reload })
      return undefined
    }
    setUpCalls({ onLock: () => now.current() })
    const timer = setInterval(() => void now.current().catch(ignorePlatform), lockLimits.periodMs)
    return () => {
      clearInterval(timer)
      setUpCalls({ onLock: () => Promise.resolve(false) })
    }
  }, [useLock])
  return null
}

/** Ignores an unreachable platform; the lock is presented at the next interval. */
function ignorePlatform(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

function reload(): Promise<boolean> {
  window.location.reload()
  return new Promise(() => undefined)
}

export default shellPart({ Watch: WatchLock })
