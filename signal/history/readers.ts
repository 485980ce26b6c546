// The pool of reader threads: started with the first query, replaced when one dies.
import { DatabaseDown } from '../../db/database-down.ts'
import { createFairQueue } from './fair-queue.ts'
import type { ReadJob } from './read-job.ts'
import { startWorker } from './start-worker.ts'
import { type Caller, createCaller, JobFailed, WorkerLost } from './worker-call.ts'

export type Readers = {
  /** Number of threads that could start a query now. */
  spare(): number
  read(job: ReadJob, signal?: AbortSignal): Promise<unknown>
  stop(): Promise<void>
}

const maxThreads = 2
/** Queries that may wait for a thread, in total and per company. */
const maxWaiting = { all: 1000, each: 250 }
const statementTimeoutMs = 120_000

export function createReaders(url: string, log: (line: string) => void): Readers {
  const idle: Caller[] = []
  const all = new Set<Caller>()
  const waiting = createFairQueue<{ give(caller: Caller): void; fail(error: Error): void }>(maxWaiting)
  let isStopped = false

  const start = (): Caller => {
    const worker = startWorker('read-worker', { workerData: { url, statementTimeoutMs } })
    const caller = createCaller(worker, (reason) => {
      log(`history: a reader ended (${reason}) and is replaced`)
      all.delete(caller)
      const place = idle.indexOf(caller)
      if (place >= 0) idle.splice(place, 1)
      const next = isStopped ? undefined : waiting.shift()
      if (next) next.give(start())
    })
    all.add(caller)
    return caller
  }

  const take = (orgId: number): Promise<Caller> => {
    if (isStopped) return Promise.reject(new Error('The historian is stopped'))
    const caller = idle.pop() ?? (all.size < maxThreads ? start() : undefined)
    if (caller) return Promise.resolve(caller)
    return new Promise((give, fail) => {
      if (!waiting.push(orgId, { give, fail })) fail(new Error('Too many questions wait for history'))
    })
  }

  const back = (caller: Caller): void => {
    if (!all.has(caller)) return
    const next = waiting.shift()
    if (next) next.give(caller)
    else idle.push(caller)
  }

  async function read(job: ReadJob, signal?: AbortSignal, isAgain = false): Promise<unknown> {
    const caller = await take(job.query.orgId)
    try {
      // An aborted job may still run in its thread, so the next one waits for it.
      return await caller.call(job, signal)
    } catch (error) {
      if (error instanceof WorkerLost && !isAgain && !isStopped) return read(job, signal, true)
      if (error instanceof JobFailed && error.isDown) throw new DatabaseDown(error)
      throw error
    } finally {
      back(caller)
    }
  }

  return {
    spare: () => idle.length + maxThreads - all.size,
    read: (job, signal) => read(job, signal),
    async stop() {
      isStopped = true
      for (const { fail } of waiting.drain()) fail(new Error('The historian is stopped'))
      await Promise.all([...all].map((caller) => caller.stop()))
    },
  }
}
