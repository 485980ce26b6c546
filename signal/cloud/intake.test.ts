import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Intake, intakeLimits } from './intake.ts'

const { holdBytes, releaseBytes, checkMs, stalledMs, releasedAtOnce } = intakeLimits

let waiting: number
let intake: Intake

beforeEach(() => {
  vi.useFakeTimers()
  waiting = 0
  intake = new Intake({ waitingBytes: () => waiting, now: () => Date.now() })
})
afterEach(() => {
  intake.stop()
  vi.useRealTimers()
})

/** Creates `count` waiting sockets; returns a function that counts how many were read. */
function sockets(count: number): () => number {
  let reads = 0
  for (let socket = 0; socket < count; socket++)
    intake.whenFree(() => {
      reads += 1
    })
  return () => reads
}

test('nothing is read before the platform can store it', () => {
  expect(intake.isHeld()).toBe(true)
  const reads = sockets(2)
  intake.open()
  expect(reads()).toBe(2)
  expect(intake.isHeld()).toBe(false)
})

describe('an open intake', () => {
  beforeEach(() => intake.open())

  test('is held above its limit, and continues after the commit', () => {
    waiting = holdBytes
    expect(intake.isHeld()).toBe(false)
    waiting = holdBytes + 1
    expect(intake.isHeld()).toBe(true)
    const reads = sockets(1)
    waiting = releaseBytes + 1
    vi.advanceTimersByTime(checkMs)
    expect([intake.isHeld(), reads()]).toEqual([true, 0])
    waiting = releaseBytes
    vi.advanceTimersByTime(checkMs)
    expect([intake.isHeld(), reads()]).toEqual([false, 1])
  })

  test('reads from some sockets in each turn, and stops as soon as too much waits again', () => {
    waiting = holdBytes + 1
    intake.isHeld()
    let reads = 0
    for (let socket = 0; socket < releasedAtOnce * 3; socket++)
      intake.whenFree(() => {
        reads += 1
        if (reads === releasedAtOnce) waiting = holdBytes + 1
      })
    waiting = 0
    vi.advanceTimersByTime(checkMs)
    expect(reads).toBe(releasedAtOnce)
    vi.advanceTimersByTime(1)
    expect([intake.isHeld(), reads]).toEqual([true, releasedAtOnce])
    waiting = 0
    vi.advanceTimersByTime(checkMs + 10)
    expect(reads).toBe(releasedAtOnce * 3)
  })

  test('continues while the database hangs, and is held again once it commits', () => {
    waiting = holdBytes * 4
    intake.isHeld()
    const reads = sockets(1)
    vi.advanceTimersByTime(stalledMs + checkMs)
    expect([intake.isHeld(), reads()]).toEqual([false, 1])
    waiting = holdBytes * 3
    vi.advanceTimersByTime(checkMs)
    expect(intake.isHeld()).toBe(true)
    waiting = 0
    vi.advanceTimersByTime(checkMs)
    expect(intake.isHeld()).toBe(false)
  })

  test('leaves no socket waiting when it stops', () => {
    waiting = holdBytes + 1
    intake.isHeld()
    const reads = sockets(5)
    intake.stop()
    expect(reads()).toBe(5)
    expect(vi.getTimerCount()).toBe(0)
  })
})
