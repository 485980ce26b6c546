import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { GatewayRule } from '../../contract/gateway-config.ts'
import type { Value } from '../../core/data-type.ts'
import { createMovement } from './movement.ts'
import { ruleProblem } from './rule.ts'
import { SeriesJudging } from './series-judging.ts'

const level = 11
const pump = 12
const bad = 1714
/** A variable as written in a condition. */
const of = (signalId: number, equipmentId = 1) => `\${${equipmentId}.${signalId}}`

/** Time (s) and value; null: bad. */
type Told = [s: number, value: Value | null, signalId?: number]

/** The events of a rule, such as `5 raised`, times in seconds. */
function run(rule: Partial<GatewayRule>, told: Told[], end = 1000): string[] {
  const events: string[] = []
  const judging = new SeriesJudging({
    equipmentId: 1,
    rules: [{ id: 7, ...rule }],
    begin: 0,
    tell: ({ kind, at, alarm, values }) =>
      events.push(`${at / 1000} ${kind} ${alarm}${values.length > 0 ? ` ${JSON.stringify(values)}` : ''}`),
  })
  for (const [s, value, signalId = level] of told)
    judging.reading(signalId, value, value === null ? bad : 200, s * 1000)
  judging.time(end * 1000)
  return events
}

const above = { raise: `${of(11)} > 4` }
const banded = { raise: `${of(11)} > 4`, stay: `${of(11)} > 3.5` }

describe('a geofence', () => {
  const [longitude, latitude] = [21, 22]
  const area = { kind: 'circle', longitude: 121, latitude: 31, radiusM: 500 } as const
  const fence = { longitudeId: longitude, latitudeId: latitude, is: 'outside', area } as const
  /** Both coordinates at a moment, in the order in which a gateway reads them; `metres` north of the centre. */
  const at = (s: number, metres: number | null): Told[] => [
    [s, metres === null ? null : 121, longitude],
    [s, metres === null ? null : 31 + metres / 111_195, latitude],
  ]
  const drive = (...told: [s: number, metres: number | null][]) => told.flatMap(([s, metres]) => at(s, metres))

  test.each<[string, Partial<GatewayRule>, Told[], string[]]>([
    [
      'outside raises on leaving and clears on return',
      { fence },
      drive([1, 100], [2, 510], [3, 900], [4, 490]),
      ['2 raised 1', '4 cleared 1'],
    ],
    [
      'inside raises on arrival and clears on departure',
      { fence: { ...fence, is: 'inside' } },
      drive([1, 900], [2, 400], [3, 510]),
      ['2 raised 1', '3 cleared 1'],
    ],
    [
      'with a margin stays active within it',
      { fence: { ...fence, marginM: 50 } },
      drive([1, 510], [2, 470], [3, 520], [4, 440]),
      ['1 raised 1', '4 cleared 1'],
    ],
    [
      'with a delay raises only after it',
      { fence, onMs: 5000 },
      drive([1, 510], [3, 100], [4, 600], [9, 600]),
      ['9 raised 1'],
    ],
    [
      'changes nothing without a fix',
      { fence },
      drive([1, 510], [2, null], [3, 510], [4, 100]),
      ['1 raised 1', '4 cleared 1'],
    ],
    ['treats 0 and 0 as no position', { fence }, [...drive([1, 100]), [2, 0, longitude], [2, 0, latitude]], []],
    ['reports the position', { fence, tell: [longitude] }, drive([1, 510]), ['1 raised 1 [[21,121]]']],
  ])('%s', (_, rule, told, events) => expect(run(rule, told)).toEqual(events))

  test('requires two readable variables', () => {
    const problem = (known: number[], rule: object = { fence }) => ruleProblem({ id: 7, ...rule }, 1, new Set(known))
    expect(problem([longitude, latitude])).toBeUndefined()
    expect(problem([longitude])).toContain('no variable 22')
    expect(problem([longitude, latitude], { fence, raise: '1 > 0' })).toContain('or two')
  })
})

describe('a condition', () => {
  test.each<[string, Partial<GatewayRule>, Told[], string[]]>([
    [
      'raises and clears',
      above,
      [
        [1, 3],
        [2, 5],
        [3, 5],
        [4, 4],
      ],
      ['2 raised 1', '4 cleared 1'],
    ],
    ['raises when it holds from the start', above, [[1, 5]], ['1 raised 1']],
    [
      'raises another alarm after it has cleared',
      above,
      [
        [1, 5],
        [2, 3],
        [3, 5],
      ],
      ['1 raised 1', '2 cleared 1', '3 raised 2'],
    ],
    [
      'with a dead band stays active within it',
      banded,
      [
        [1, 5],
        [2, 3.8],
        [3, 4.2],
        [4, 3.5],
      ],
      ['1 raised 1', '4 cleared 1'],
    ],
    [
      'raises nothing within its dead band',
      banded,
      [
        [1, 3.8],
        [2, 4],
      ],
      [],
    ],
    [
      'keeps an active alarm while it is unknown',
      above,
      [
        [1, 5],
        [2, null],
        [3, 5],
        [4, null],
        [5, 2],
      ],
      ['1 raised 1', '5 cleared 1'],
    ],
    [
      'raises nothing while it is unknown',
      above,
      [
        [1, null],
        [2, 3],
        [3, null],
        [4, 3],
      ],
      [],
    ],
    [
      'is false for a bad value combined with a false one',
      { raise: `${of(12)} && ${of(11)} > 4` },
      [
        [1, true, pump],
        [2, 5],
        [3, null],
        [4, false, pump],
      ],
      ['2 raised 1', '4 cleared 1'],
    ],
    [
      'reports the good values of its variables',
      { ...above, tell: [level, pump] },
      [
        [1, true, pump],
        [2, 5],
        [3, null],
        [4, 1],
      ],
      ['2 raised 1 [[11,5],[12,true]]', '4 cleared 1 [[11,1],[12,true]]'],
    ],
    ['of constants holds from the start', { raise: '1 > 0' }, [], ['0 raised 1']],
  ])('%s', (_, rule, told, events) => {
    expect(run(rule, told)).toEqual(events)
  })
})

