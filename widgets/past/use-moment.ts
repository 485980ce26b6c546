// The moment of a page in the past. The host reports no changes, so the moment is polled.
import { useEffect, useState } from 'react'
import type { PageHost } from '../host/page-host.ts'
import { hasMoved } from './span.ts'

const lookMs = 2000

/** The time of the playback, epoch ms; null on a live page, whose spans end now. */
export function usePastMoment(host: PageHost, minutes: number): number | null {
  const [moment, setMoment] = useState(() => host.now())
  useEffect(() => {
    if (!host.isPast) return undefined
    setMoment(host.now())
    const timer = setInterval(
      () => setMoment((before) => (hasMoved(before, host.now(), minutes) ? host.now() : before)),
      lookMs,
    )
    return () => clearInterval(timer)
  }, [host, minutes])
  return host.isPast ? moment : null
}
