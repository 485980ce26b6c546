import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Clock, createClock } from './clock.ts'

let mono: number
let wall: number
let slept: number
let clock: Clock
const platformAt = (moment: number) => 1_800_000_000_000 + moment

/** One hello and its welcome, each way taking so long. */
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

describe('the platform clock as the gateway knows it', () => {
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

  it('is never judged earlier than it is: a command that expired is known to', () => {
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

  it('keeps the closer of two round trips', () => {
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

  it('goes on while the machine is suspended', () => {
    roundTrip(1, 1)
    slept += 60_000
    expect(clock.latest()).toBeGreaterThanOrEqual(platformAt(mono + slept))
    expect(Math.abs(clock.platform()! - platformAt(mono + slept))).toBeLessThanOrEqual(5)
  })
})

describe('questions', () => {
  it('are told apart even within one ms and after the wall clock jumped back', () => {
    const first = clock.ask()
    wall -= 0
    const second = clock.ask()
    expect(second).not.toBe(first)
    expect(clock.learn(second, 1)).toBe(true)
    expect(clock.learn(second, 1)).toBe(false)
    expect(clock.learn(first, 1)).toBe(true)
  })

  it('of an old connection are not answered', () => {
    const echo = clock.ask()
    clock.forgetQuestions()
    expect(clock.learn(echo, 1)).toBe(false)
    expect(clock.platform()).toBeUndefined()
  })

  it('are remembered a few at a time', () => {
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
