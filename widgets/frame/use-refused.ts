// Whether the platform's content security policy blocked a site.
import { useEffect, useState } from 'react'

/**
 * Whether the browser blocked a frame of this origin by one of the `directives`. With an empty `origin` nothing is
 * checked.
 */
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
