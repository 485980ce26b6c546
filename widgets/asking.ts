// Repeats a query of a widget: at an interval, when its subject is reported as changed, and on request.

export type Asking = {
  /** Queries immediately, and drops an answer that is still under way. */
  again(): void
  /** The subject changed: queries soon, and ignores an answer that was read before the change. */
  renew(): void
  stop(): void
}

type Needs = {
  /** Rejects on failure. `final`: the answer cannot change, so the interval no longer repeats the query. */
  ask(ending: AbortSignal): Promise<'final' | undefined>
  /** Interval of the query in ms; undefined: queries once. */
  everyMs?: number | undefined
}

/** Delay before a failed query is repeated, unless the interval is shorter. */
const againMs = 10_000
/** The shortest time between two queries caused by changes. */
const renewMs = 1_000

export function keepAsking({ ask, everyMs }: Needs): Asking {
  let ending = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let isChanged = false
  let askedAt = 0

  const later = (ms: number | undefined) => {
    clearTimeout(timer)
    if (ms !== undefined) timer = setTimeout(run, ms)
  }
  const rest = () => Math.max(0, askedAt + renewMs - Date.now())
  function run(): void {
    clearTimeout(timer)
    ending.abort()
    ending = new AbortController()
    const { signal } = ending
    const done = (waitMs: number | undefined) => {
      if (signal.aborted) return
      isAsking = false
      later(isChanged ? rest() : waitMs)
    }
    isAsking = true
    isChanged = false
    askedAt = Date.now()
    ask(signal).then(
      (answer) => done(answer === 'final' ? undefined : everyMs),
      () => done(Math.min(againMs, everyMs ?? againMs)),
    )
  }

  run()
  return {
    again: run,
    renew() {
      if (isAsking) isChanged = true
      else later(rest())
    },
    stop() {
      ending.abort()
      clearTimeout(timer)
    },
  }
}
