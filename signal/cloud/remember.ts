// Keeps records: hands them to the historian, which tells when they are committed.
import type { Historian, LandBatch, Landing } from '../history/history.ts'
import type { RecordBatch, Step } from './batch.ts'

/** Hears what became of a record that was handed over. */
export type OnLanding = (batch: RecordBatch, landing: Landing) => void

export const remember =
  (historian: Pick<Historian, 'land'>, onLanding: OnLanding): Step =>
  (batch) => {
    if (batch.kind === 'live') return batch
    const landing = historian.land(landBatchOf(batch))
    onLanding(batch, landing)
    return batch
  }

/** As the historian takes it. Written out: copying members by spread costs more than all else here. */
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
