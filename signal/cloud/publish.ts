// To whom it is open: hands the batch to the sockets that watch this equipment.

import type { SignalVal } from '../../contract/sockets.ts'
import { good } from '../../core/data-type.ts'
import type { Batch, Step } from './batch.ts'

/** Whoever passes messages on to watchers. */
export type Watchers = { send(equipmentId: number, message: SignalVal): void; isWatched(equipmentId: number): boolean }

/** The message a batch becomes; codes are left out while all are good. */
export function signalVal(batch: Batch): SignalVal {
  const { equipmentId, receivedAt, ids, values, times, codes } = batch
  const message: SignalVal = { type: 'signalVal', equipmentId, receivedAt, ids, values, times }
  return codes.every((code) => code === good) ? message : { ...message, codes }
}

export const publish =
  (watchers: Watchers): Step =>
  (batch) => {
    if (watchers.isWatched(batch.equipmentId)) watchers.send(batch.equipmentId, signalVal(batch))
    return batch
  }
