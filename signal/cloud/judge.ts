// Alarm rules of devices whose gateway cannot judge, and those over intermediate variables: looked at by what arrives, whatever
// it arrives for.
import type { Step } from './batch.ts'
import type { Judging } from './judging.ts'
import type { MvarJudging } from './mvar-judging.ts'

/** Hands on what it was given, at once: an alarm keeps no value from being stored or shown. */
export const judge =
  (devices: Pick<Judging, 'take'>, mvars: Pick<MvarJudging, 'take'>): Step =>
  (batch) => {
    devices.take(batch)
    mvars.take(batch)
    return batch
  }
