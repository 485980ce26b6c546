// The query of a widget to a service, repeated periodically. During a failure the previous answer stays, marked as old.
import { useEffect, useRef, useState } from 'react'
import { useLink } from '../ui/link.ts'
import { uiText } from '../ui/text.ts'
import { type Asking, keepAsking } from './asking.ts'
import type { PageHost } from './host/page-host.ts'
import type { PageServices } from './services.ts'

export type Asked<T> = {
  /**
   * State of a query. `absent`: no room offers the service. `failed` with data: the data was loaded at `at`, and is out
   * of date.
   */
  state: 'waiting' | 'ready' | 'failed' | 'absent'
  data: T | undefined
  error: unknown
  /** When the data was read, epoch ms of the browser. */
  at: number
  /** Repeats the query immediately. */
  again: () => void
}

type Question<K extends keyof PageServices, T> = {
  host: PageHost
  service: K
  /** Queries with the same key are the same. Null: no query. */
  key: string | null
  ask: (service: PageServices[K], ending: { signal: AbortSignal }) => Promise<T>
  /** Interval in ms; undefined: queries once. */
  everyMs?: number
  /** Calls `changed` when the answer may have changed. Returns the function that unsubscribes. */
  watch?: (service: PageServices[K], changed: () => void) => (() => void) | undefined
}

type Answer<T> = Omit<Asked<T>, 'again'> & { key: string | null }

export function useAsked<K extends keyof PageServices, T>(question: Question<K, T>): Asked<T> {
  const { host, service, key, everyMs } = question
  const nothing: Answer<T> = { key, state: 'waiting', data: undefined, error: undefined, at: 0 }
  const [answer, setAnswer] = useState(nothing)
  const { state: link, returns } = useLink()
  const latest = useRef(question)
  latest.current = question
  const asking = useRef<Asking | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a platform that is back is queried again
  useEffect(() => {
    if (key === null) return undefined
    let unwatch: (() => void) | undefined
    const ask = async (signal: AbortSignal): Promise<'final' | undefined> => {
      const offered = await host.service(service)
      if (signal.aborted) return undefined
      if (!offered) {
        setAnswer({ ...nothing, state: 'absent' })
        return 'final'
      }
      // Subscribes before reading, so that a change during the reading causes another one.
      unwatch ??= latest.current.watch?.(offered, () => mine.renew())
      const data = await latest.current.ask(offered, { signal })
      if (!signal.aborted) setAnswer({ key, state: 'ready', data, error: undefined, at: Date.now() })
      return undefined
    }
    const mine = keepAsking({
      everyMs,
      ask: (signal) =>
        ask(signal).catch((error: unknown) => {
          if (!signal.aborted)
            setAnswer((before) => ({ ...(before.key === key ? before : nothing), state: 'failed', error }))
          throw error
        }),
    })
    asking.current = mine
    return () => {
      asking.current = null
      mine.stop()
      unwatch?.()
    }
  }, [host, service, key, everyMs, returns])
  const known = answer.key === key ? answer : nothing
  // While the platform is unreachable, data that is renewed periodically counts as out of date immediately.
  const isCut = link !== 'up' && everyMs !== undefined && known.state === 'ready'
  const shown = isCut ? { ...known, state: 'failed' as const, error: { message: uiText.t('loadsLater') } } : known
  return { ...shown, again: () => asking.current?.again() }
}
