// Pipeline step: passes records to the historian, which reports their commit.
import type { Historian } from '../history/historian.ts'
import type { LandBatch, Landing } from '../history/history.ts'
import type { RecordBatch, Step } from './batch.ts'

/** Receives the outcome of a record. */
export type OnLanding = (batch: RecordBatch, landing: Landing) => void

export const remember =
  (historian: Pick<Historian, 'land'>, onLanding: OnLanding): Step =>
  (batch) => {
    if (batch.kind === 'live') return batch
    const landing = historian.land(landBatchOf(batch))
    onLanding(batch, landing)
    return batch
  }

/**
 * The batch in the historian's format. The members are written out, because a spread would cost more than all other
 * work in this step.
 */
export const landBatchOf = (batch: RecordBatch): LandBatch => ({
  gatewayId: batch.gatewayId,
  sn: batch.sn,
  epoch: batch.epoch,
  lane: batch.lane,
  seq: batch.seq,
  orgId: batch.orgId,
  equipmentId: batch.equipmentId,
  ids: batch.columnIds,
  times: batch.times,
  values: batch.values,
  codes: batch.isGood ? null : batch.codes,
})
