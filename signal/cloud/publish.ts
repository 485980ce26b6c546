// Pipeline step: sends current values to the sockets that watch this equipment. A record is never current.
import type { EquipmentId } from '../../contract/fields.ts'
import type { SignalVal } from '../../contract/sockets.ts'
import { good } from '../../core/data-type.ts'
import type { LiveBatch, Step } from './batch.ts'

/** Sends messages to watchers. */
export type Watchers = {
  send(equipmentId: EquipmentId, message: SignalVal): void
  isWatched(equipmentId: EquipmentId): boolean
}

/** The message of a batch; codes are omitted while all are good. */
function signalVal(batch: LiveBatch): SignalVal {
  const { equipmentId, receivedAt, ids, values, times, codes } = batch
  const message: SignalVal = { type: 'signalVal', equipmentId, receivedAt, ids, values, times }
  return codes.every((code) => code === good) ? message : { ...message, codes }
}

export const publish =
  (watchers: Watchers): Step =>
  (batch) => {
    if (batch.kind === 'live' && watchers.isWatched(batch.equipmentId))
      watchers.send(batch.equipmentId, signalVal(batch))
    return batch
  }
