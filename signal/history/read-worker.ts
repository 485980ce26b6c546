// A reader thread: its own connection, one query at a time.
import { workerData } from 'node:worker_threads'
import { type Connection, killConnection, openConnection } from '../../db/connection.ts'
import { answerJob, type ReadJob } from './read-job.ts'
import { readerSettings } from './read-store.ts'
import { type JobContext, serveJobs } from './worker-call.ts'

const { url, statementTimeoutMs } = workerData as { url: string; statementTimeoutMs: number }

const open = () =>
  openConnection({ url, name: 'gatehouse reader', statementTimeoutMs, settings: readerSettings }, () => {
    connection = undefined
  })
let connection: Connection | undefined

serveJobs(async (job, { signal }: JobContext) => {
  signal.throwIfAborted()
  connection ??= await open()
  const client = connection
  let killed: Promise<void> | undefined
  const giveUp = (): void => {
    // During a database outage there is no query to cancel.
    killed = killConnection(client, url).catch(() => undefined)
  }
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    return await answerJob({ client, signal }, job as ReadJob)
  } catch (error) {
    connection = undefined
    if (!killed) await client.end().catch(() => undefined)
    throw error
  } finally {
    signal.removeEventListener('abort', giveUp)
    // The process id may be reused soon, so no query starts before the kill has finished.
    await killed
    if (killed) connection = undefined
  }
})
