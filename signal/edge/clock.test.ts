import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, createClock } from './clock.ts'

let mono: number
let wall: number
let slept: number
let clock: Clock
const platformAt = (moment: number) => 1_800_000_000_000 + moment

/** Simulates one hello and its welcome: `thereMs` is the time to the platform, `backMs` the time back. */
function roundTrip(thereMs: number, backMs: number, platform = platformAt): void {
  const echo = clock.ask()
  mono += thereMs
  const at = platform(mono + slept)
  mono += backMs
  expect(clock.learn(echo, at)).toBe(true)
}

beforeEach(() => {
  mono = 1000
  wall = 5
  slept = 0
  clock = createClock({ wall: () => wall, monotonic: () => mono, sinceBoot: () => mono + slept })
})

describe('time learnt by an earlier run', () => {
  const machine = (bootId = 'a', lag = 0) =>
    createClock({ wall: () => wall, monotonic: () => mono, sinceBoot: () => mono + lag, bootId })

  it('is assumed until the first welcome, with its uncertainty; no command is checked against it', () => {
    clock = machine()
    roundTrip(30, 10)
    const earlier = clock.reading()
    expect(earlier).toEqual({ at: platformAt(mono) + 10, doubtMs: 40, boot: 'a', upMs: mono })
    const base = mono
    mono = 5
    clock = machine('a', base + 60_000)
    expect(clock.presumed()).toBeUndefined()
    clock.remember(earlier)
    expect(clock.presumed()).toBe(platformAt(base) + 10 + 60_005)
    expect(clock.presumed(mono - 5)).toBe(platformAt(base) + 10 + 60_000)
    expect([clock.platform(), clock.latest()]).toEqual([undefined, undefined])
    const { at, doubtMs } = clock.reading()
    expect(at).toBe(clock.presumed())
    expect(doubtMs).toBeGreaterThan(40)
    roundTrip(1, 1, (moment) => platformAt(moment) + 9000)
    expect(clock.presumed()).toBe(clock.platform())
    expect(clock.reading()).toMatchObject({ at: clock.platform(), doubtMs: 2 })
  })

  it.each([
    [80, true],
    [-109, true],
    [9000, false],
  ])('leaves a boundary placed by a box clock that is %i ms off: %s', (off, stays) => {
    wall = platformAt(mono) + off
    clock = machine()
    const border = clock.box()
    const stamped = clock.stamp(mono)
    mono += 400
    wall += 401
    // A wall clock that ticks in whole ms shifts no boundary by one.
    expect(clock.stamp(mono - 400).at).toBe(border)
    roundTrip(1, 1)
    expect(clock.instant(stamped)).toBe(stays ? border : border - off)
  })

  it('leaves boundaries placed by it where they are, unless it turns out to be wrong', () => {
    clock = machine()
    roundTrip(30, 10)
    const earlier = clock.reading()
    clock = machine('a')
    clock.remember(earlier)
    mono += 60_000
    const [border, off] = [clock.presumed(mono)!, 10]
    expect(border).toBe(platformAt(mono) + off)
    const kept = clock.stamp(mono)
    // The next run measures a difference of some ms.
    roundTrip(1, 1)
    expect(clock.instant(kept)).toBe(border)
    clock = machine('a')
    roundTrip(1, 1, (moment) => platformAt(moment) + 9000)
    expect(clock.instant(kept)).toBe(border - off + 9000)
    mono += 5000
    clock = machine('b', -mono)
    roundTrip(1, 1, (moment) => platformAt(moment + 70_000))
    expect(clock.instant(kept)).toBe(border)
  })

  it.each([
    ['the machine was rebooted', { boot: 'b' }],
    ['the earlier run never learnt the time', { at: null }],
    ['it was saved at a later uptime', { upMs: 1e9 }],
  ])('is nothing where %s', (_, change) => {
    clock = machine()
    clock.remember({ at: 5, doubtMs: 1, boot: 'a', upMs: 0, ...change })
    expect(clock.reading()).toEqual({ at: null, doubtMs: 0, boot: 'a', upMs: mono })
  })
})

describe('the platform clock as estimated by the gateway', () => {
  it('is unknown before the first welcome', () => {
    expect([clock.platform(), clock.latest()]).toEqual([undefined, undefined])
  })

  it('is learnt by a round trip, whatever the wall clock says', () => {
    roundTrip(10, 10)
    wall = 9e15
    mono += 500
    expect(clock.platform()).toBe(platformAt(mono))
    wall = -9e15
    expect(clock.platform(mono - 100)).toBe(platformAt(mono - 100))
  })

  it('is never estimated too early: an expired command is recognised', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20_000), fc.nat(20_000)), { minLength: 1, maxLength: 6 }), (trips) => {
        for (const [there, back] of trips) roundTrip(there, back)
        mono += 100
        expect(clock.latest()).toBeGreaterThanOrEqual(platformAt(mono))
        const worst = Math.min(...trips.map(([there, back]) => there + back))
        expect(Math.abs(clock.platform()! - platformAt(mono))).toBeLessThanOrEqual(worst + 60)
      }),
    )
  })

  it('keeps the more precise of two round trips', () => {
    roundTrip(1, 1)
    roundTrip(3000, 0)
    expect(Math.abs(clock.platform()! - platformAt(mono))).toBeLessThanOrEqual(1)
  })

  it('follows a platform whose clock was set', () => {
    roundTrip(1, 1)
    const set = (moment: number) => platformAt(moment) + 3_600_000
    roundTrip(2, 2, set)
    expect(Math.abs(clock.platform()! - set(mono))).toBeLessThanOrEqual(4)
  })

  it('advances while the machine is suspended', () => {
    roundTrip(1, 1)
    slept += 60_000
    expect(clock.latest()).toBeGreaterThanOrEqual(platformAt(mono + slept))
    expect(Math.abs(clock.platform()! - platformAt(mono + slept))).toBeLessThanOrEqual(5)
  })
})

