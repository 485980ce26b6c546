// Repeats a query of a widget: as time passes, when its subject is reported to have changed, and when somebody calls for it.

export type Asking = {
  /** Queries now; an answer that is still under way is dropped. */
  again(): void
  /** Its subject changed: queries soon, and never answers with what was read before the change. */
  renew(): void
  stop(): void
}

type Needs = {
  /** Rejects where it failed. `final`: the answer cannot change, so it is not repeated as time passes. */
  ask(ending: AbortSignal): Promise<'final' | undefined>
  /** None: once. */
  everyMs?: number | undefined
}

/** After a failure the query is repeated this soon, or with the next turn if that is sooner. */
const againMs = 10_000
/** Changes that come in a storm do not repeat it more often. */
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