describe('a delay', () => {
  const slow = { ...above, onMs: 10_000, offMs: 5000 }
  test.each<[string, Told[], string[]]>([
    ['raises once the condition has held for its length', [[1, 5]], ['11 raised 1']],
    [
      'starts again after an interruption',
      [
        [1, 5],
        [6, 3],
        [7, 5],
      ],
      ['17 raised 1'],
    ],
    [
      'clears once the condition has been false for its length',
      [
        [1, 5],
        [20, 3],
      ],
      ['11 raised 1', '25 cleared 1'],
    ],
    [
      'keeps an alarm whose condition holds again',
      [
        [1, 5],
        [20, 3],
        [24, 5],
      ],
      ['11 raised 1'],
    ],
    [
      'continues while the condition is unknown, and ends when it is known',
      [
        [1, 5],
        [5, null],
        [30, 5],
      ],
      ['30 raised 1'],
    ],
    [
      'does not end when the condition turns out false',
      [
        [1, 5],
        [5, null],
        [30, 3],
      ],
      [],
    ],
  ])('%s', (_, told, events) => {
    expect(run(slow, told)).toEqual(events)
  })
})

describe('a movement', () => {
  const rising = { rate: { signalId: level, change: 2, overMs: 10_000 } }
  const falling = { rate: { signalId: level, change: -2, overMs: 10_000 } }
  test.each<[string, Partial<GatewayRule>, Told[], string[]]>([
    [
      'larger than the change raises, and clears when the span has passed',
      rising,
      [
        [0, 1],
        [5, 3.5],
      ],
      ['5 raised 1', '15 cleared 1'],
    ],
    [
      'in one step after a long rest counts',
      rising,
      [
        [0, 1],
        [500, 3.5],
      ],
      ['500 raised 1', '510 cleared 1'],
    ],
    [
      'slower than the span does not count',
      rising,
      [
        [0, 1],
        [6, 2],
        [12, 3],
        [18, 4],
        [24, 5],
      ],
      [],
    ],
    [
      'downwards does not count as upwards',
      rising,
      [
        [0, 5],
        [1, 1],
      ],
      [],
    ],
    [
      'downwards',
      falling,
      [
        [0, 5],
        [1, 1],
      ],
      ['1 raised 1', '11 cleared 1'],
    ],
    [
      'is not seen across bad values',
      rising,
      [
        [0, 1],
        [1, null],
        [2, 9],
      ],
      [],
    ],
  ])('%s', (_, rule, told, events) => {
    expect(run(rule, told)).toEqual(events)
  })

  test('is the difference to the lowest value of the span, to a five-hundredth of the span', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: -50, max: 50 })), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(steps, (told) => {
        const over = 5000
        const movement = createMovement(1, over)
        const stood: { value: number; from: number }[] = []
        let now = 0
        for (const [gap, value] of told) {
          now += gap
          movement.take(value, now)
          stood.push({ value, from: now })
          const lowest = (span: number) =>
            Math.min(
              ...stood.filter((_, index) => (stood[index + 1]?.from ?? Infinity) > now - span).map((one) => one.value),
            )
          const size = movement.size(now)!
          expect(size).toBeLessThanOrEqual(value - lowest(over) + 0)
          expect(size).toBeGreaterThanOrEqual(value - lowest(over - over / 500))
        }
      }),
    )
  })
})

test('the events of a rule alternate, and each has the id of its alarm', () => {
  const told = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.option(fc.integer({ min: 0, max: 8 }))), {
    maxLength: 80,
  })
  const delays = fc.record({ onMs: fc.integer({ min: 0, max: 30_000 }), offMs: fc.integer({ min: 0, max: 30_000 }) })
  fc.assert(
    fc.property(told, delays, (steps, delay) => {
      let s = 0
      const events = run(
        { ...banded, ...delay },
        steps.map(([gap, value]): Told => {
          s += gap
          return [s, value]
        }),
        10_000,
      )
      for (const [index, event] of events.entries())
        expect(event).toMatch(new RegExp(`${index % 2 === 0 ? 'raised' : 'cleared'} ${(index >> 1) + 1}$`))
    }),
  )
})

test.each([
  [{}, 'it has no condition, or two'],
  [{ ...above, rate: { signalId: level, change: 1, overMs: 1000 } }, 'it has no condition, or two'],
  [{ raise: `${of(11)} >` }, 'the condition is wrong at character'],
  [{ raise: `${of(11, 2)} > 1` }, 'the condition names a variable of another device'],
  [{ raise: `${of(99)} > 1` }, 'there is no variable 99 to read'],
  [{ raise: `${of(11)} > 1`, stay: `${of(99)} > 1` }, 'there is no variable 99 to read'],
  [{ rate: { signalId: 99, change: 1, overMs: 1000 } }, 'there is no variable 99 to read'],
])('%j cannot run', (rule, problem) => {
  expect(ruleProblem({ id: 7, ...rule }, 1, new Set([level, pump]))).toContain(problem)
})
