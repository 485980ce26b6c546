// The interface between historian and compactor. Jobs run one after the other on their own connection, in a thread of
// their own, or in the caller's thread for tests that interrupt a job between two statements.
import { type Connection, openConnection } from '../../db/connection.ts'
import { type Compacted, type CompactJob, compactSegment } from './compact.ts'
import { createMerger, type Merged, type MergeJob } from './merge.ts'
import { type Kept, keepHouse, type RetentionJob } from './retention.ts'
import { startWorker } from './start-worker.ts'
import { type Caller, createCaller } from './worker-call.ts'

export type CompactorJob =
  | ({ do: 'compact' } & CompactJob)
  | ({ do: 'merge' } & MergeJob)
  | ({ do: 'retain' } & RetentionJob)

export type Compactor = {
  compact(job: CompactJob): Promise<Compacted>
  merge(job: MergeJob): Promise<Merged>
  /** Retention, creating and dropping partitions, and removing data of deleted devices. */
  retain(job: RetentionJob): Promise<Kept>
  stop(): Promise<void>
}

/** Runs jobs on connections that it opens and, after any failure, closes. */
export function createWorkshop(open: () => Promise<Connection>) {
  const merger = createMerger()
  let connection: Connection | undefined
  const work = (client: Connection, job: CompactorJob): Promise<Compacted | Merged | Kept> => {
    if (job.do === 'compact') return compactSegment(client, job)
    return job.do === 'merge' ? merger.turn(client, job) : keepHouse(client, job)
  }
  const close = async (): Promise<void> => {
    const old = connection
    connection = undefined
    await old?.end().catch(() => undefined)
  }
  return {
    async run(job: CompactorJob): Promise<Compacted | Merged | Kept> {
      try {
        connection ??= await open()
        return await work(connection, job)
      } catch (error) {
        await close()
        throw error
      }
    },
    close,
  }
}

/** The session of the compactor's connection. */
export const compactorConnection = (url: string) =>
  // A scan that PostgreSQL starts in the middle of a table would not return rows in the order of arrival.
  openConnection({
    url,
    name: 'gatehouse compactor',
    statementTimeoutMs: 0,
    settings: { synchronize_seqscans: 'off', max_parallel_workers_per_gather: 0 },
  })

const asCompactor = (run: (job: CompactorJob) => Promise<unknown>, stop: () => Promise<void>): Compactor => ({
  compact: (job) => run({ do: 'compact', ...job }) as Promise<Compacted>,
  merge: (job) => run({ do: 'merge', ...job }) as Promise<Merged>,
  retain: (job) => run({ do: 'retain', ...job }) as Promise<Kept>,
  stop,
})

/** Runs the jobs in the caller's thread, for tests. */
export function createLocalCompactor(open: () => Promise<Connection>): Compactor {
  const workshop = createWorkshop(open)
  return asCompactor(workshop.run, workshop.close)
}

/** Runs the jobs in a thread, which is started with the first job and restarted when it dies. */
export function createThreadedCompactor(url: string, log: (line: string) => void): Compactor {
  let caller: Caller | undefined
  let isStopped = false
  const start = () =>
    createCaller(startWorker('compact-worker', { workerData: { url } }), (reason) => {
      if (!isStopped) log(`history: the compactor ended (${reason}) and is restarted`)
      caller = undefined
    })
  const run = (job: CompactorJob): Promise<unknown> => {
    if (isStopped) return Promise.reject(new Error('The historian is stopped'))
    caller ??= start()
    return caller.call(job)
  }
  return asCompactor(run, async () => {
    isStopped = true
    await caller?.stop()
  })
}
