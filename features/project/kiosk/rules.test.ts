import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agesOf } from './freshness.ts'
import {
  codePattern,
  codeShown,
  holdOf,
  pagesShown,
  pagesWithin,
  plainCode,
  reloadFor,
  stillMs,
  type Turning,
  turned,
  turnedBy,
} from './rules.ts'

const page = (id: number, equips: number[] = [], signals: number[] = []) => ({ id, equips, signals })
const severe = (id: number, more: object = {}) => ({
  ...{ id, equipmentId: 5, signalId: 50 as number | null, level: 'severe', isAcknowledged: false },
  ...more,
})

test('a code is recognised in every notation', () => {
  for (const typed of ['K7WM-3QXP', 'k7wm3qxp', 'K7WM 3QXP']) {
    expect(typed.toUpperCase()).toMatch(codePattern)
    expect(codeShown(plainCode(typed))).toBe('K7WM-3QXP')
  }
})

test('embedded pages are found by both names of their field, also in groups; links are not embedded', () => {
  const position = { x: 0, y: 0, width: 40, height: 20, rotate: 0 }
  const within = (data: Record<string, unknown>) => ({ id: 'i', widgetType: 'Iframe', position, data })
  const group = { id: 'g', widgetType: 'group', position, children: [within({ configId: 8, pageId: 0 })] }
  expect(pagesWithin([within({ configId: 7 }), group])).toEqual([7, 8])
  expect(pagesWithin([within({ type: 'main', pageId: 9, configId: 7 })])).toEqual([9])
  expect(pagesWithin([within({ type: 'link', pageId: 9 }), within({ configId: 'x' }), within({})])).toEqual([])
})

test('a display shows the chosen pages that still exist; without a choice all main pages', () => {
  const pageOf = (id: number, type: 'main' | 'sub' = 'main') => ({ id, type })
  const all = [pageOf(1), pageOf(2), pageOf(3), pageOf(4, 'sub')]
  const ids = (chosen: number[]) => pagesShown(all, chosen).map(({ id }) => id)
  expect(ids([])).toEqual([1, 2, 3])
  expect(ids([3, 1])).toEqual([3, 1])
  expect(ids([4])).toEqual([4])
  expect(ids([9, 2])).toEqual([2])
  expect(ids([9])).toEqual([])
})

describe('a severe alarm keeps the wall', () => {
  test('on the page that shows its variable, or else its device', () => {
    const pages = [page(1), page(2, [5]), page(3, [5], [50])]
    expect(holdOf([severe(7)], pages)).toMatchObject({ alarm: { id: 7 }, pageId: 3 })
    expect(holdOf([severe(7, { signalId: null })], pages)?.pageId).toBe(2)
    expect(holdOf([severe(7, { equipmentId: 6 })], pages)).toBeUndefined()
  })

  test('while it is severe and not acknowledged; the first one that a page shows', () => {
    const pages = [page(2, [5])]
    for (const more of [{ level: 'important' }, { isAcknowledged: true }])
      expect(holdOf([severe(7, more)], pages)).toBeUndefined()
    expect(holdOf([severe(7, { equipmentId: 6 }), severe(8)], pages)?.alarm.id).toBe(8)
  })
})

