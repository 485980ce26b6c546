// The last reading of every signal, with ten minutes of trend at 10 s. Bounded: equipments that have been silent for a
// day are dropped, and their next use starts from the database.
import type { EquipmentId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Reading, Value } from '../../core/data-type.ts'
import type { Batch } from './batch.ts'

type Trend = { at: Float64Array; value: Float64Array; length: number }
type Cell = Reading & { trend: Trend | null }
type Equipment = {
  orgId: number
  cells: Map<number, Cell>
  touchedAt: number
  heardAt: number | undefined
  isRestored: boolean
  isChanged: boolean
  /** The code of all values while they cannot be read; undefined otherwise. */
  unreadable: number | undefined
}

/** The last readings of the signals of an equipment, as columns of equal length. */
export type LastReadings = {
  equipmentId: EquipmentId
  orgId: number
  ids: number[]
  values: (Value | null)[]
  codes: number[]
  /** Times of the readings, epoch ms. */
  times: number[]
}

function remember(trend: Trend | null, at: number, value: Value | null, code: number): Trend | null {
  const number = typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : Number.NaN
  if (code !== 200 || Number.isNaN(number)) return trend
  const kept = trend ?? {
    at: new Float64Array(limits.trendPoints),
    value: new Float64Array(limits.trendPoints),
    length: 0,
  }
  if (kept.length > 0 && at - kept.at[kept.length - 1]! < limits.trendStepMs) return kept
  if (kept.length === limits.trendPoints) {
    kept.at.copyWithin(0, 1)
    kept.value.copyWithin(0, 1)
    kept.length -= 1
  }
  kept.at[kept.length] = at
  kept.value[kept.length] = number
  kept.length += 1
  return kept
}

/**
 * Writes row `i` to its cell, in place, since this happens for every value. False if it is older than the current
 * reading. No time is later than the receipt: one ahead would block every correct value until then.
 */
function put(cells: Map<number, Cell>, batch: Batch, i: number): boolean {
  const at = Math.min(batch.times[i]!, batch.receivedAt)
  const value = batch.values[i]!
  const code = batch.codes[i]!
  const id = batch.ids[i]!
  const cell = cells.get(id)
  if (cell === undefined) {
    cells.set(id, { value, code, at, trend: remember(null, at, value, code) })
    return true
  }
  if (at < cell.at) return false
  cell.value = value
  cell.code = code
  cell.at = at
  cell.trend = remember(cell.trend, at, value, code)
  return true
}

/** The reading as returned to callers: null and the code while the equipment is unreadable. */
const shownOf = ({ unreadable }: Equipment, cell: Cell): Reading =>
  unreadable === undefined ? cell : { value: null, code: unreadable, at: cell.at }

function shownReadings(equipmentId: EquipmentId, equipment: Equipment): LastReadings {
  const readings = readingsOf(equipmentId, equipment)
  const { unreadable } = equipment
  if (unreadable === undefined) return readings
  return { ...readings, values: readings.ids.map(() => null), codes: readings.ids.map(() => unreadable) }
}

function readingsOf(equipmentId: EquipmentId, { orgId, cells }: Equipment): LastReadings {
  const readings: LastReadings = { equipmentId, orgId, ids: [], values: [], codes: [], times: [] }
  for (const [id, { value, code, at }] of cells) {
    readings.ids.push(id)
    readings.values.push(value)
    readings.codes.push(code)
    readings.times.push(at)
  }
  return readings
}

/** Starts empty. `now`: the platform's clock, epoch ms. */
export class LiveTable {
  readonly #now: () => number
  readonly #equipments = new Map<EquipmentId, Equipment>()
  readonly #rates = new Map<number, { second: number; count: number; last: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The reading of a signal, or nothing if it was never seen. */
  get(equipmentId: EquipmentId, signalId: number): Reading | undefined {
    const equipment = this.#equipments.get(equipmentId)
    const cell = equipment?.cells.get(signalId)
    return equipment && cell && shownOf(equipment, cell)
  }

