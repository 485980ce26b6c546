// Redirects the browser to a provider, or returns the reason if that fails.
import { useState } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { beginSignOn } from './contract.ts'

export function useLeave(to = '/') {
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const leave = async (slug: string) => {
    setBusy(true)
    setFault(undefined)
    try {
      const { url } = await call(beginSignOn, { slug, to })
      // Stays busy until the browser has left the page.
      window.location.assign(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFault(error.message)
      setBusy(false)
    }
  }
  return { busy, fault, forget: () => setFault(undefined), leave }
}
