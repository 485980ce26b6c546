// Runs scripts in separate threads, so that a script cannot block polling or the link. A thread that does not answer is
// terminated, and the next run gets a new one. Scripts that exceeded their budget run in a second thread, so that they
// neither delay nor abort the other scripts.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ScriptEnd, ScriptFault, ScriptRun } from '../../script/run.ts'
import type { ScriptAnswer, ScriptAsk } from './serve.ts'

export type ScriptRunner = {
  /**
   * Runs a script; never rejects, because a failure becomes the fault of the run. `isSuspect`: the script exceeded its
   * budget in its previous run.
   */
  run(run: ScriptRun, isSuspect?: boolean): Promise<ScriptEnd>
  /** Terminates the threads; running scripts are aborted. */
  stop(): Promise<void>
}

/** Worker data by which the single-file agent detects that it was started as the script thread. */
export const scriptThread = 'gatehouse-scripts'

/** Far more than the budget of a run in time and memory, also on a slow box. */
const answerMs = 5000
const heapMb = 64

/** The worker beside the program, or the test bundle of testkit/global-setup, else the program itself. */
function threadFile(): URL {
  if (!import.meta.url.endsWith('.mjs')) return new URL('../../../dist/test/script-worker.mjs', import.meta.url)
  const beside = new URL('./script-worker.mjs', import.meta.url)
  return existsSync(fileURLToPath(beside)) ? beside : new URL(import.meta.url)
}

type Waiting = { run: ScriptRun; resolve: (end: ScriptEnd) => void }

const lostEnd = ({ state }: ScriptRun, fault: ScriptFault): ScriptEnd => ({
  ...{ fault, writes: [], lines: [], state, tookMs: 0 },
})

export function createScriptRunner(): ScriptRunner {
  const lanes = { usual: new Lane('scripts'), suspect: new Lane('suspect scripts') }
  return {
    run: (run, isSuspect = false) => lanes[isSuspect ? 'suspect' : 'usual'].run(run),
    async stop() {
      await Promise.all([lanes.usual.stop(), lanes.suspect.stop()])
    },
  }
}

/** A thread and its queue: one run at a time, so that only one run is lost with the thread. */
class Lane {
  readonly #name: string
  #worker: Worker | undefined
  #last = 0
  #current: (Waiting & { id: number; timer: NodeJS.Timeout }) | undefined
  #waiting: Waiting[] = []

  constructor(name: string) {
    this.#name = name
  }

  run(run: ScriptRun): Promise<ScriptEnd> {
    return new Promise((resolve) => {
      this.#waiting.push({ run, resolve })
      this.#next()
    })
  }

  async stop(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    const gone = this.#leave('lost', 'stopped')
    for (const { run, resolve } of waiting) resolve(lostEnd(run, { kind: 'lost', message: 'stopped', line: null }))
    await gone
  }

  #next(): void {
    if (this.#current) return
    const next = this.#waiting.shift()
    if (!next) return
    const worker = this.#worker ?? this.#begin()
    this.#worker = worker
    const timer = setTimeout(() => void this.#leave('time', ''), answerMs)
    this.#current = { ...next, id: ++this.#last, timer }
    worker.postMessage({ id: this.#current.id, run: next.run } satisfies ScriptAsk)
  }

  #end(end: (run: ScriptRun) => ScriptEnd): void {
    const current = this.#current
    if (!current) return
    clearTimeout(current.timer)
    this.#current = undefined
    current.resolve(end(current.run))
    this.#next()
  }

  async #leave(kind: ScriptFault['kind'], message: string): Promise<void> {
    const leaving = this.#worker
    this.#worker = undefined
    this.#end((run) => lostEnd(run, { kind, message, line: null }))
    await leaving?.terminate()
  }

  #begin(): Worker {
    const fresh = new Worker(threadFile(), {
      name: this.#name,
      workerData: scriptThread,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    // The process may exit without waiting for the thread.
    fresh.unref()
    fresh.on('message', ({ id, end }: ScriptAnswer) => {
      if (this.#current?.id === id) this.#end(() => end)
    })
    const gone = (message: string) => {
      if (this.#worker !== fresh) return
      this.#worker = undefined
      this.#end((run) => lostEnd(run, { kind: 'lost', message, line: null }))
    }
    fresh.on('error', (error) => gone(error instanceof Error ? error.message : String(error)))
    fresh.on('exit', () => gone('the interpreter has ended'))
    return fresh
  }
}
