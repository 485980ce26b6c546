// Alarm rules of devices whose gateway cannot judge: looked at by what arrives, whatever it arrives for.
import type { Step } from './batch.ts'
import type { Judging } from './judging.ts'

/** Hands on what it was given, at once: an alarm keeps no value from being stored or shown. */
export const judge =
  ({ take }: Pick<Judging, 'take'>): Step =>
  (batch) => {
    take(batch)
    return batch
  }
