// Running exports: the progress of each, and the maximum number per organisation.

type ExportState = 'waiting' | 'running' | 'complete' | 'failed' | 'cancelled'
export type Progress = { state: ExportState; rows: number; total: number }

type ExportJobs = {
  /** The progress of an export that the account itself has started, or undefined. */
  progress(accountId: number, exportId: string): Progress | undefined
  /**
   * Waits for its turn, then passes on what `run` yields; its progress is available under `exportId` until some minutes
   * after its end. Ends as `cancelled` when the reader disconnects.
   */
  run(
    who: { accountId: number; orgId: number; exportId: string | undefined; signal: AbortSignal },
    work: (progress: Progress) => AsyncIterable<Uint8Array>,
  ): AsyncGenerator<Uint8Array>
}

const maxAtOnce = 2
const maxKnown = 1000
const keepMs = 10 * 60_000

export function createExportJobs(): ExportJobs {
  const known = new Map<string, Progress>()
  const running = new Map<number, { count: number; waiting: (() => void)[] }>()
  const key = (accountId: number, exportId: string) => `${accountId} ${exportId}`

  function note({ accountId, exportId }: { accountId: number; exportId: string | undefined }): Progress {
    const progress: Progress = { state: 'waiting', rows: 0, total: 0 }
    if (exportId === undefined) return progress
    const own = key(accountId, exportId)
    known.delete(own)
    known.set(own, progress)
    const oldest = known.keys().next()
    if (known.size > maxKnown && !oldest.done) known.delete(oldest.value)
    return progress
  }

  function forgetLater(accountId: number, exportId: string | undefined, progress: Progress): void {
    if (exportId === undefined) return
    const own = key(accountId, exportId)
    setTimeout(() => {
      if (known.get(own) === progress) known.delete(own)
    }, keepMs).unref()
  }

  /** Resolves when it is this export's turn; rejects when the caller left before. */
  async function enter(orgId: number, signal: AbortSignal): Promise<void> {
    const sight = running.get(orgId) ?? { count: 0, waiting: [] }
    running.set(orgId, sight)
    if (sight.count < maxAtOnce) {
      sight.count += 1
      return
    }
    if (signal.aborted) throw signal.reason
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        sight.waiting = sight.waiting.filter((each) => each !== take)
        reject(signal.reason)
      }
      const take = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      sight.waiting.push(take)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /** The next waiting export gets the place. */
  function leave(orgId: number): void {
    const sight = running.get(orgId)!
    const next = sight.waiting.shift()
    if (next) return next()
    sight.count -= 1
    if (sight.count === 0) running.delete(orgId)
  }

  return {
    progress(accountId, exportId) {
      const progress = known.get(key(accountId, exportId))
      return progress && { ...progress }
    },
    async *run(who, work) {
      const { accountId, orgId, exportId, signal } = who
      const progress = note(who)
      let hasPlace = false
      try {
        await enter(orgId, signal)
        hasPlace = true
        progress.state = 'running'
        yield* work(progress)
        progress.total = progress.rows
        progress.state = 'complete'
      } catch (error) {
        progress.state = signal.aborted ? 'cancelled' : 'failed'
        throw error
      } finally {
        // The reader may also stop without an error, which counts as cancelled.
        if (progress.state === 'running' || progress.state === 'waiting') progress.state = 'cancelled'
        if (hasPlace) leave(orgId)
        forgetLater(accountId, exportId, progress)
      }
    },
  }
}
