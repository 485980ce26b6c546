// Time tags in zones, and the clock of a station.
import { describe, expect, it } from 'vitest'
import { StationClock } from './clock.ts'
import { instantOfTag, timeTagAt, timeTagBytes } from './time.ts'

const at = Date.UTC(2026, 6, 15, 10, 20, 30, 456)

describe('a time tag', () => {
  it.each([
    ['UTC', 'f8761' + '40a6f071a', at],
    ['+08:00', 'f87614126f071a', at],
    ['-03:30', 'f87632066f071a', at],
    ['Asia/Shanghai', 'f87614126f071a', at],
    ['Europe/Berlin', 'f876148c6f071a', at],
  ])('in %s is %s', (zone, hex, instant) => {
    expect(timeTagBytes(instant, zone).toString('hex')).toBe(hex)
    expect(instantOfTag(timeTagAt(Buffer.from(hex, 'hex'), 0), zone)).toBe(instant)
  })

  it('occurring twice in a night is resolved by its summer bit', () => {
    const [first, second] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]
    for (const instant of [first, second])
      expect(instantOfTag(timeTagAt(timeTagBytes(instant, 'Europe/Berlin'), 0), 'Europe/Berlin')).toBe(instant)
  })

  it('with the summer bit is an hour earlier in a fixed zone', () => {
    const tag = timeTagAt(Buffer.from('f87614926f071a', 'hex'), 0)
    expect([tag.isSummer, instantOfTag(tag, '+08:00')]).toEqual([true, at - 3_600_000])
  })

  it.each([
    ['marked as invalid', 'f87694126f071a', true],
    ['of 60 seconds', '60ea14126f071a', true],
    ['of minute 60', 'f8763c126f071a', true],
    ['of hour 24', 'f87614186f071a', true],
    ['of day 0', 'f8761412600' + '71a', true],
    ['of month 13', 'f87614126f0d1a', true],
    ['of 31 June', 'f87614127f061a', true],
    ['of year 100', 'f87614126f0764', true],
    ['without a day of the week', 'f87614120f071a', false],
  ])('%s is invalid: %s', (_name, hex, isInvalid) => {
    expect(timeTagAt(Buffer.from(hex, 'hex'), 0).isInvalid).toBe(isInvalid)
  })
})

describe('the clock of a station', () => {
  const clockAfter = (aheads: readonly number[], more: { isInvalid?: boolean; isLive?: boolean } = {}) => {
    const clock = new StationClock()
    for (const ahead of aheads) clock.observe(at + ahead, { now: at, isInvalid: false, isLive: true, ...more })
    return clock
  }

  it('is not known before the first time tag', () => {
    expect(clockAfter([]).state).toBeUndefined()
  })

  it.each<[name: string, aheads: number[], state: object]>([
    ['the quickest report shows the difference', [-900, -40, -5000], { aheadMs: -40, isDoubtful: false }],
    ['a little ahead is no doubt', [1500], { aheadMs: 1500, isDoubtful: false }],
    ['far ahead is', [-10, 8 * 3_600_000], { aheadMs: 8 * 3_600_000, isDoubtful: true }],
    ['one old report is no doubt', [-7_200_000], { aheadMs: -7_200_000, isDoubtful: false }],
    ['several old ones are', Array(4).fill(-7_200_000), { aheadMs: -7_200_000, isDoubtful: true }],
    ['until one is new', [...Array(4).fill(-7_200_000), -30], { aheadMs: -30, isDoubtful: false }],
    ['old observations expire', [60_000, ...Array(16).fill(-20)], { aheadMs: -20, isDoubtful: false }],
  ])('%s', (_name, aheads, state) => {
    expect(clockAfter(aheads).state).toEqual(state)
  })

  it('is doubtful while its tags are invalid', () => {
    const clock = clockAfter([-10])
    clock.observe(at, { now: at, isInvalid: true, isLive: true })
    expect([clock.state, clock.agoMs(at - 50, at)]).toEqual([{ aheadMs: -10, isDoubtful: true }, 0])
    clock.observe(at - 10, { now: at, isInvalid: false, isLive: true })
    expect([clock.state?.isDoubtful, clock.agoMs(at - 50, at), clock.agoMs(at + 1, at)]).toEqual([false, 50, 0])
  })

  it('is not judged by stored reports', () => {
    expect(clockAfter(Array(10).fill(-7_200_000), { isLive: false }).state).toEqual({ aheadMs: 0, isDoubtful: false })
  })
})
