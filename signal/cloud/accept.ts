// Newer values replace older ones only if their time is not earlier. [S4]
import type { Step } from './batch.ts'
import { filterBatch } from './batch.ts'
import type { LiveTable } from './live-table.ts'

/**
 * Takes what is not older than what stands, and hands exactly that on. A record is handed on whole: it is to be
 * remembered however old it is.
 */
export const accept =
  (live: LiveTable): Step =>
  (batch) => {
    const taken = live.take(batch)
    if (taken === true || batch.kind === 'record') return batch
    return filterBatch(batch, (index) => taken[index] === true)
  }
