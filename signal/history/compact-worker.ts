// The compactor's thread.
import { workerData } from 'node:worker_threads'
import { type CompactorJob, compactorConnection, createWorkshop } from './compactor.ts'
import { serveJobs } from './worker-call.ts'

const { url } = workerData as { url: string }
const workshop = createWorkshop(() => compactorConnection(url))

serveJobs(async (job) => ({ done: await workshop.run(job as CompactorJob) }))
