// Simulated values: the value of each generator at a given time, refused addresses and types, and memories.
import fc from 'fast-check'
import { afterEach, describe, expect, it, test } from 'vitest'
import type { DataType, Value } from '../../core/data-type.ts'
import { createPoller, type Poller } from '../../signal/edge/poll/poll.ts'
import { createValues } from '../../signal/edge/values.ts'
import { checkDriver } from '../check-driver.ts'
import { type ConfiguredDriver, DriverFault, isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { opener } from './driver.ts'
import { type Cells, VirtualSession } from './session.ts'

let nowS = 0
let chance = 0
const sessionOf = (drivers: readonly ConfiguredDriver[] = [], cells: Cells = new Map()) =>
  new VirtualSession({ cells, drivers, now: () => nowS * 1000, random: () => chance })
const point = (address: string, dataType: DataType, id = 1): Point => ({ id, address, dataType, access: 'rw' })

async function read(address: string, dataType: DataType, session = sessionOf()): Promise<Value | number> {
  const [reading] = await session.read([point(address, dataType)])
  return 'fault' in reading! ? reading.fault.code : reading!.value
}

it.each<[address: string, DataType, atS: number, expected: Value]>([
  ['counter(0, 100, 1, 2)', 'int16', 0, 0],
  ['counter(0, 100, 1, 2)', 'int16', 3, 1],
  ['counter(0, 100, 1, 2)', 'int16', 200, 100],
  ['counter(0, 100, 1, 2)', 'int16', 202, 0],
  ['counter(10, 0, 5)', 'int16', 1, 5],
  ['counter(0, 0.3, 0.1, 1)', 'float64', 3, 0.3],
  ['counter(1, 2)', 'uint64', 1, 2],
  ['counter(123456789012344, 123456789012350)', 'int64', 1, 123456789012345],
  ['sine(0, 100, 60)', 'float64', 0, 50],
  ['sine(0, 100, 60)', 'float64', 15, 100],
  ['sine(0, 100, 60)', 'int8', 45, 0],
  ['square(0, 1, 10)', 'bool', 4, false],
  ['square(0, 1, 10)', 'bool', 5, true],
  ['ramp(0, 100, 60)', 'float32', 30, 50],
  ['ramp(100, 0, 60)', 'float32', 15, 75],
  ['triangle(0, 100, 60)', 'int16', 30, 100],
  ['triangle(0, 100, 60)', 'int16', 45, 50],
  ['constant(25.5)', 'float64', 9, 25.5],
  ['constant(25.5)', 'int16', 9, 26],
  ['constant(true)', 'bool', 9, true],
  ['constant("Line 1, (left)")', 'string', 9, 'Line 1, (left)'],
  ['constant(“一号线（左）”)', 'string', 9, 1715],
  ['constant("一号线（左）")', 'string', 9, '一号线（左）'],
  ['time()', 'uint32', 1_800_000_000.7, 1_800_000_000],
  ['time', 'string', 1_800_000_000, '2027-01-15T08:00:00Z'],
  ['time()', 'int8', 1_800_000_000, 1716],
  ['memory(setpoint, 50)', 'float64', 0, 50],
  ['memory(setpoint)', 'string', 0, ''],
  ['memory(setpoint)', 'bool', 0, false],
  ['SINE（0，100，60）', 'float64', 15, 100],
  ['ramp(0, 100, 60) * 2 + 1', 'float64', 30, 101],
  ['max(ramp(0, 10, 10), memory(low, 8))', 'int16', 5, 8],
  ['sine(0, 100, 60) > 90', 'bool', 15, true],
  ['if(square(0, 1, 10) == 1, "on", "off")', 'string', 5, 'on'],
  ['1 / constant(0)', 'float64', 0, 1716],
  ['sine(0, 100, 60) > 90', 'int16', 15, 1716],
  ['constant(2) + 3', 'int16', 0, 5],
])('%s as %s at %d s is %j', async (address, dataType, atS, expected) => {
  nowS = atS
  expect(await read(address, dataType)).toEqual(expected)
})

test('a random number covers its range, and each whole number is equally likely', async () => {
  const seen = async (dataType: DataType, chances: readonly number[]) => {
    const values: unknown[] = []
    for (const each of chances) {
      chance = each
      values.push(await read('random(1, 3)', dataType))
    }
    return values
  }
  expect(await seen('int16', [0, 0.33, 0.34, 0.66, 0.67, 0.999])).toEqual([1, 1, 2, 2, 3, 3])
  expect(await seen('float64', [0, 0.5, 0.75])).toEqual([1, 2, 2.5])
  // A range without a whole number is rounded.
  chance = 0
  expect(await read('random(0.2, 0.8)', 'int16')).toBe(0)
})

test('no generator leaves its range, whatever the time and the numbers', async () => {
  const number = fc.integer({ min: -1e9, max: 1e9 }).map((each) => each / 1000)
  const shape = fc.constantFrom('sine', 'square', 'ramp', 'triangle', 'counter', 'random')
  await fc.assert(
    fc.asyncProperty(
      shape,
      number,
      number,
      fc.double({ min: 0, max: 4e9, noNaN: true }),
      fc.nat(99),
      async (...args) => {
        const [name, a, b, atS, part] = args
        ;[nowS, chance] = [atS, part / 100]
        const [min, max] = [Math.min(a, b), Math.max(a, b)]
        const address = `${name}(${min}, ${max}${name === 'random' ? '' : name === 'counter' ? ', 0.5' : ', 7'})`
        if (name === 'counter' && max - min < 0.5) return
        const value = (await read(address, 'float64')) as number
        expect(value).toBeGreaterThanOrEqual(min - 1e-5)
        expect(value).toBeLessThanOrEqual(max + 1e-5)
      },
    ),
    { numRuns: 300 },
  )
})

it.each([
  ...['sine()', 'sine(0, 100)', 'sine(0, 100, 0)', 'sine(a, b, c)', 'sine(0, 100, 60', 'sine(0,,60)', 'sin(0, 1, 2)'],
  ...['counter(0, 100, 0)', 'counter(0, 1e15, 1e-3)', 'counter(1, 1)', 'random(2, 1)', 'random(1e16, 2e16)'],
  ...['memory()', 'memory(2)', 'memory("")', 'memory(a b)', 'memory(a, b)', 'constant()', 'constant(x)', 'time(1)'],
  ...['sine(sine(0, 1, 2), 1, 2)', '${1.2} + 1', 'sine(0, 1, 2) +', `${'time() + '.repeat(30)}1`, '40001', 'DB1.DBW0'],
])('%j is no address', (address) => {
  const refusal = about.parseAddress(address, about.initial)
  expect(isRefusal(refusal) && refusal.reason['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
})

it.each<[address: string, DataType, access: Point['access'], field: string | undefined]>([
  ['sine(0, 100, 60)', 'int8', 'r', undefined],
  ['sine(0, 200, 60)', 'int8', 'r', 'dataType'],
  ['sine(-1, 1, 60)', 'uint8', 'r', 'dataType'],
  ['sine(0, 100, 60)', 'bool', 'r', 'dataType'],
  ['sine(0, 100, 60)', 'string', 'r', 'dataType'],
  ['square(0, 1, 60)', 'bool', 'r', undefined],
  ['constant(7)', 'bool', 'r', 'dataType'],
  ['constant("a")', 'string', 'r', undefined],
  ['time()', 'int16', 'r', 'dataType'],
  ['time()', 'uint32', 'r', undefined],
  ['memory(a)', 'int64', 'rw', undefined],
  ['memory(a) + 1', 'int64', 'rw', 'access'],
  ['memory(a) + 1', 'int64', 'r', undefined],
  ['sine(0, 100, 60)', 'float64', 'w', 'access'],
])('%s as %s with access %s: %s', (address, dataType, access, field) => {
  expect(about.checkPoint({ id: 1, address, dataType, access }, about.initial)?.field).toBe(field)
})

describe('a memory', () => {
  const pair = [1, 2].map((id) => ({ id, points: [point('memory(a)', 'int64', id)] }))

  test('returns what was written, and belongs to its driver', async () => {
    const session = sessionOf(pair)
    const [one, two] = pair.map(({ points }) => points[0]!)
    expect(await session.write(one!, '9007199254740993', {})).toEqual({ kind: 'done' })
    expect(await session.read([one!, two!])).toEqual([
      { value: '9007199254740993', agoMs: 0 },
      { value: 0, agoMs: 0 },
    ])
  })

  test('is found by a query, whose point has no driver, and is never that of another point', async () => {
    const [one, two] = [1, 2].map((id) => ({ id, points: [point(`memory(m${id})`, 'int16', id)] }))
    const session = sessionOf([one!, two!])
    const query = async (address: string) => {
      const [reading] = await session.read([point(address, 'int16', 1)])
      return 'fault' in reading! ? reading.fault.code : reading!.value
    }
    await session.write(one!.points[0]!, 7, {})
    await session.write(two!.points[0]!, 8, {})
    expect([await query('memory(m2)'), await query('memory(m1) + memory(m2)'), await query('memory(m3, 9)')]).toEqual([
      8, 15, 9,
    ])
  })

  test('in several drivers is ambiguous for a query, which is a fault', async () => {
    const session = sessionOf(pair)
    for (const { points } of pair) await session.write(points[0]!, 7, {})
    expect(await session.read([point('memory(a) + 0', 'int64', 1)])).toMatchObject([{ fault: { code: 1739 } }])
  })

  test('in a formula is the memory of the same driver', async () => {
    const sum = point('memory(a) + memory(b, 5)', 'float64', 2)
    const session = sessionOf([{ id: 1, points: [point('memory(a)', 'float64'), sum] }])
    await session.write(point('memory(a)', 'float64'), 1.5, {})
    expect(await session.read([sum])).toEqual([{ value: 6.5, agoMs: 0 }])
  })

  test('of another type is converted exactly, or a fault', async () => {
    const session = sessionOf()
    await session.write(point('memory(a)', 'float64'), 2.5, {})
    expect(await read('memory(a)', 'string', session)).toBe('2.5')
    expect(await read('memory(a)', 'bool', session)).toBe(1716)
    await session.write(point('memory(a)', 'string'), 'text', {})
    expect(await read('memory(a)', 'float64', session)).toBe(1716)
  })

  test('is not written after its time, to another generator, or after the end', async () => {
    const session = sessionOf()
    expect(await session.write(point('memory(a)', 'int16'), 7, {}, () => false)).toEqual({ kind: 'expired' })
    expect(await read('memory(a)', 'int16', session)).toBe(0)
    const refused = await session.write(point('sine(0, 1, 2)', 'int16'), 7, {})
    expect(refused).toMatchObject({ kind: 'unsent', fault: { code: 1717 } })
    await session.close()
    expect(await session.write(point('memory(a)', 'int16'), 7, {})).toMatchObject({ fault: { code: 1722 } })
    await expect(session.read([])).rejects.toBeInstanceOf(DriverFault)
  })

  test('survives a new configuration, and is dropped with its driver', async () => {
    const open = (drivers: readonly ConfiguredDriver[]) =>
      opener.open(about.initial, new AbortController().signal, '/virtual-test', drivers)
    await (await open(pair)).write(pair[1]!.points[0]!, 7, {})
    const again = await open(pair)
    expect(await again.read([pair[1]!.points[0]!], {})).toEqual([{ value: 7, agoMs: 0 }])
    await open(pair.slice(0, 1))
    expect(await (await open(pair)).read([pair[1]!.points[0]!], {})).toEqual([{ value: 0, agoMs: 0 }])
  })

  test('the number of memories is bounded', async () => {
    const cells: Cells = new Map(Array.from({ length: 10_000 }, (_, at) => [`1 m${at}`, at]))
    const full = await sessionOf([], cells).write(point('memory(new)', 'int16'), 1, {})
    expect(full).toMatchObject({ kind: 'unsent', fault: { code: 1711 } })
  })
})

describe('as the gateway runs it', () => {
  let poller: Poller
  afterEach(() => poller.stop())

  test('values are polled, and a memory is written and read back', async () => {
    const values = createValues()
    poller = createPoller({
      ...{ home: '', values, now: () => performance.now(), random: Math.random, log: () => undefined },
      pace: { backOffMs: 20, backOffMaxMs: 50, refusedRetryMs: 60_000 },
      openerOf: async () => opener,
    })
    const addresses = ['random(5, 6)', 'memory(setpoint, 50)', 'constant(-1)']
    const types = ['float64', 'float32', 'uint8']
    const signals = addresses.map((address, at) => ({
      ...{ id: at + 1, address, dataType: types[at] },
      access: at === 1 ? 'rw' : 'r',
    }))
    const driver = { id: 1, type: 'virtual', params: { collectMs: 20 }, signals: signals as never }
    const refused = checkDriver(driver)
    expect('problems' in refused && refused.problems).toHaveLength(1)
    const checked = checkDriver({ ...driver, signals: signals.slice(0, 2) as never })
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
    await poller.apply([checked])
    await expect.poll(() => [1, 2].map((id) => values.get(id)?.code)).toEqual([200, 200])
    expect(values.get(2)?.value).toBe(50)
    const outcome = await poller.write({ signalId: 2, raw: 21.3, mayStart: () => true })
    expect(outcome).toMatchObject({ kind: 'written', value: 21.3, same: true })
  })
})