describe('a stored moment', () => {
  const day = 86_400_000

  it('is platform time once that is learnt, and does not change afterwards', () => {
    roundTrip(1, 1)
    const kept = clock.stamp(mono - 100)
    expect(kept).toEqual({ at: clock.platform(mono - 100) })
    roundTrip(1, 1, (moment) => platformAt(moment) + day)
    expect(clock.instant(kept)).toBe(kept.at)
  })

  it('has an instant only after the first welcome, and the right one whatever the wall clock does', () => {
    wall = 400 * day
    const takenAt = mono
    const kept = clock.stamp(takenAt)
    expect(clock.instant(kept)).toBeUndefined()
    wall = -7 * day
    mono += 5000
    roundTrip(2, 2)
    wall = 90 * day
    expect(clock.instant(kept)).toBe(platformAt(takenAt))
  })

  it('counts the time the machine was suspended', () => {
    const before = clock.stamp(mono)
    const takenAt = mono
    slept += 60_000
    const after = clock.stamp(mono)
    roundTrip(1, 1)
    expect(Math.abs(clock.instant(before)! - platformAt(takenAt))).toBeLessThanOrEqual(2)
    expect(Math.abs(clock.instant(after)! - platformAt(takenAt + 60_000))).toBeLessThanOrEqual(2)
  })

  it('from an earlier run of the agent is corrected by the time since boot', () => {
    const boot = { bootId: 'same', sinceBoot: () => mono + slept }
    const earlier = createClock({ ...boot, wall: () => wall, monotonic: () => mono })
    const takenAt = mono
    const kept = earlier.stamp(takenAt)
    const base = 5000
    clock = createClock({ ...boot, wall: () => wall + 3 * day, monotonic: () => mono - base })
    mono += 9000
    roundTrip(1, 1)
    expect(Math.abs(clock.instant(kept)! - platformAt(takenAt))).toBeLessThanOrEqual(2)
  })

  it('from an earlier boot is as wrong as the wall clock is now, but never later than the current boot', () => {
    wall = 10 * day
    const kept = createClock({ wall: () => wall, monotonic: () => mono, sinceBoot: () => mono, bootId: 'old' }).stamp(
      mono,
    )
    const takenAt = platformAt(mono)
    mono += day
    wall += day
    const up = mono
    clock = createClock({ wall: () => wall, monotonic: () => mono, sinceBoot: () => mono - up, bootId: 'new' })
    roundTrip(1, 1)
    expect(Math.abs(clock.instant(kept)! - takenAt)).toBeLessThanOrEqual(5)
    wall = 0
    expect(clock.instant(kept)).toBe(platformAt(up))
  })

  it('keeps the order of moments, however coarse the time since boot is', () => {
    const coarse = createClock({
      wall: () => 0,
      monotonic: () => mono,
      sinceBoot: () => Math.floor(mono / 10) * 10,
      bootId: 'x',
    })
    const ups = Array.from({ length: 100 }, () => {
      mono += 1
      return coarse.stamp(mono).upMs!
    })
    expect(ups).toEqual(ups.toSorted((a, b) => a - b))
    expect(ups.at(-1)! - ups[0]!).toBe(99)
  })
})

describe('pending hellos', () => {
  it('have different ids even within one ms and after the wall clock jumped back', () => {
    const first = clock.ask()
    wall -= 0
    const second = clock.ask()
    expect(second).not.toBe(first)
    expect(clock.learn(second, 1)).toBe(true)
    expect(clock.learn(second, 1)).toBe(false)
    expect(clock.learn(first, 1)).toBe(true)
  })

  it('end with their connection', () => {
    const echo = clock.ask()
    clock.forgetQuestions()
    expect(clock.learn(echo, 1)).toBe(false)
    expect(clock.platform()).toBeUndefined()
  })

  it('are limited in number', () => {
    const first = clock.ask()
    for (let index = 0; index < 8; index++) clock.ask()
    expect(clock.learn(first, 1)).toBe(false)
  })

  it('work on the real clocks too', () => {
    const real = createClock()
    expect(real.learn(real.ask(), Date.now())).toBe(true)
    expect(Math.abs(real.platform()! - Date.now())).toBeLessThan(60_000)
  })
})
