// One thread of the decoder: starts with its first job, and is terminated and replaced when a job takes too much time
// or memory.
import type { Worker } from 'node:worker_threads'
import { type ErrorName, Failure } from '../../contract/errors.ts'
import { startWorker } from '../../signal/history/start-worker.ts'

export type DecodeJob = { name: string; input: unknown }
/** A job as sent to the thread; its answer has the same number. */
export type NumberedJob = DecodeJob & { job: number }
export type DecodeAnswer =
  | { done: unknown }
  | { refused: { name: string; details: Record<string, string | number>; data: unknown } }
  | { fault: string }
export type NumberedAnswer = DecodeAnswer & { job: number }

/** The thread was terminated before it answered: at the deadline, or because the file took too much memory. */
export class DecodeLost extends Error {
  constructor(reason: string) {
    super(`A thread of the decoder ended: ${reason}`)
    this.name = 'DecodeLost'
  }
}

type Running = { job: number; resolve(done: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }
export type ThreadLimits = { deadlineMs: number; heapMb: number }

export class DecodeThread {
  #limits: ThreadLimits
  #worker: Worker | undefined
  #running: Running | undefined
  #jobs = 0

  constructor(limits: ThreadLimits) {
    this.#limits = limits
  }

  get isFree(): boolean {
    return this.#running === undefined
  }

  /** Runs one job; call it only while `isFree`. */
  run(job: DecodeJob): Promise<unknown> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose(worker, 'deadline'), this.#limits.deadlineMs)
      this.#jobs += 1
      this.#running = { job: this.#jobs, resolve, reject, timer }
      worker.ref()
      worker.postMessage({ ...job, job: this.#jobs } satisfies NumberedJob)
    })
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    if (worker) this.#lose(worker, 'the platform stops')
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = startWorker('decode-worker', {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: 32 },
    })
    worker.unref()
    worker.on('message', (answer: NumberedAnswer) => {
      // An answer may arrive after its job was abandoned, when the next job may belong to another company.
      if (answer.job !== this.#running?.job) return
      const running = this.#end()
      worker.unref()
      if ('done' in answer) return running?.resolve(answer.done)
      running?.reject('refused' in answer ? failureOf(answer.refused) : new Error(answer.fault))
    })
    worker.on('error', (error) => this.#lose(worker, error.message))
    worker.on('exit', () => this.#lose(worker, 'it exited'))
    return worker
  }

  #end(): Running | undefined {
    const running = this.#running
    this.#running = undefined
    clearTimeout(running?.timer)
    return running
  }

  #lose(worker: Worker, reason: string): void {
    if (worker !== this.#worker) return
    this.#worker = undefined
    this.#end()?.reject(new DecodeLost(reason))
    worker.terminate().catch(() => undefined)
  }
}

const failureOf = ({ name, details, data }: { name: string; details: Failure['details']; data: unknown }) =>
  new Failure(name as ErrorName, details, data)