describe('pages rotate', () => {
  const of = { pages: [1, 2, 3], seconds: 10, hold: undefined, isNewHold: false }
  const at = (pageId: number | undefined, more: object = {}): Turning => ({ pageId, since: 0, stillUntil: 0, ...more })

  test('each after its time, from the last one to the first', () => {
    expect(turned(at(undefined), of, 5)).toMatchObject({ pageId: 1, since: 5 })
    expect(turned(at(1), of, 9_999).pageId).toBe(1)
    expect(turned(at(1), of, 10_000)).toMatchObject({ pageId: 2, since: 10_000 })
    expect(turned(at(3), of, 10_000).pageId).toBe(1)
    expect(turned(at(7), of, 1).pageId).toBe(1)
  })

  test('not for a while after a touch, and then with the full time of the page', () => {
    const still = turnedBy(at(1), of.pages, 1, 1000)
    expect(still).toEqual({ pageId: 2, since: 1000, stillUntil: 1000 + stillMs })
    const after = turned(still, of, stillMs)
    expect(after.pageId).toBe(2)
    expect(turned(after, of, 1000 + stillMs + 9_999).pageId).toBe(2)
    expect(turned(after, of, 1000 + stillMs + 10_000).pageId).toBe(3)
    expect(turnedBy(at(1), of.pages, -1, 0).pageId).toBe(3)
  })

  test('show a new alarm immediately, and do not leave it', () => {
    const held = { ...of, hold: 3, isNewHold: true }
    const touched = at(1, { stillUntil: 60_000 })
    expect(turned(touched, held, 1000)).toMatchObject({ pageId: 3, stillUntil: 0 })
    // An alarm that is known already does not interrupt paging by hand, and is shown again afterwards.
    expect(turned(touched, { ...held, isNewHold: false }, 1000).pageId).toBe(1)
    expect(turned(touched, { ...held, isNewHold: false }, 60_000).pageId).toBe(3)
  })

  test('and without touches an alarm’s page always stays', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 50 }), (steps) => {
        let now = 0
        let turning = turned(at(1), { ...of, hold: 2, isNewHold: true }, now)
        for (const step of steps) {
          now += step
          turning = turned(turning, { ...of, hold: 2 }, now)
          expect(turning.pageId).toBe(2)
        }
      }),
    )
  })
})

describe('a wall reloads', () => {
  const well = { stoodMs: 0, silentMs: 0, isOld: false, isReachable: true, upMs: 3_600_000 }
  test.each([
    [{}, undefined],
    [{ isOld: true }, 'old'],
    [{ stoodMs: 60_000 }, 'slept'],
    [{ silentMs: 90_000 }, 'silent'],
    // A reload that did not help is not repeated soon.
    [{ silentMs: 90_000, upMs: 100_000 }, undefined],
    [{ isOld: true, upMs: 10_000 }, undefined],
  ])('%j: %s', (more, why) => expect(reloadFor({ ...well, ...more })).toBe(why))

  test('never while the platform does not answer', () => {
    const any = fc.record({
      stoodMs: fc.nat(),
      silentMs: fc.nat(),
      isOld: fc.boolean(),
      upMs: fc.nat(),
    })
    fc.assert(fc.property(any, (health) => reloadFor({ ...health, isReachable: false }) === undefined))
  })
})

describe('the age of the values', () => {
  const of = (equipmentId: number, at: number | null) => ({ equipmentId, name: `D${equipmentId}`, at })

  test('is that of the newest value, and a bound for all devices that are not late', () => {
    expect(agesOf([of(1, 9_600), of(1, 8_000), of(2, 6_500)], 10_000)).toEqual({ newestMs: 400, withinS: 5, late: [] })
    expect(agesOf([of(1, 10_000)], 10_000).withinS).toBe(2)
  })

  test('is listed separately for late devices, the oldest first', () => {
    const now = 10_000_000
    const heard = [of(1, now), of(2, now - 61_000), of(3, null), of(4, now - 7_560_000), of(4, null)]
    expect(agesOf(heard, now)).toEqual({
      ...{ newestMs: 0, withinS: 2 },
      late: [
        { equipmentId: 3, name: 'D3', since: null },
        { equipmentId: 4, name: 'D4', since: now - 7_560_000 },
        { equipmentId: 2, name: 'D2', since: now - 61_000 },
      ],
    })
  })

  test('is that of the oldest value for a late device', () => {
    const now = 10_000_000
    const late = [{ equipmentId: 1, name: 'D1', since: now - 61_000 }]
    expect(agesOf([of(1, now - 1000), of(1, now - 61_000)], now)).toEqual({ newestMs: 1000, withinS: null, late })
  })

  test('does not depend on a variable that never arrives, unless the device has no other', () => {
    expect(agesOf([of(1, 9_000), of(1, null)], 10_000)).toEqual({ newestMs: 1000, withinS: 2, late: [] })
    const late = [{ equipmentId: 1, name: 'D1', since: null }]
    expect(agesOf([of(1, null), of(1, null), of(2, 9_000)], 10_000)).toEqual({ newestMs: 1000, withinS: 2, late })
  })

  test('is null without values', () => {
    expect(agesOf([], 5)).toEqual({ newestMs: null, withinS: null, late: [] })
    expect(agesOf([of(1, null)], 5)).toMatchObject({ newestMs: null, withinS: null })
  })
})
