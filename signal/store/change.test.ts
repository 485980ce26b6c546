import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createChangeWatch, isMoved } from './change.ts'
import type { Reading } from './reading.ts'

const good = (value: number | boolean | string, at = 0): Reading => ({ value, code: 200, at })
const bad = (code: number, at = 0): Reading => ({ value: 1, code, at })

describe('a value has moved', () => {
  it.each([
    ['without a range by anything', 1, 1.0001, {}, true],
    ['not when it is the same', 1, 1, {}, false],
    ['not when it is the limit', 10, 12, { fluctuation: 2 }, false],
    ['by more than the range', 10, 12.1, { fluctuation: 2 }, true],
    ['downwards too', 10, 7.9, { fluctuation: 2 }, true],
    ['by more than its percent', 200, 203, { fluctuation: 1, isPercent: true }, true],
    ['not within its percent', 200, 202, { fluctuation: 1, isPercent: true }, false],
    ['of a negative value', -200, -203, { fluctuation: 1, isPercent: true }, true],
    ['from 0 in percent by anything', 0, 0.001, { fluctuation: 50, isPercent: true }, true],
    ['as a great integer', '9007199254740993', '9007199254740994', {}, true],
    ['as a great integer beyond its range', '9007199254740993', '9007199254999999', { fluctuation: 1000 }, true],
    ['as a switch, whatever the range', false, true, { fluctuation: 5 }, true],
    ['as a text, whatever the range', 'a', 'b', { fluctuation: 5 }, true],
    ['not as the same text', 'a', 'a', {}, false],
  ] as const)('%s', (_, from, to, range, expected) => expect(isMoved(good(from), good(to), range)).toBe(expected))

  it('when its quality changed; bad readings count only by their code', () => {
    expect(isMoved(good(1), bad(1714), { fluctuation: 100 })).toBe(true)
    expect(isMoved(bad(1714), good(1), { fluctuation: 100 })).toBe(true)
    expect(isMoved(bad(1714), bad(1722), {})).toBe(true)
    expect(isMoved({ ...bad(1714), value: null }, bad(1714), {})).toBe(false)
  })
})

describe('a reading that the device marks as uncertain', () => {
  const uncertain = (value: number): Reading => ({ value, code: 1747, at: 0 })
  it('moves like a good one', () => {
    expect(isMoved(uncertain(1), uncertain(2), {})).toBe(true)
    expect(isMoved(uncertain(1), uncertain(2), { fluctuation: 5 })).toBe(false)
    expect(isMoved(uncertain(1), good(1), { fluctuation: 5 })).toBe(true)
  })
})

describe('a change', () => {
  const options = { minIntervalMs: 1000, isFirstKept: true }

  it('is stored immediately, and the newest of an interval when that ends', () => {
    const watch = createChangeWatch(options)
    expect(watch.offer(good(1), 0)).toBe(true)
    expect(watch.offer(good(2), 300)).toBe(false)
    expect(watch.offer(good(3, 600), 600)).toBe(false)
    expect(watch.dueAt()).toBe(1000)
    expect(watch.due(999)).toBeUndefined()
    expect(watch.due(1000)).toEqual(good(3, 600))
    expect([watch.due(2000), watch.dueAt()]).toEqual([undefined, Number.POSITIVE_INFINITY])
    expect(watch.offer(good(4), 1999)).toBe(false)
    expect(watch.offer(good(5), 2000)).toBe(true)
  })

  it('that was reversed within the interval is none', () => {
    const watch = createChangeWatch(options)
    watch.offer(good(1), 0)
    watch.offer(good(2), 300)
    watch.offer(good(1), 600)
    expect([watch.due(1000), watch.dueAt()]).toEqual([undefined, Number.POSITIVE_INFINITY])
  })

  it('is measured from the stored value, not from the previous reading, so that a slow drift counts', () => {
    const watch = createChangeWatch({ ...options, minIntervalMs: 100, fluctuation: 5 })
    const kept = Array.from({ length: 20 }, (_, index) => index).filter((value) =>
      watch.offer(good(value), value * 1000),
    )
    expect(kept).toEqual([0, 6, 12, 18])
  })

  it('starts with the second value of a trigger', () => {
    const watch = createChangeWatch({ ...options, isFirstKept: false })
    expect(watch.offer(good(1), 0)).toBe(false)
    expect(watch.offer(good(1), 10)).toBe(false)
    expect(watch.offer(good(2), 20)).toBe(true)
  })

  it('is stored at most once per interval, and the newest value always is', () => {
    const reading = fc.oneof(
      fc.integer({ min: 0, max: 5 }).map((value) => good(value)),
      fc.constantFrom(bad(1714), bad(1722)),
    )
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 700 }), reading), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(100, 1000, 2500),
        fc.constantFrom(0, 2),
        (steps, minIntervalMs, fluctuation) => {
          const watch = createChangeWatch({ minIntervalMs, isFirstKept: true, fluctuation })
          const kept: { at: number; reading: Reading }[] = []
          let now = 0
          const pass = (until: number) => {
            while (watch.dueAt() <= until) {
              const at = watch.dueAt()
              kept.push({ at, reading: watch.due(at)! })
            }
          }
          for (const [wait, reading] of steps) {
            pass(now + wait)
            now += wait
            if (watch.offer(reading, now)) kept.push({ at: now, reading })
          }
          pass(Number.MAX_SAFE_INTEGER)
          for (const [index, { at }] of kept.entries()) {
            if (index > 0) expect(at - kept[index - 1]!.at).toBeGreaterThanOrEqual(minIntervalMs)
          }
          expect(isMoved(kept.at(-1)!.reading, steps.at(-1)![1], { fluctuation })).toBe(false)
        },
      ),
    )
  })
})
