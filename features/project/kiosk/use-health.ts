// Keeps the screen of a wall awake, and reloads the page if its content may be outdated.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isLinkUp } from '../../../ui/link.ts'
import { reloadFor } from './rules.ts'

const lookMs = 60_000
const tickMs = 1_000
/** An older answer does not prove that the platform is reachable. */
const answerMs = 12_000

const entryIn = (html: string): string | undefined =>
  /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1]?.split('/').at(-1)

/** The entry script of this page. Its name contains a hash of the content. */
const ownEntry = (): string => entryIn(document.documentElement.outerHTML) ?? ''

/** The build as reported: `index-B3xK9.js` is build B3xK9. */
export const buildName = (): string => /-([\w-]{4,20})\.js$/.exec(ownEntry())?.[1] ?? ownEntry().slice(0, 40)

/** Whether the platform serves another client than this one; checked every minute while connected. */
function useIsOld(): boolean {
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    const look = async () => {
      if (!isLinkUp()) return
      const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(lookMs / 2) }).catch(
        () => null,
      )
      const entry = response?.ok ? entryIn(await response.text().catch(() => '')) : undefined
      if (entry !== undefined) setOld(entry !== ownEntry())
    }
    const timer = setInterval(() => void look(), lookMs)
    return () => clearInterval(timer)
  }, [])
  return isOld
}

/** Watches the health of a display. `silentMs`: how long expected values have been missing. */
export function useHealth({ answeredAt, silentMs }: { answeredAt: number; silentMs: RefObject<number> }): void {
  const isOld = useIsOld()
  const [loadedAt] = useState(() => Date.now())
  const answered = useRef(answeredAt)
  answered.current = answeredAt
  useEffect(() => {
    let lastAt = Date.now()
    let stoodMs = 0
    const tick = () => {
      const now = Date.now()
      // Browsers slow down timers of hidden tabs; on a wall the tab is visible.
      if (document.visibilityState === 'visible') stoodMs = Math.max(stoodMs, now - lastAt - tickMs)
      lastAt = now
      const isReachable = isLinkUp() && now - answered.current < answerMs
      const health = { stoodMs, silentMs: silentMs.current, isOld, isReachable, upMs: now - loadedAt }
      if (reloadFor(health)) window.location.reload()
    }
    const timer = setInterval(tick, tickMs)
    return () => clearInterval(timer)
  }, [isOld, loadedAt, silentMs])
}

/**
 * Keeps the screen on where the browser supports it. The browser releases the lock when the page is hidden, so it is
 * requested again.
 */
export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Browsers refuse this when the battery is low; then the settings of the screen apply.
      held = await navigator.wakeLock.request('screen').catch(() => undefined)
    }
    const again = () => void take()
    again()
    document.addEventListener('visibilitychange', again)
    return () => {
      document.removeEventListener('visibilitychange', again)
      void held?.release()
    }
  }, [])
}