  /**
   * Makes all values of this equipment unreadable until the next call without a code: each has the code and the time of
   * its last reading. True if this changed it.
   */
  setUnreadable(equipmentId: EquipmentId, orgId: number, code: number | undefined): boolean {
    if (code === undefined && !this.#equipments.has(equipmentId)) return false
    const equipment = this.#equipmentOf(equipmentId, orgId)
    const isNews = equipment.unreadable !== code
    equipment.unreadable = code
    return isNews
  }

  /** Ten minutes of a number or boolean as [epoch ms, value], oldest first. */
  trend(equipmentId: EquipmentId, signalId: number): [number, number][] {
    const trend = this.#equipments.get(equipmentId)?.cells.get(signalId)?.trend
    if (!trend) return []
    const points: [number, number][] = []
    for (let i = 0; i < trend.length; i += 1) points.push([trend.at[i]!, trend.value[i]!])
    return points.filter(([at]) => at >= this.#now() - limits.trendPoints * limits.trendStepMs)
  }

  /** The last readings of all signals of an equipment in this table, or nothing. */
  lastReadings(equipmentId: EquipmentId): LastReadings | undefined {
    const equipment = this.#equipments.get(equipmentId)
    return equipment && shownReadings(equipmentId, equipment)
  }

  /** Newest reading time of an equipment, or nothing. */
  newestAt(equipmentId: EquipmentId): number | undefined {
    let newest: number | undefined
    for (const cell of this.#equipments.get(equipmentId)?.cells.values() ?? []) {
      if (newest === undefined || cell.at > newest) newest = cell.at
    }
    return newest
  }

  /** When this process last received values of an equipment, or nothing. */
  heardAt(equipmentId: EquipmentId): number | undefined {
    return this.#equipments.get(equipmentId)?.heardAt
  }

  /** Stores a batch; true if no row was older than the current reading, else true for each row that was not. [S4] */
  take(batch: Batch): true | boolean[] {
    const equipment = this.#equipmentOf(batch.equipmentId, batch.orgId)
    equipment.touchedAt = this.#now()
    equipment.heardAt = equipment.touchedAt
    equipment.isChanged = true
    const { ids } = batch
    this.#count(batch.orgId, ids.length)
    let taken: true | boolean[] = true
    for (let i = 0; i < ids.length; i += 1) {
      const isTaken = ids[i] === 0 || put(equipment.cells, batch, i)
      if (taken !== true) taken.push(isTaken)
      else if (!isTaken) taken = [...Array<boolean>(i).fill(true), false]
    }
    return taken
  }

  /** The equipments that were not restored yet: readings in the database may be missing here. */
  unrestored(equipmentIds: readonly EquipmentId[]): EquipmentId[] {
    return equipmentIds.filter((id) => !this.#equipments.get(id)?.isRestored)
  }

  /** Adds readings from the database for these equipments, unless newer ones are here. */
  restore(orgId: number, equipmentIds: readonly EquipmentId[], known: readonly LastReadings[]): void {
    for (const id of equipmentIds) this.#equipmentOf(id, orgId).isRestored = true
    for (const { equipmentId, ids, values, codes, times } of known) {
      const { cells } = this.#equipmentOf(equipmentId, orgId)
      for (const [i, id] of ids.entries())
        if (!cells.has(id)) cells.set(id, { value: values[i]!, code: codes[i]!, at: times[i]!, trend: null })
    }
  }

  /** Equipments with new readings since they were last drained, by organisation. */
  changed(): Map<number, EquipmentId[]> {
    const found = new Map<number, EquipmentId[]>()
    for (const [id, { orgId, isChanged }] of this.#equipments) {
      if (!isChanged) continue
      const ids = found.get(orgId)
      if (ids) ids.push(id)
      else found.set(orgId, [id])
    }
    return found
  }

  /**
   * Removes and returns all last readings of these equipments. Readings that are only in the database are missing
   * unless they were restored before.
   */
  drain(equipmentIds: readonly EquipmentId[]): LastReadings[] {
    return equipmentIds.flatMap((equipmentId) => {
      const equipment = this.#equipments.get(equipmentId)
      if (!equipment) return []
      equipment.isChanged = false
      return [readingsOf(equipmentId, equipment)]
    })
  }

  /** Marks equipments as changed again, because drained readings could not be stored. */
  undrain(equipmentIds: readonly EquipmentId[]): void {
    for (const id of equipmentIds) {
      const equipment = this.#equipments.get(id)
      if (equipment) equipment.isChanged = true
    }
  }

  /** Keeps only these variables of the equipment. */
  keepOnly(equipmentId: EquipmentId, ids: ReadonlySet<number>): void {
    const cells = this.#equipments.get(equipmentId)?.cells
    for (const id of cells?.keys() ?? []) if (!ids.has(id)) cells?.delete(id)
  }

  /** Removes the readings of one equipment. */
  forget(equipmentId: EquipmentId): void {
    this.#equipments.delete(equipmentId)
  }

  /** Drops equipments that were last used before this time, epoch ms. */
  evict(before: number): void {
    for (const [id, { touchedAt }] of this.#equipments) if (touchedAt < before) this.#equipments.delete(id)
  }

  /** Number of values of an organisation in the last whole second. */
  valuesPerSecond(orgId: number): number {
    const rate = this.#rates.get(orgId)
    if (!rate) return 0
    const second = Math.floor(this.#now() / 1000)
    if (rate.second === second) return rate.last
    return rate.second === second - 1 ? rate.count : 0
  }

  /** Number of signals in this table. */
  size(): number {
    return [...this.#equipments.values()].reduce((sum, { cells }) => sum + cells.size, 0)
  }

  #equipmentOf(equipmentId: EquipmentId, orgId: number): Equipment {
    const found = this.#equipments.get(equipmentId)
    if (found) return found
    const cells = new Map<number, Cell>()
    const fresh: Equipment = {
      ...{ orgId, cells, touchedAt: this.#now(), heardAt: undefined },
      ...{ isRestored: false, isChanged: false, unreadable: undefined },
    }
    this.#equipments.set(equipmentId, fresh)
    return fresh
  }

  #count(orgId: number, values: number): void {
    const second = Math.floor(this.#now() / 1000)
    const rate = this.#rates.get(orgId) ?? { second, count: 0, last: 0 }
    if (rate.second !== second) {
      rate.last = rate.second === second - 1 ? rate.count : 0
      rate.second = second
      rate.count = 0
    }
    rate.count += values
    this.#rates.set(orgId, rate)
  }
}
