// What a widget asks of a service, asked again as time passes; what was read before stays, and is marked, while it fails.
import { useEffect, useRef, useState } from 'react'
import { useLink } from '../ui/link.ts'
import { uiText } from '../ui/text.ts'
import type { PageHost } from './host/page-host.ts'
import type { PageServices } from './services.ts'

export type Asked<T> = {
  /** `absent`: no room offers the service. `failed` with data: the data is of `at`, and no longer stands. */
  state: 'waiting' | 'ready' | 'failed' | 'absent'
  data: T | undefined
  error: unknown
  /** When the data was read, epoch ms of the browser. */
  at: number
  /** Asks now. */
  again: () => void
}

type Question<K extends keyof PageServices, T> = {
  host: PageHost
  service: K
  /** Two questions with the same key are one. Null: nothing is asked. */
  key: string | null
  ask: (service: PageServices[K], ending: { signal: AbortSignal }) => Promise<T>
  /** None: once. */
  everyMs?: number
}

type Answer<T> = Omit<Asked<T>, 'again'> & { key: string | null }

/** After a failure it is asked again this soon, or with the next turn if that is sooner. */
const againMs = 10_000

export function useAsked<K extends keyof PageServices, T>(question: Question<K, T>): Asked<T> {
  const { host, service, key, everyMs } = question
  const nothing: Answer<T> = { key, state: 'waiting', data: undefined, error: undefined, at: 0 }
  const [answer, setAnswer] = useState(nothing)
  const [turn, setTurn] = useState(0)
  const { state: link, returns } = useLink()
  const latest = useRef(question.ask)
  latest.current = question.ask
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks the same again, and so does a platform that is back
  useEffect(() => {
    if (key === null) return undefined
    const ending = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (ms: number | undefined) => {
      if (ms !== undefined) timer = setTimeout(() => setTurn((count) => count + 1), ms)
    }
    const run = async () => {
      const offered = await host.service(service)
      if (ending.signal.aborted) return
      if (!offered) return setAnswer({ ...nothing, state: 'absent' })
      const data = await latest.current(offered, { signal: ending.signal })
      if (ending.signal.aborted) return
      setAnswer({ key, state: 'ready', data, error: undefined, at: Date.now() })
      later(everyMs)
    }
    run().catch((error: unknown) => {
      if (ending.signal.aborted) return
      setAnswer((before) => ({ ...(before.key === key ? before : nothing), state: 'failed', error }))
      later(Math.min(againMs, everyMs ?? againMs))
    })
    return () => {
      ending.abort()
      clearTimeout(timer)
    }
  }, [host, service, key, everyMs, turn, returns])
  const known = answer.key === key ? answer : nothing
  // What is to be renewed does not stand while nobody can: not only from its next turn on.
  const isCut = link !== 'up' && everyMs !== undefined && known.state === 'ready'
  const shown = isCut ? { ...known, state: 'failed' as const, error: { message: uiText.t('loadsLater') } } : known
  return { ...shown, again: () => setTurn((count) => count + 1) }
}
