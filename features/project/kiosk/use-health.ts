// A wall never sleeps into a picture that is old: it keeps its screen awake, and is loaded anew where nothing else helps.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isLinkUp } from '../../../ui/link.ts'
import { reloadFor } from './rules.ts'

const lookMs = 60_000
const tickMs = 1_000
/** An answer so old does not tell that the platform is there. */
const answerMs = 12_000

const entryIn = (html: string): string | undefined =>
  /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]+)"/.exec(html)?.[1]?.split('/').at(-1)

/** The file that this page began with: its name changes with what is in it. */
const ownEntry = (): string => entryIn(document.documentElement.outerHTML) ?? ''

/** As it is told: `index-B3xK9.js` is build B3xK9. */
export const buildName = (): string => /-([\w-]{4,20})\.js$/.exec(ownEntry())?.[1] ?? ownEntry().slice(0, 40)

/** Whether the platform has another client than this one; asked every minute while it answers. */
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

/** `silentMs`: how long nothing was told that should have been. */
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
      // A tab that nobody sees is slowed down; it is none on a wall.
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

/** Where the browser has it; a lock ends with every look away, and is taken again. */
export function useWakeLock(): void {
  useEffect(() => {
    let held: WakeLockSentinel | undefined
    const take = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // Refused where power is short: the screen has its own settings then.
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
