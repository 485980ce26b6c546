// The compactor's thread.
import { setPriority } from 'node:os'
import { workerData } from 'node:worker_threads'
import { type CompactorJob, compactorConnection, createWorkshop } from './compactor.ts'
import { serveJobs } from './worker-call.ts'

// Landing and readers have priority. Only Linux supports a priority per thread.
const behind = 5
if (process.platform === 'linux') setPriority(behind)

const { url } = workerData as { url: string }
const workshop = createWorkshop(() => compactorConnection(url))

serveJobs(async (job) => ({ done: await workshop.run(job as CompactorJob) }))
