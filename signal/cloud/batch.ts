// The data of the pipeline: readings of one equipment that arrived together, columnar.
import type { EquipmentId, GatewayId } from '../../contract/fields.ts'
import type { Value } from '../../core/data-type.ts'
import type { LaneNumber } from '../history/history.ts'

type Readings = {
  sn: string
  orgId: number
  equipmentId: EquipmentId
  /** Platform clock when the message arrived, epoch ms. */
  receivedAt: number
  /** Ids of the variables; 0 for a column of a summary, which stores an aggregation instead of the variable itself. */
  ids: number[]
  values: (Value | null)[]
  /** Epoch ms of each reading, corrected to the platform's clock. */
  times: number[]
  codes: number[]
}

/** Current values: published, not stored in history. */
export type LiveBatch = Readings & { kind: 'live' }

/** Values to store, of any age: stored in history, never published as current. */
export type RecordBatch = Readings & {
  kind: 'record'
  gatewayId: GatewayId
  epoch: string
  lane: LaneNumber
  seq: number
  /** The id of the history column of each reading. */
  columnIds: number[]
  /** True if every code is 200. */
  isGood: boolean
}

export type Batch = LiveBatch | RecordBatch

/** A step of the pipeline: returns the batch for the next step; an empty batch ends the pipeline. */
export type Step = (batch: Batch) => Batch | Promise<Batch>

/** The rows of live values for which `keep` is true. */
export function filterBatch(batch: LiveBatch, keep: (index: number) => boolean): LiveBatch {
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
