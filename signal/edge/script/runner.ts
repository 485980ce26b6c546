// Runs scripts in a thread of their own: whatever a script does to its interpreter, polling and the link go on. A thread
// that does not answer is ended, and the next run gets a new one.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ScriptEnd, ScriptFault, ScriptRun } from '../../script/run.ts'
import type { ScriptAnswer, ScriptAsk } from './serve.ts'

export type ScriptRunner = {
  /** Never rejects: what goes wrong is the fault of the run. */
  run(run: ScriptRun): Promise<ScriptEnd>
  /** No thread is left; what is under way is lost. */
  stop(): Promise<void>
}

/** By this the agent of one file knows that it was started as the thread. */
export const scriptThread = 'gatehouse-scripts'

/** Far beyond the budget of a run: of a slow box too. */
const answerMs = 5000
const heapMb = 64

/** Beside the program, from the sources where testkit/global-setup has bundled it, else the program itself. */
function threadFile(): URL {
  if (!import.meta.url.endsWith('.mjs')) return new URL('../../../dist/test/script-worker.mjs', import.meta.url)
  const beside = new URL('./script-worker.mjs', import.meta.url)
  return existsSync(fileURLToPath(beside)) ? beside : new URL(import.meta.url)
}

type Waiting = { run: ScriptRun; timer: NodeJS.Timeout; resolve: (end: ScriptEnd) => void }

const lostEnd = ({ state }: ScriptRun, fault: ScriptFault): ScriptEnd => ({
  ...{ fault, writes: [], lines: [], state, tookMs: 0 },
})

export function createScriptRunner(): ScriptRunner {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, Waiting>()

  function lose(kind: ScriptFault['kind'], message: string): void {
    for (const [id, { run, timer, resolve }] of [...waiting]) {
      waiting.delete(id)
      clearTimeout(timer)
      resolve(lostEnd(run, { kind, message, line: null }))
    }
  }

  async function leave(kind: ScriptFault['kind'], message: string): Promise<void> {
    const leaving = worker
    worker = undefined
    lose(kind, message)
    await leaving?.terminate()
  }

  function begin(): Worker {
    const fresh = new Worker(threadFile(), {
      name: 'scripts',
      workerData: scriptThread,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // A box that stops does not wait for it.
    fresh.unref()
    fresh.on('message', ({ id, end }: ScriptAnswer) => {
      const of = waiting.get(id)
      if (!of) return
      waiting.delete(id)
      clearTimeout(of.timer)
      of.resolve(end)
    })
    const gone = (message: string) => {
      if (worker !== fresh) return
      worker = undefined
      lose('lost', message)
    }
    fresh.on('error', (error) => gone(error instanceof Error ? error.message : String(error)))
    fresh.on('exit', () => gone('the interpreter has ended'))
    return fresh
  }

  return {
    run: (run) =>
      new Promise((resolve) => {
        worker ??= begin()
        const id = ++last
        const timer = setTimeout(() => void leave('time', ''), answerMs)
        waiting.set(id, { run, timer, resolve })
        worker.postMessage({ id, run } satisfies ScriptAsk)
      }),
    stop: () => leave('lost', 'stopped'),
  }
}
