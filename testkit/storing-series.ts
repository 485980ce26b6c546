// Processes the same readings over the same time twice, once on a gateway with a fake clock and once as a series, to
// compare the results.
import { vi } from 'vitest'
import type { BoundConfig } from '../contract/gateway-config.ts'
import { good, type Value } from '../core/data-type.ts'
import { Storing } from '../signal/edge/store/storing.ts'
import { createValues } from '../signal/edge/values.ts'
import type { KeptValue } from '../signal/store/keeper.ts'
import { createSeriesStoring, type SeriesStoring } from '../signal/store/series-storing.ts'

/** Values by variable, or the code of a fault. */
export type Block = readonly (readonly [signalId: number, value: Value | { code: number }])[]

/** The steps of an instant: a block, then due storage, then an action, and after that perhaps another block. */
export type SeriesStep = { at: number; block?: Block; act?: 'time' | 'sleep' | 'wake'; after?: Block }

/** The input of a comparison. The steps follow each other; the last one ends with all actions that are due. */
type Told = { bound: BoundConfig; beginAt: number; steps: readonly SeriesStep[] }

/** The records that a gateway with these readings stores. */
export async function storedLive({ bound, beginAt, steps }: Told): Promise<KeptValue[]> {
  vi.useFakeTimers({ now: beginAt, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const stored: KeptValue[] = []
  const values = createValues()
  const faults: string[] = []
  const read = (block: Block) => {
    for (const [id, value] of block) {
      if (typeof value === 'object') values.fault(id, value.code, Date.now())
      else values.put(id, value, Date.now())
    }
  }
  const storing = new Storing({
    values,
    // The box was started in 1970, so that its clock shows the instant.
    clock: { now: Date.now, platform: (moment = Date.now()) => moment },
    wall: Date.now,
    log: (message) => faults.push(message),
    sink({ moment, ids, values, codes }) {
      for (const [index, columnId] of ids.entries())
        stored.push({ columnId, value: values[index] ?? null, code: codes?.[index] ?? good, moment })
    },
  })
  try {
    // Timers of one moment ring in the order in which they were set: a block before what is due then.
    for (const { at, block } of steps) if (block) setTimeout(() => read(block), at - beginAt)
    storing.apply(bound)
    for (const { at, act, after } of steps) {
      await vi.advanceTimersByTimeAsync(at - Date.now())
      if (act === 'sleep') storing.pause()
      if (act === 'wake') storing.resume()
      if (act === 'wake') await vi.advanceTimersByTimeAsync(0)
      if (after) read(after)
      await vi.advanceTimersByTimeAsync(0)
    }
    if (faults.length > 0) throw new Error(faults.join('; '))
    return stored
  } finally {
    storing.stop()
    vi.useRealTimers()
  }
}

/** The records that a series with these readings stores. */
export function storedOver({ bound, beginAt, steps }: Told): KeptValue[] {
  const stored: KeptValue[] = []
  const series = createSeriesStoring({ bound, begin: beginAt, store: (kept) => stored.push(kept) })
  tell(series, steps)
  return stored
}

export function tell(series: SeriesStoring, steps: readonly SeriesStep[]): void {
  const read = (block: Block, at: number) => {
    for (const [id, value] of block) {
      if (typeof value === 'object') series.reading(id, null, value.code, at)
      else series.reading(id, value, good, at)
    }
  }
  for (const { at, block, act, after } of steps) {
    if (block) read(block, at)
    if (act) series[act](at)
    if (after) read(after, at)
  }
  series.time(steps.at(-1)!.at)
}

/** Sorted, since records that are stored together arrive report by report. */
export const inOrder = (kept: readonly KeptValue[]): string[] =>
  kept
    .map(({ moment, columnId, value, code }) => `${new Date(moment).toISOString()} ${columnId} ${value} ${code}`)
    .toSorted()
