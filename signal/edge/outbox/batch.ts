// Combines samples taken within a few ms into one entry: messages of many values are several times cheaper for
// everything that handles them.
import type { BoundConfig } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { good, type Value } from '../../../core/data-type.ts'
import type { Stamp } from '../clock.ts'
import { addValue, type Columns, emptyColumns, isFull, wireColumns } from '../stream/columns.ts'
import type { RecordEntry } from './entry.ts'

/** Values of one moment (ms of the monotonic clock) by column; without `codes` all are 200. */
export type Sample = {
  moment: number
  ids: readonly number[]
  values: readonly (Value | null)[]
  codes?: readonly number[]
}

export type BatchDeps = {
  /** An entry is closed `lingerMs` after its first sample, or when it has `points` values. */
  lingerMs: number
  points: number
  /** The current configuration: a sample belongs to it; without one the sample is dropped. */
  bound: () => Pick<BoundConfig, 'equipmentId' | 'bindingId' | 'hash'> | undefined
  stamp: (moment: number) => Stamp
  append: (entry: RecordEntry) => Promise<boolean>
}

type Batches = {
  /** Resolves with true when the sample is on disk. */
  record(sample: Sample): Promise<boolean>
  /** Closes the open entry. */
  flush(): void
}

type Config = NonNullable<ReturnType<BatchDeps['bound']>>
type Owner = Pick<RecordEntry, 'equipmentId' | 'bindingId' | 'configHash' | 'taken'>
/** `done` resolves to true when the entry is on disk. */
type Open = { owner: Owner; moment: number; columns: Columns; done: Promise<boolean> }

export function createBatches({ lingerMs, points, bound, stamp, append }: BatchDeps): Batches {
  let open: Open | undefined
  let settle: (isKept: Promise<boolean>) => void = () => undefined
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    const closing = open
    open = undefined
    if (closing) settle(append({ ...closing.owner, ...wireColumns(closing.columns) }))
  }

  function begin(moment: number, taken: Stamp, { equipmentId, bindingId, hash }: Config): Open {
    const owner = { equipmentId, bindingId, configHash: hash, taken }
    const done = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    timer = setTimeout(flush, lingerMs)
    return { owner, moment, columns: emptyColumns(), done }
  }

  /** Adds a row to one entry, never split. */
  function put({ moment, ids, values, codes }: Sample, config: Config): Promise<boolean> {
    const taken = stamp(moment)
    const isOther = open && (open.owner.bindingId !== config.bindingId || open.owner.configHash !== config.hash)
    const isOtherClock = open && isPlatformTime(open.owner.taken) !== isPlatformTime(taken)
    if (isOther || isOtherClock || (open && open.columns.ids.length + ids.length > limits.recordPoints)) flush()
    open ??= begin(moment, taken, config)
    const { columns, done, owner, moment: begun } = open
    // A welcome may correct the clock while an entry is open; each row keeps the time that it was given.
    const time = isPlatformTime(taken) ? taken.at - owner.taken.at : Math.round(moment - begun)
    for (const [index, id] of ids.entries()) addValue(columns, id, values[index] ?? null, time, codes?.[index] ?? good)
    if (isFull(columns, points)) flush()
    return done
  }

  return {
    async record(sample) {
      const config = bound()
      if (!config || sample.ids.length === 0) return false
      const kept = rowsOf(sample).map((row) => put(row, config))
      return (await Promise.all(kept)).every(Boolean)
    },
    flush,
  }
}

const isPlatformTime = ({ boot }: Stamp) => boot === undefined

// A row of a report is not split; a message that is not full yet has room for this many of the longest texts.
const rowPoints = limits.columnsPerReport

/** Splits the values of several reports at one moment into parts that fit into an entry. */
function rowsOf(sample: Sample): Sample[] {
  const { moment, ids, values, codes } = sample
  if (ids.length <= rowPoints) return [sample]
  return Array.from({ length: Math.ceil(ids.length / rowPoints) }, (_, index) => {
    const cut = <T>(list: readonly T[]) => list.slice(index * rowPoints, (index + 1) * rowPoints)
    return { moment, ids: cut(ids), values: cut(values), ...(codes ? { codes: cut(codes) } : {}) }
  })
}
