// Pipeline step: newer values replace older ones only if their time is not earlier. [S4]
import { filterBatch, type Step } from './batch.ts'
import type { LiveTable } from './live-table.ts'

/**
 * Stores readings that are not older than the current ones, and passes only these on. A record is passed on whole,
 * because it is stored at any age.
 */
export const accept =
  (live: LiveTable): Step =>
  (batch) => {
    const taken = live.take(batch)
    if (taken === true || batch.kind === 'record') return batch
    return filterBatch(batch, (index) => taken[index] === true)
  }
