// Shows the device lock of the account again and again, and signs out where that fails. [S4 Login] [S9 Lock check]
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiError, call, setUpCalls } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { setMe, useMe } from '../../../ui/me.ts'
import { usePlace, withSearch } from '../../../ui/place.tsx'
import { shellPart } from '../../../ui/shell-part.ts'
import { logout } from '../login/contract.ts'
import { showLock } from './part-show-lock.ts'
import { whyOf } from './part-why.ts'

function WatchLock() {
  const useLock = useMe()?.useLock === true
  const { go } = usePlace()
  const client = useQueryClient()
  const show = async (): Promise<boolean> => {
    const fault = await showLock()
    if (!fault) return true
    // A session that cannot be ended now is refused data all the same.
    await call(logout, {}).catch(() => undefined)
    setMe(null)
    client.clear()
    const here = window.location.pathname + window.location.search
    go(withSearch('/login', { why: whyOf(fault), to: here }))
    return false
  }
  const now = useRef(show)
  now.current = show

  useEffect(() => {
    if (!useLock) {
      // It was given a lock while it was signed in: a page that may ask the service is loaded.
      setUpCalls({ onLock: reload })
      return undefined
    }
    setUpCalls({ onLock: () => now.current() })
    const timer = setInterval(() => void now.current().catch(ignorePlatform), limits.lockPeriodMs)
    return () => {
      clearInterval(timer)
      setUpCalls({ onLock: () => Promise.resolve(false) })
    }
  }, [useLock])
  return null
}

/** A platform that is away is shown the lock when it is back. */
function ignorePlatform(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

function reload(): Promise<boolean> {
  window.location.reload()
  return new Promise(() => undefined)
}

export default shellPart({ Watch: WatchLock })
