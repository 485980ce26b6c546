// Calls between a thread and its worker: one message there, one back. Large arrays are transferred, not copied.
import { type MessagePort, parentPort, type Transferable, type Worker } from 'node:worker_threads'
import { isDatabaseDown } from '../../db/database-down.ts'
import { errorCode, errorText } from '../../db/setup-error.ts'

type Request = { call: number; job: unknown } | { cancel: number }
type Reply = { call: number } & ({ done: unknown } | { failed: string; code: string | undefined; isDown: boolean })

/** Tells a job that it was aborted. */
export type JobContext = { signal: AbortSignal }

type Answered = { done: unknown; transfer?: Transferable[] }

/** Called in the worker: runs one job after the other. */
export function serveJobs(work: (job: unknown, context: JobContext) => Promise<Answered>): void {
  const port = parentPort as MessagePort
  const running = new Map<number, AbortController>()
  let last: Promise<unknown> = Promise.resolve()
  port.on('message', (request: Request) => {
    if ('cancel' in request) return running.get(request.cancel)?.abort()
    const { call, job } = request
    const aborter = new AbortController()
    running.set(call, aborter)
    last = last.then(async () => {
      const reply = await answer(call, () => work(job, { signal: aborter.signal }))
      running.delete(call)
      port.postMessage(reply.reply, reply.transfer)
    })
  })
}

async function answer(
  call: number,
  work: () => Promise<Answered>,
): Promise<{ reply: Reply; transfer: Transferable[] }> {
  try {
    const { done, transfer = [] } = await work()
    return { reply: { call, done }, transfer }
  } catch (error) {
    const failed = error instanceof Error ? (error.stack ?? error.message) : errorText(error)
    return { reply: { call, failed, code: errorCode(error), isDown: isDatabaseDown(error) }, transfer: [] }
  }
}

/** A job failed in its worker. `isDown`: because of a database outage. */
export class JobFailed extends Error {
  readonly code: string | undefined
  readonly isDown: boolean

  constructor(message: string, code: string | undefined, isDown: boolean) {
    super(message)
    this.name = 'JobFailed'
    this.code = code
    this.isDown = isDown
  }
}

/** The worker died before it answered; the job may be given to another. */
export class WorkerLost extends Error {
  constructor(reason: string) {
    super(`A worker thread of the historian ended: ${reason}`)
    this.name = 'WorkerLost'
  }
}

export type Caller = {
  call(job: unknown, signal?: AbortSignal): Promise<unknown>
  stop(): Promise<void>
}

/**
 * Called by the worker's owner: sends jobs and returns their answers. `onLost` is called when the worker ends without
 * having been stopped.
 */
export function createCaller(worker: Worker, onLost: (reason: string) => void): Caller {
  const waiting = new Map<number, { resolve(done: unknown): void; reject(error: Error): void }>()
  let calls = 0
  let isStopped = false
  let isGone = false
  const lose = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new WorkerLost(reason))
    waiting.clear()
  }
  worker.on('message', (reply: Reply) => {
    const asked = waiting.get(reply.call)
    waiting.delete(reply.call)
    if (waiting.size === 0) worker.unref()
    if ('done' in reply) asked?.resolve(reply.done)
    else asked?.reject(new JobFailed(reply.failed, reply.code, reply.isDown))
  })
  let reason = 'it exited'
  worker.on('error', (error) => {
    reason = errorText(error)
  })
  worker.on('exit', () => {
    isGone = true
    lose(reason)
    if (!isStopped) onLost(reason)
  })
  worker.unref()
  const call = (job: unknown, signal?: AbortSignal): Promise<unknown> => {
    const number = ++calls
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      if (isGone || isStopped) throw new WorkerLost(reason)
      const give = (): void => {
        worker.postMessage({ cancel: number } satisfies Request)
        reject(signal?.reason)
      }
      const ended = (): void => signal?.removeEventListener('abort', give)
      signal?.addEventListener('abort', give, { once: true })
      waiting.set(number, {
        resolve(done) {
          ended()
          resolve(done)
        },
        reject(error) {
          ended()
          reject(error)
        },
      })
      worker.ref()
      worker.postMessage({ call: number, job } satisfies Request)
    })
  }
  const stop = async (): Promise<void> => {
    isStopped = true
    await worker.terminate()
  }
  return { call, stop }
}
