// The readings of a moving curve: typed arrays that are appended to and forget their beginning, without copying at
// each reading.
import type { Columns } from './curve-data.ts'

export type CurveBuffer = {
  /** Views of what is kept; the next `add` may move it. */
  read(): Columns
  /** NaN is a break. A reading before the last is left out; one of the same time replaces it. */
  add(at: number, value: number): void
  /** Forgets what is older, but for the last reading before it: a line begins there. */
  forget(before: number): void
}

/** At most `most` readings; the oldest go first. */
export function createCurveBuffer(most: number): CurveBuffer {
  // Twice the room: readings move back to the front once in `most`.
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
