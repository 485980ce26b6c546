// Sends requests to the worker; terminates it if it does not answer, and starts a new one for the next request.
import type { ScriptEnd, ScriptFault, ScriptRun } from '../../../signal/script/run.ts'
import type { TryAnswer, TryAsk } from './try-worker.ts'

type TryWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}

/** Far longer than the budget of a run, including the loading of the interpreter. */
const answerMs = 20_000

export type Trying = {
  check(source: string): Promise<ScriptFault | null>
  run(run: ScriptRun): Promise<ScriptEnd>
  stop(): void
}

export function createTrying(start: () => TryWorker): Trying {
  let worker: TryWorker | undefined
  let last = 0
  const waiting = new Map<number, { timer: ReturnType<typeof setTimeout>; done: (answer: TryAnswer) => void }>()

  function lose(): void {
    worker?.terminate()
    worker = undefined
    for (const [id, { timer, done }] of [...waiting]) {
      waiting.delete(id)
      clearTimeout(timer)
      done({ id })
    }
  }

  function ask(what: { check: string } | { run: ScriptRun }): Promise<TryAnswer> {
    if (!worker) {
      const made = start()
      worker = made
      made.onmessage = ({ data }: MessageEvent<TryAnswer>) => {
        const of = waiting.get(data.id)
        if (!of) return
        waiting.delete(data.id)
        clearTimeout(of.timer)
        of.done(data)
      }
      made.onerror = () => made === worker && lose()
    }
    last += 1
    const id = last
    return new Promise((done) => {
      waiting.set(id, { timer: setTimeout(lose, answerMs), done })
      worker!.postMessage({ id, ...what } satisfies TryAsk)
    })
  }

  return {
    check: async (check) => (await ask({ check })).syntax ?? null,
    async run(run) {
      const { end } = await ask({ run })
      const fault: ScriptFault = { kind: 'lost', message: '', line: null }
      return end ?? { fault, writes: [], lines: [], state: run.state, tookMs: 0 }
    },
    stop: lose,
  }
}

export const startTryWorker = () => new Worker(new URL('./try-worker.ts', import.meta.url), { type: 'module' })
