// Pipeline step that evaluates alarm rules on the platform: those of devices whose gateway cannot, and those over
// intermediate variables.
import type { Step } from './batch.ts'
import type { Judging } from './judging.ts'
import type { MvarJudging } from './mvar-judging.ts'

/** Passes the batch on immediately: evaluation of alarms never delays a value. */
export const judge =
  (devices: Pick<Judging, 'take'>, mvars: Pick<MvarJudging, 'take'>): Step =>
  (batch) => {
    devices.take(batch)
    mvars.take(batch)
    return batch
  }
