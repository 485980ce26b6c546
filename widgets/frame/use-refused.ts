// Whether the content security policy of the platform refused something of a site.
import { useEffect, useState } from 'react'

/** `origin` empty: nothing is asked for. */
export function useRefused(origin: string, directives: readonly string[]): boolean {
  const [refused, setRefused] = useState('')
  const key = directives.join(' ')
  useEffect(() => {
    if (!origin) return undefined
    const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (key.split(' ').includes(effectiveDirective) && blockedURI.startsWith(origin)) setRefused(origin)
    }
    document.addEventListener('securitypolicyviolation', note)
    return () => document.removeEventListener('securitypolicyviolation', note)
  }, [origin, key])
  return refused !== '' && refused === origin
}
