// What flows through the pipeline: readings of one equipment that arrived together, columnar.
import type { Value } from '../../core/data-type.ts'

export type Batch = {
  /** `live` values are current; later kinds (records, events) are never published as current. */
  kind: 'live'
  sn: string
  orgId: number
  equipmentId: number
  /** Platform clock when the message arrived, epoch ms. */
  receivedAt: number
  ids: number[]
  values: (Value | null)[]
  /** Epoch ms of each reading, corrected to the platform's clock. */
  times: number[]
  codes: number[]
}

/** A step of the pipeline: hands on what the next one shall see; an empty batch ends the road. */
export type Step = (batch: Batch) => Batch | Promise<Batch>

/** The rows of a batch for which `keep` holds. */
export function filterBatch(batch: Batch, keep: (index: number) => boolean): Batch {
  const rows = batch.ids.map((_, index) => index).filter(keep)
  if (rows.length === batch.ids.length) return batch
  const pick = <T>(column: T[]): T[] => rows.map((row) => column[row] as T)
  return {
    ...batch,
    ids: pick(batch.ids),
    values: pick(batch.values),
    times: pick(batch.times),
    codes: pick(batch.codes),
  }
}
