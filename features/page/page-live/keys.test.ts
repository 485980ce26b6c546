import { beforeEach, describe, expect, test } from 'vitest'
import { createKeys, type KeyId } from './keys.ts'

const clock = { at: 0 }
let asked = 0
let started: { key: KeyId; isReleased: boolean; end: () => void }[] = []
beforeEach(() => {
  clock.at = 0
  asked = 0
  started = []
})

function keys(answer = true) {
  const made = createKeys(() => clock.at)
  const press = (key: KeyId) =>
    made.press(
      key,
      async () => {
        asked += 1
        return answer
      },
      () => {
        let end: () => void = () => undefined
        const ended = new Promise<void>((resolve) => {
          end = resolve
        })
        const one = { key, isReleased: false, end }
        started.push(one)
        return {
          ended,
          release: () => {
            one.isReleased = true
          },
        }
      },
    )
  const enable = async (key: KeyId) => {
    press(key)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { ...made, press, enable }
}
const start = { signalId: 7, on: true }

describe('a key', () => {
  test('is confirmed before the first use only', async () => {
    const { press, enable } = keys()
    await enable(start)
    expect([asked, started.length]).toEqual([1, 0])
    press(start)?.()
    expect([asked, started.length, started[0]?.isReleased]).toEqual([1, 1, true])
  })

  test('asks again until it is confirmed', async () => {
    const { press, enable } = keys(false)
    await enable(start)
    expect(press(start)).toBeUndefined()
    expect([asked, started.length]).toEqual([2, 0])
  })

  test('with another value for the same variable is another key', async () => {
    const { press, enable } = keys()
    await enable({ signalId: 7, on: '10' })
    expect(press({ signalId: 7, on: '1000' })).toBeUndefined()
    expect([asked, started.length]).toEqual([2, 0])
  })

  test('is disabled after five minutes without use', async () => {
    const { press, enable } = keys()
    await enable(start)
    clock.at = 300_001
    expect(press(start)).toBeUndefined()
    expect(asked).toBe(2)
  })

  test('goes down once at a time, until its release has ended', async () => {
    const { press, enable } = keys()
    await enable(start)
    press(start)?.()
    expect(press(start)).toBeUndefined()
    started[0]!.end()
    await Promise.resolve()
    expect(press(start)).toBeDefined()
    expect(started).toHaveLength(2)
  })

  test('is released when the page is left', async () => {
    const { press, enable, releaseAll } = keys()
    await enable(start)
    press(start)
    releaseAll()
    expect(started[0]?.isReleased).toBe(true)
  })
})
