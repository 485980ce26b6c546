// Generates the past in parallel with the demo, at the lowest priority: it posts an hour, and the next one on request.
import { setPriority } from 'node:os'
import { deserialize, serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { type PastPlan, pastHours, startOf } from './past-hours.ts'

const { plan, state } = workerData as { plan: PastPlan; state: Uint8Array | undefined }
const lowest = 19

// Lowers the priority of this thread alone, which Linux supports.
setPriority(lowest)
const hours = pastHours(plan, state ? deserialize(state) : startOf(plan))

parentPort!.on('message', () => {
  const { value } = hours.next()
  if (!value) return parentPort!.close()
  const { next, ...told } = value
  parentPort!.postMessage({ ...told, state: told.isWhole ? serialize(next) : undefined })
})
