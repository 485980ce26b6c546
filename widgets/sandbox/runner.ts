// Sends scripts to the worker, one at a time. A worker that does not answer is terminated, and the next script gets a
// new one.
import type { AnyRun, PressResult, ResultOf, ScriptFault, ScriptResult } from './shapes.ts'

export type SandboxWorker = Pick<Worker, 'postMessage' | 'terminate'> & {
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: ErrorEvent) => void) | null
}
export type Runner = { run<R extends AnyRun>(run: R): Promise<ResultOf<R>> }

/**
 * Time for an answer after a script has started (its limit, with a margin for slow machines), and time for loading the
 * interpreter.
 */
const answerMs = 2000
const loadMs = 30_000

type Result = ScriptResult | PressResult
type Job = { run: AnyRun; done: (result: Result) => void }
type Message = { id: number; isBegun?: true; result?: Result }

const fault = (kind: ScriptFault['kind'], message = ''): { fault: ScriptFault } => ({
  fault: { kind, message, line: null },
})

export function createRunner(start: () => SandboxWorker): Runner {
  const waiting: Job[] = []
  let worker: SandboxWorker | undefined
  let job: Job | undefined
  let id = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (result: Result, isLost: boolean) => {
    clearTimeout(timer)
    if (isLost) {
      worker?.terminate()
      worker = undefined
    }
    job?.done(result)
    job = undefined
    next()
  }
  const hear = (message: Message) => {
    if (message.id !== id || !job) return
    if (message.result) return end(message.result, 'fault' in message.result && message.result.fault.kind === 'lost')
    clearTimeout(timer)
    timer = setTimeout(() => end(fault('time'), true), answerMs)
  }
  const started = (): SandboxWorker => {
    const made = start()
    made.onmessage = ({ data }) => made === worker && hear(data as Message)
    made.onerror = ({ message }) => made === worker && end(fault('lost', message), true)
    return made
  }
  const next = () => {
    job = waiting.shift()
    if (!job) return
    id += 1
    worker ??= started()
    timer = setTimeout(() => end(fault('lost'), true), loadMs)
    worker.postMessage({ id, run: job.run })
  }
  return {
    run: <R extends AnyRun>(run: R) =>
      new Promise<ResultOf<R>>((done) => {
        waiting.push({ run, done: done as Job['done'] })
        if (!job) next()
      }),
  }
}
