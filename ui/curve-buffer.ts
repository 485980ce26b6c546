// The readings of a moving curve: typed arrays with appending at the end and removal at the start, without copying at
// each reading.
import type { Columns } from './curve-data.ts'

export type CurveBuffer = {
  /** Views of the readings; the next `add` may move the data. */
  read(): Columns
  /** NaN is a break. A reading older than the last is ignored; one of the same time replaces it. */
  add(at: number, value: number): void
  /** Removes older readings, except the last one before the time: the line starts there. */
  forget(before: number): void
}

/** A buffer of at most `most` readings; the oldest are removed first. */
export function createCurveBuffer(most: number): CurveBuffer {
  // Twice the size: readings move to the front only once per `most` readings.
  const times = new Float64Array(most * 2)
  const values = new Float64Array(most * 2)
  let [begin, end] = [0, 0]
  const moveBack = () => {
    times.copyWithin(0, begin, end)
    values.copyWithin(0, begin, end)
    end -= begin
    begin = 0
  }
  return {
    read: () => ({ times: times.subarray(begin, end), values: values.subarray(begin, end) }),
    add(at, value) {
      if (end > begin && at < times[end - 1]!) return
      if (end > begin && at === times[end - 1]) end -= 1
      if (end === times.length) moveBack()
      times[end] = at
      values[end] = value
      end += 1
      if (end - begin > most) begin = end - most
    },
    forget(before) {
      while (begin + 1 < end && times[begin + 1]! <= before) begin += 1
    },
  }
}
