// The size of plain data, measured without walking all of it. Pure.

/** Whether a value has more than `most` entries, in itself and in all that it contains; counting stops there. */
export function hasMoreEntries(value: unknown, most: number): boolean {
  let left = most
  const count = (each: unknown): boolean => {
    if (typeof each !== 'object' || each === null) return false
    const entries: readonly unknown[] = Array.isArray(each) ? each : Object.values(each)
    left -= entries.length
    return left < 0 || entries.some(count)
  }
  return count(value)
}

/** Whether a value is small enough to be written in one step: well below a millisecond of work. */
export const fitsOneStep = (value: unknown): boolean => !hasMoreEntries(value, 100)
