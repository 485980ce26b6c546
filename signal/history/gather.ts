// Readings of batches that are not compacted yet, sorted by column: the input of the compactor.
import { good, type Value } from '../../core/data-type.ts'
import type { LandedBatch } from './frame.ts'
import type { Series } from './history.ts'
import { emptySeries, seriesOfLists } from './series.ts'

/** The owner of the readings: the other fields of a chunk's row. */
export type ColumnOwner = { gatewayId: number; columnId: number; orgId: number; equipmentId: number }

export type Gathering = {
  add(batch: LandedBatch): void
  points(): number
  /** The collected series, sorted by gateway and column, as the rows of chunks are. */
  columns(): { owner: ColumnOwner; series: Series }[]
}

type Column = {
  owner: ColumnOwner
  n: number
  times: Float64Array
  /** The type of the values so far. `bool` is held as 0 and 1; `list` once the values have several types. */
  kind: 'none' | 'number' | 'bool' | 'list'
  numbers: Float64Array
  list: (Value | null)[]
  codes: Int32Array | null
}

const firstSize = 64

/** Collects readings by column. `wanted`: the columns to collect; default all. */
export function createGathering(wanted?: ReadonlySet<number>): Gathering {
  const owners = new Map<string, Map<number, Column>>()
  let points = 0

  const columnsOf = ({ gatewayId, orgId, equipmentId }: LandedBatch): Map<number, Column> => {
    const key = `${gatewayId} ${orgId} ${equipmentId}`
    let columns = owners.get(key)
    if (!columns) {
      columns = new Map()
      owners.set(key, columns)
    }
    return columns
  }

  return {
    add(batch) {
      const { ids, times, values, codes, gatewayId, orgId, equipmentId } = batch
      if (ids.length === 0) return
      const columns = columnsOf(batch)
      for (let i = 0; i < ids.length; i++) {
        const columnId = ids[i]!
        if (wanted && !wanted.has(columnId)) continue
        let column = columns.get(columnId)
        if (!column) {
          column = createColumn({ gatewayId, columnId, orgId, equipmentId })
          columns.set(columnId, column)
        }
        if (column.n === column.times.length) grow(column)
        column.times[column.n] = times[i]!
        if (codes && (codes[i] !== good || column.codes)) codesOf(column)[column.n] = codes[i]!
        putValue(column, values[i]!)
        column.n += 1
        points += 1
      }
    },
    points: () => points,
    columns() {
      const all = [...owners.values()].flatMap((columns) => [...columns.values()])
      all.sort((a, b) => a.owner.gatewayId - b.owner.gatewayId || a.owner.columnId - b.owner.columnId)
      return all.map((column) => ({ owner: column.owner, series: seriesOfColumn(column) }))
    },
  }
}

const createColumn = (owner: ColumnOwner): Column => ({
  owner,
  n: 0,
  times: new Float64Array(firstSize),
  kind: 'none',
  numbers: new Float64Array(firstSize),
  list: [],
  codes: null,
})

function grow(column: Column): void {
  const size = column.n * 2
  const larger = <T extends Float64Array | Int32Array>(old: T, empty: T): T => {
    empty.set(old)
    return empty
  }
  column.times = larger(column.times, new Float64Array(size))
  if (column.kind !== 'list') column.numbers = larger(column.numbers, new Float64Array(size))
  if (column.codes) column.codes = larger(column.codes, new Int32Array(size).fill(good))
}

function codesOf(column: Column): Int32Array {
  column.codes ??= new Int32Array(column.times.length).fill(good)
  return column.codes
}

function putValue(column: Column, value: Value | null): void {
  if (column.kind === 'list') {
    column.list.push(typeof value === 'number' && Number.isNaN(value) ? null : value)
  } else if (value === null || (typeof value === 'number' && Number.isNaN(value))) {
    column.numbers[column.n] = Number.NaN
  } else {
    const kind = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'bool' : 'list'
    if (kind === 'list' || (column.kind !== 'none' && column.kind !== kind)) {
      column.list = listOf(column)
      column.kind = 'list'
      column.list.push(value)
    } else {
      column.kind = kind
      column.numbers[column.n] = Number(value)
    }
  }
}

function listOf({ kind, n, numbers }: Column): (Value | null)[] {
  return Array.from(numbers.subarray(0, n), (value) => {
    if (Number.isNaN(value)) return null
    return kind === 'bool' ? value === 1 : value
  })
}

function seriesOfColumn(column: Column): Series {
  const { n, kind } = column
  if (n === 0) return emptySeries()
  const times = column.times.slice(0, n)
  const codes = column.codes?.slice(0, n) ?? null
  if (kind === 'list') return seriesOfLists(times, column.list, codes)
  const series = seriesOfLists(times, column.numbers.slice(0, n), codes)
  return kind === 'bool' ? ({ ...series, kind } as Series) : series
}
