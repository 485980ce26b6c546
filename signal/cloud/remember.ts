// Keeps records: hands them to the historian, which tells when they are committed.
import type { Historian, Landing } from '../history/history.ts'
import type { RecordBatch, Step } from './batch.ts'

/** Hears what became of a record that was handed over. */
export type OnLanding = (batch: RecordBatch, landing: Landing) => void

export const remember =
  (historian: Pick<Historian, 'land'>, onLanding: OnLanding): Step =>
  (batch) => {
    if (batch.kind === 'live') return batch
    const { gatewayId, sn, epoch, lane, seq, orgId, equipmentId, columnIds, times, values, codes, isGood } = batch
    const place = { gatewayId, sn, epoch, lane, seq }
    const readings = { ids: columnIds, times, values, codes: isGood ? null : codes }
    onLanding(batch, historian.land({ ...place, orgId, equipmentId, ...readings }))
    return batch
  }
