// Latency from the reading on the edge to the painted pixel: median and 99th percentile of the last thousand.

type Latency = { p50: number; p99: number; count: number }

export type LatencyMeter = {
  add(ms: number): void
  /** Returns undefined before the first measurement. */
  read(): Latency | undefined
}

export function createLatencyMeter(size = 1000): LatencyMeter {
  const ring = new Float64Array(size)
  let count = 0
  let next = 0
  return {
    add(ms) {
      if (!Number.isFinite(ms)) return
      // Until the clock is synchronised, a reading may appear to be in the future.
      ring[next] = Math.max(0, ms)
      next = (next + 1) % size
      count = Math.min(size, count + 1)
    },
    read() {
      if (count === 0) return undefined
      const sorted = ring.slice(0, count).sort()
      const at = (share: number) => sorted[Math.min(count - 1, Math.ceil(share * count) - 1)]!
      return { p50: at(0.5), p99: at(0.99), count }
    },
  }
}

/** Shown in the status bar: all values drawn since the page was loaded. */
export const edgeToPixel = createLatencyMeter()
