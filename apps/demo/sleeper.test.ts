import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAsleep, nextSleep } from './sleeper.ts'

const border = Date.UTC(2026, 10, 20, 2, 10)

describe('a gateway on a battery', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each([
    ['before a border', border - 200_000, border + 40_000],
    ['at the border', border, border + 40_000],
    ['when it would have slept', border + 40_001, border + 640_000],
  ])('falls asleep after its records are stored, asked %s', (_, now, atMs) => {
    expect(nextSleep(now)).toEqual({ atMs, lastsMs: 540_000 })
  })

  it('is awake at every border of ten minutes, and sleeps nine of them', () => {
    vi.setSystemTime(border + 50_000)
    const slept: { from: number; to: number }[] = []
    const stop = keepAsleep({ sleep: (s) => slept.push({ from: Date.now(), to: Date.now() + s * 1000 }) })
    vi.advanceTimersByTime(3_600_000)
    stop()
    vi.advanceTimersByTime(3_600_000)
    expect(slept.length).toBe(6)
    for (const { from, to } of slept) {
      const next = Math.ceil(from / 600_000) * 600_000
      expect([from % 600_000, next - to]).toEqual([40_000, 20_000])
    }
  })
})
