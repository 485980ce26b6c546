// Samples that are taken within a few ms share one entry: messages of many values are several times cheaper for all who
// handle them.
import type { BoundConfig } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import type { Value } from '../../core/data-type.ts'
import type { Stamp } from './clock.ts'
import type { Entry } from './outbox-entry.ts'

/** Values of one moment (ms of the monotonic clock) by column; `codes` omitted: all 200. */
export type Sample = {
  moment: number
  ids: readonly number[]
  values: readonly (Value | null)[]
  codes?: readonly number[]
}

export type BatchDeps = {
  /** An entry is closed so long after its first sample, or when it has so many points. */
  lingerMs: number
  points: number
  /** What runs now: a sample is taken under it, or not at all. */
  bound: () => Pick<BoundConfig, 'equipmentId' | 'bindingId' | 'hash'> | undefined
  stamp: (moment: number) => Stamp
  append: (entry: Entry) => Promise<boolean>
}

export type Batches = {
  /** True when it is on the disk. */
  record(sample: Sample): Promise<boolean>
  /** Closes the entry that is open. */
  flush(): void
}

// Far below limits.mqttPayloadBytes even in three-byte letters.
const mostBytes = 200_000
const numberBytes = 40

type Open = { entry: Entry; moment: number; bytes: number; codes: number[]; times: number[]; done: Promise<boolean> }

export function createBatches({ lingerMs, points, bound, stamp, append }: BatchDeps): Batches {
  let open: Open | undefined
  let settle: (isKept: Promise<boolean>) => void = () => undefined
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    const closing = open
    open = undefined
    if (closing) settle(append(finished(closing)))
  }

  function begin({ moment }: Sample, config: NonNullable<ReturnType<BatchDeps['bound']>>): Open {
    const { equipmentId, bindingId, hash } = config
    const entry = { equipmentId, bindingId, configHash: hash, taken: stamp(moment), ids: [], values: [] }
    const done = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    timer = setTimeout(flush, lingerMs)
    return { entry, moment, bytes: 0, codes: [], times: [], done }
  }

  function put(sample: Sample, config: NonNullable<ReturnType<BatchDeps['bound']>>): Promise<boolean> {
    const { ids } = sample
    const isOther = open && (open.entry.bindingId !== config.bindingId || open.entry.configHash !== config.hash)
    if (isOther || (open && open.entry.ids.length + ids.length > limits.recordPoints)) flush()
    open ??= begin(sample, config)
    const current = open
    for (const [index, id] of ids.entries()) {
      const value = storable(sample.values[index])
      current.entry.ids.push(id)
      current.entry.values.push(value)
      current.codes.push(sample.codes?.[index] ?? 200)
      current.times.push(Math.round(sample.moment - current.moment))
      current.bytes += typeof value === 'string' ? numberBytes + value.length * 3 : numberBytes
    }
    if (current.entry.ids.length >= points || current.bytes >= mostBytes) flush()
    return current.done
  }

  return {
    async record(sample) {
      const config = bound()
      if (!config || sample.ids.length === 0) return false
      const kept = parts(sample).map((part) => put(part, config))
      return (await Promise.all(kept)).every(Boolean)
    },
    flush,
  }
}

// So many of the longest texts are one message still.
const partPoints = 100

/** A sample too large for one entry in several. */
function parts(sample: Sample): Sample[] {
  const { moment, ids, values, codes } = sample
  if (ids.length <= partPoints) return [sample]
  return Array.from({ length: Math.ceil(ids.length / partPoints) }, (_, index) => {
    const cut = <T>(list: readonly T[]) => list.slice(index * partPoints, (index + 1) * partPoints)
    return { moment, ids: cut(ids), values: cut(values), ...(codes ? { codes: cut(codes) } : {}) }
  })
}

const finished = ({ entry, codes, times }: Open): Entry => ({
  ...entry,
  ...(times.every((time) => time === 0) ? {} : { times }),
  ...(codes.every((code) => code === 200) ? {} : { codes }),
})

/** As the wire takes it: texts of bounded length, and no number that is none. */
function storable(value: Value | null | undefined): Value | null {
  if (typeof value === 'string') return value.slice(0, limits.textValueLength)
  return value === undefined || (typeof value === 'number' && !Number.isFinite(value)) ? null : value
}
