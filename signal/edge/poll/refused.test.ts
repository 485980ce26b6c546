// A unit against a device that refuses addresses, in simulated time: each request takes 2 ms.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDriver, isOfBlocks } from '../../../drivers/check-driver.ts'
import { DriverFault } from '../../../drivers/driver.ts'
import { createDice } from '../../../plant/random.ts'
import { plantPace } from '../schedule.ts'
import { createValues, type Values } from '../values.ts'
import type { Unit } from './task.ts'
import { createUnit, onFault, onRead, readyAt } from './unit.ts'

const requestMs = 2

type World = {
  unit: Unit
  values: Values
  now: number
  /** Number of requests so far. */
  asked: number
  isRefused: (address: number) => boolean
  random: () => number
}

function world(count: number, { random = Math.random, params = {} } = {}): World {
  const signals = Array.from({ length: count }, (_, index) => {
    return { id: index + 1, address: `H:${index}`, dataType: 'uint16', access: 'r' } as const
  })
  const checked = checkDriver({
    id: 1,
    type: 'modbus-tcp',
    params: { host: 'plc', collectMs: 1000, ...params },
    signals,
  })
  if (!('about' in checked && isOfBlocks(checked))) throw new Error(JSON.stringify(checked))
  return { unit: createUnit(checked, 0), values: createValues(), now: 0, asked: 0, isRefused: () => false, random }
}

/** Polls like a connection until `untilMs`. */
function run(world: World, untilMs: number): void {
  const { unit, values, random } = world
  for (;;) {
    const task = unit.tasks.reduce((first, each) => (readyAt(each) < readyAt(first) ? each : first))
    if (Math.max(world.now, readyAt(task)) >= untilMs) break
    world.now = Math.max(world.now, readyAt(task)) + requestMs
    world.asked++
    const { start, count } = task.block
    const isRefused = Array.from({ length: count }, (_, index) => start + index).some(world.isRefused)
    const context = { now: world.now, values, pace: plantPace, random, silentUnits: 0 }
    if (isRefused) onFault(task, new DriverFault(1715, 'illegal address'), context)
    else onRead(task, new Uint8Array(count * 2), world.now, values)
  }
  world.now = untilMs
}

function askedIn(world: World, ms: number): number {
  const before = world.asked
  run(world, world.now + ms)
  return world.asked - before
}
/** Addresses whose variable is not good, or not read within the last 5 s. */
const bad = ({ unit, values, now }: World): number[] =>
  [...unit.signals.keys()]
    .map((id) => id - 1)
    .filter((address) => {
      const reading = values.get(address + 1)
      return reading?.code !== 200 || reading.at < now - 5000
    })

describe('a device that refuses every address for a while', () => {
  it('gets no more requests than usual, then and afterwards, and all is good within 5 s', () => {
    const plc = world(200)
    run(plc, 20_000)
    const usual = askedIn(plc, 10_000)
    plc.isRefused = () => true
    expect(askedIn(plc, 3000)).toBeLessThan(60)
    expect(bad(plc)).toHaveLength(200)
    plc.isRefused = () => false
    run(plc, plc.now + 5000)
    expect(bad(plc)).toEqual([])
    expect(askedIn(plc, 10_000)).toBe(usual)
  })

  it('gets few requests even for an hour, and all is good within 5 s', () => {
    const plc = world(200)
    run(plc, 2000)
    plc.isRefused = () => true
    const asked = askedIn(plc, 3_600_000)
    expect(asked / 3600).toBeLessThan(10)
    plc.isRefused = () => false
    run(plc, plc.now + 5000)
    expect(bad(plc)).toEqual([])
  })

  it('and then lacks one address is good except there within 5 s', () => {
    const plc = world(200)
    run(plc, 20_000)
    plc.isRefused = () => true
    run(plc, plc.now + 30_000)
    plc.isRefused = (address) => address === 77
    run(plc, plc.now + 5000)
    expect(bad(plc)).toEqual([77])
  })
})

describe('one bad address of a hundred', () => {
  it('leaves two blocks beside it, in place of the halves', () => {
    const plc = world(100)
    plc.isRefused = (address) => address === 40
    run(plc, 60_000)
    expect(bad(plc)).toEqual([40])
    expect(plc.unit.tasks.map(({ block: { start, count } }) => [start, count])).toEqual([
      [0, 40],
      [40, 1],
      [41, 59],
    ])
  })

  it('is good within 5 s once the device accepts it, and read together with the others again', () => {
    const plc = world(100)
    plc.isRefused = (address) => address === 40
    run(plc, 60_000)
    plc.isRefused = () => false
    run(plc, plc.now + 5000)
    expect(bad(plc)).toEqual([])
    expect(askedIn(plc, 10_000)).toBe(10)
  })

  it('in a hole between good ones is retried ever more rarely', () => {
    const plc = world(2, { params: { collectMs: 1000 } })
    // Each variable can be read alone; only a read of both is refused.
    const { unit } = plc
    plc.isRefused = () => unit.tasks.length === 1
    run(plc, 3000)
    expect(bad(plc)).toEqual([])
    const early = askedIn(plc, 60_000) - 120
    const late = askedIn(plc, 60_000) - 120
    expect(early).toBeGreaterThan(late)
    run(plc, 3_600_000)
    expect(askedIn(plc, 600_000) - 1200).toBeLessThanOrEqual(2)
    expect(bad(plc)).toEqual([])
  })
})

it('after any refusals nearly all readable points are good 5 s later, and all within a minute', () => {
  const address = fc.integer({ min: 0, max: 119 })
  const phase = fc.record({
    ms: fc.integer({ min: 100, max: 60_000 }),
    all: fc.boolean(),
    some: fc.uniqueArray(address, { maxLength: 6 }),
  })
  // The half that is read first is random: once in a thousand times the choice is wrong repeatedly.
  let late = 0
  fc.assert(
    fc.property(fc.array(phase, { minLength: 1, maxLength: 5 }), fc.integer(), (phases, seed) => {
      const plc = world(120, { random: createDice(seed).next })
      let missing: number[] = []
      for (const { ms, all, some } of phases) {
        plc.isRefused = (one) => all || some.includes(one)
        run(plc, plc.now + ms)
        missing = some
      }
      plc.isRefused = (one) => missing.includes(one)
      const wanted = [...missing].sort((a, b) => a - b)
      run(plc, plc.now + 5000)
      const soon = bad(plc).length - wanted.length
      run(plc, plc.now + 60_000)
      expect(bad(plc)).toEqual(wanted)
      // Every point is still read, and exactly once.
      expect(plc.unit.tasks.flatMap(({ block }) => block.points.map(({ point }) => point.id))).toEqual(
        Array.from({ length: 120 }, (_, index) => index + 1),
      )
      if (soon >= 60) late += 1
      expect(askedIn(plc, 60_000)).toBeLessThan(60 * 40)
    }),
    { numRuns: 60 },
  )
  expect(late).toBeLessThan(4)
})
