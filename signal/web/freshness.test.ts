import { describe, expect, test } from 'vitest'
import { freshnessOf, staleAfterMs } from './freshness.ts'

describe('freshness', () => {
  const now = 100_000
  const around = { now, staleMs: staleAfterMs(1), isReachable: true }
  const of = (age: number, code = 200, change = {}) => freshnessOf({ code, time: now - age }, { ...around, ...change })

  test('good until three intervals and five seconds have passed, then stale', () => {
    expect(of(8_000)).toBe('good')
    expect(of(8_001)).toBe('stale')
  })

  test('a slow gateway makes values stale later', () => {
    expect(of(34_000, 200, { staleMs: staleAfterMs(10) })).toBe('good')
  })

  test('stale immediately when the gateway is unreachable', () => {
    expect(of(10, 200, { isReachable: false })).toBe('stale')
  })

  test('bad by its code, whatever its age', () => {
    expect(of(10, 1714)).toBe('bad')
    expect(of(90_000, 1714)).toBe('bad')
  })

  test('never, if it has no reading', () => {
    expect(freshnessOf({ code: 0, time: null }, around)).toBe('never')
  })

  test('not checked before the monitoring has loaded', () => {
    expect(of(90_000, 200, { staleMs: null })).toBe('good')
  })

  test('a value that was sent again is good, however long ago it was read', () => {
    const reading = { code: 200, time: now - 90_000, receivedAt: now - 900 }
    expect(freshnessOf(reading, around)).toBe('good')
    expect(freshnessOf({ ...reading, receivedAt: now - 8_001 }, around)).toBe('stale')
  })
})
