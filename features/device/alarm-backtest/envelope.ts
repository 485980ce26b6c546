// Reduces a series to what a screen can show: lowest and highest value of each bucket, in time order. Pure.
import type { BacktestCurve } from './contract.ts'

type Point = { at: number; value: number }

/** Maximum number of distances from which the median is computed. */
const stepsKept = 2000

/** Values arrive in ascending time order; NaN: no data is known from here on. */
export function createEnvelope({ from, to }: { from: number; to: number }, buckets: number) {
  const widthMs = Math.max(1, (to - from) / buckets)
  const points: (Point | { at: number; value: null })[] = []
  const steps: number[] = []
  let bucket = -1
  let [low, high]: [Point | null, Point | null] = [null, null]
  let lastAt: number | null = null

  function close(): void {
    if (!low || !high) return
    const [first, second] = low.at <= high.at ? [low, high] : [high, low]
    points.push(first)
    if (second !== first) points.push(second)
    low = high = null
  }

  return {
    take(value: number, at: number): void {
      if (Number.isNaN(value)) {
        close()
        if (points.length > 0 && points.at(-1)!.value !== null) points.push({ at, value: null })
        lastAt = null
        return
      }
      if (lastAt !== null && at > lastAt && steps.length < stepsKept) steps.push(at - lastAt)
      lastAt = at
      const now = Math.floor((at - from) / widthMs)
      if (now !== bucket) close()
      bucket = now
      const point = { at, value }
      if (!low || value < low.value) low = point
      if (!high || value > high.value) high = point
    },
    /** The median distance of readings; null if there are fewer than two readings. */
    stepMs(): number | null {
      const sorted = [...steps].sort((a, b) => a - b)
      return sorted[Math.floor(sorted.length / 2)] ?? null
    },
    curve(): BacktestCurve {
      close()
      return { times: points.map(({ at }) => at), values: points.map(({ value }) => value) }
    },
  }
}
