import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pressKey } from './hold.ts'
import type { WriteOutcome } from './write.ts'

const done: WriteOutcome = { status: 'success', code: 200, msg: '', value: null }
const refused: WriteOutcome = { status: 'failure', code: 1304, msg: 'offline', value: null }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function key({ outcome = done, isHeld = true, fails = false, forMs = 1500, leastMs = 0 } = {}) {
  const acts: string[] = []
  const pressed = pressKey({
    press: () => {
      acts.push('press')
      return Promise.resolve(outcome)
    },
    hold: () => {
      acts.push('hold')
      return fails ? Promise.reject(new Error('no line')) : Promise.resolve({ isHeld })
    },
    release: () => {
      acts.push('release')
      return Promise.resolve(done)
    },
    ...{ forMs, leastMs },
  })
  return { acts, ...pressed }
}

describe('a momentary key', () => {
  test('reports that it is pressed until it is released, and not afterwards', async () => {
    const { acts, release, ended } = key()
    await vi.advanceTimersByTimeAsync(1600)
    expect(acts).toEqual(['press', 'hold', 'hold', 'hold'])
    release()
    expect(await ended).toMatchObject({ pressed: done, released: done, isLost: false })
    await vi.advanceTimersByTimeAsync(5000)
    expect(acts).toEqual(['press', 'hold', 'hold', 'hold', 'release'])
  })

  test('keeps the value for the minimum time, however short the press', async () => {
    const { acts, release, ended } = key({ leastMs: 1000 })
    release()
    await vi.advanceTimersByTimeAsync(990)
    expect(acts).not.toContain('release')
    await vi.advanceTimersByTimeAsync(20)
    await ended
    expect(acts.at(-1)).toBe('release')
  })

  test('that was refused is not released', async () => {
    const { acts, ended } = key({ outcome: refused })
    expect(await ended).toMatchObject({ pressed: refused, released: undefined })
    await vi.advanceTimersByTimeAsync(5000)
    expect(acts).toEqual(['press'])
  })

  test('continues to be held while the connection fails', async () => {
    const { acts, release, ended } = key({ fails: true })
    await vi.advanceTimersByTimeAsync(1600)
    expect(acts).toEqual(['press', 'hold', 'hold', 'hold'])
    release()
    expect((await ended).isLost).toBe(false)
  })

  test('is lost once its hold has expired, and not pressed again', async () => {
    const { acts, release, ended } = key({ isHeld: false })
    await vi.advanceTimersByTimeAsync(5000)
    expect(acts).toEqual(['press', 'hold'])
    release()
    expect((await ended).isLost).toBe(true)
    expect(acts).toEqual(['press', 'hold', 'release'])
  })
})
