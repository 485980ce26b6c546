// Days and weeks of storage: UTC, whatever the zone of the device.
import type { Series } from './history.ts'
import { firstAfter, sliceSeries } from './series.ts'

export const dayMs = 86_400_000
export const weekMs = 7 * dayMs
/** Monday, 1970-01-05. */
const monday = 4 * dayMs

export const dayOf = (at: number): number => Math.floor(at / dayMs)
export const weekOf = (at: number): number => Math.floor((at - monday) / weekMs) * weekMs + monday

/** The most readings in a written chunk: a day at one a second fits. The limit when reading is `chunkPoints`. */
const splitPoints = 100_000

/** A series in parts that never cross a UTC day and are not too large; readings at equal times stay together. */
export function* splitByDay(series: Series, most = splitPoints): Generator<Series> {
  const { times } = series
  for (let start = 0; start < times.length; ) {
    const from = times[start]!
    let to = (dayOf(from) + 1) * dayMs - 1
    const next = times[start + most]
    if (next !== undefined && next <= to) to = next > from ? next - 1 : from
    yield sliceSeries(series, from, to)
    start = firstAfter(times, to)
  }
}
