// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the references of a formula look like placeholders.
// Aggregates of history in the buckets of a report, with and without gaps.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { EquipmentId } from '../../../contract/fields.ts'
import { compileFormula, isFormula } from '../../../core/formula.ts'
import { Buckets } from '../../../signal/history/aggregate.ts'
import type { StoredVariable } from '../../watch/open/history-buckets.ts'
import { codes, countedCells, hoursCells, hoursTogether, none, rolledCells } from './cells.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const variable = (more: Partial<StoredVariable> = {}): StoredVariable => ({
  ...{ equipmentId: 1 as EquipmentId, signalId: 3, rollover: null },
  columns: [{ id: 7, gapMs: 2.5 * minuteMs, periodMs: minuteMs, isSelective: false }],
  ...more,
})

const condition = (text: string) => {
  const formula = compileFormula(text)
  if (!isFormula(formula)) throw new Error(text)
  return formula
}

type Reading = readonly [at: number, value: number | boolean | null, code?: number]

describe('hours over several buckets', () => {
  const known = (value: number, isPart = false) => ({ value, code: codes.good, isPart })
  const empty = none(codes.nothingStored)
  it.each([
    [[known(1), known(2.5)], known(3.5)],
    [[known(1), empty], known(1, true)],
    [[known(1), known(0.5, true)], known(1.5, true)],
    [[empty, empty], empty],
    [[none(codes.notStored)], none(codes.notStored)],
  ])('are the sum of the known hours: %j', (cells, whole) => expect(hoursTogether(cells)).toEqual(whole))
})

describe('hours', () => {
  const running = condition('${1.3}')
  const later = 100 * hourMs
  const hoursOf = (edges: number[], readings: readonly (Reading | 'hole')[], gapMs: number, knownTo = later) => {
    const told = hoursCells(running, edges, later)
    for (const reading of readings) {
      if (reading === 'hole') continue
      const [at, value, code = 200] = reading
      told.hear({ at, value, code }, at, gapMs)
    }
    told.end(knownTo)
    return told.cells()
  }
  const edges = [0, hourMs, 2 * hourMs, 3 * hourMs]

  test('continue through buckets without a reading if the state is stored on change', () =>
    expect(
      hoursOf(
        edges,
        [
          [-5 * hourMs, true],
          [2.5 * hourMs, false],
        ],
        Number.POSITIVE_INFINITY,
      ),
    ).toEqual([
      { value: 1, code: 200, isPart: false },
      { value: 1, code: 200, isPart: false },
      { value: 0.5, code: 200, isPart: false },
    ]))

  test('end at the last contact of the gateway', () =>
    expect(hoursOf(edges, [[0, true]], Number.POSITIVE_INFINITY, 1.5 * hourMs)).toEqual([
      { value: 1, code: 200, isPart: false },
      { value: 0.5, code: 200, isPart: true },
      { value: null, code: codes.nothingStored, isPart: false },
    ]))

  test('of readings that are stored every minute do not count a gap', () =>
    expect(
      hoursOf(
        [0, hourMs],
        [
          [0, true],
          [minuteMs, true],
          [59.5 * minuteMs, false],
        ],
        2.5 * minuteMs,
      ),
    ).toEqual([{ value: 3.5 / 60, code: 200, isPart: true }]))

  test('do not count the time of a bad reading', () =>
    expect(
      hoursOf(
        [0, hourMs],
        [
          [0, true],
          [30 * minuteMs, null, 1714],
        ],
        Number.POSITIVE_INFINITY,
      ),
    ).toEqual([{ value: 0.5, code: 200, isPart: true }]))

  test('are missing, not 0, before the first stored reading', () =>
    expect(hoursOf(edges, [], Number.POSITIVE_INFINITY).map(({ value, code }) => [value, code])).toEqual([
      [null, codes.nothingStored],
      [null, codes.nothingStored],
      [null, codes.nothingStored],
    ]))

  test('end at dropped readings', () => {
    const told = hoursCells(running, [0, hourMs], later)
    told.hear({ at: 0, value: true, code: 200 }, 0, Number.POSITIVE_INFINITY)
    told.hear(null, 15 * minuteMs, 0)
    told.end(later)
    expect(told.cells()).toEqual([{ value: 0.25, code: 200, isPart: true }])
  })

  it('are the same in small buckets as in one, for all readings', () => {
    const readings = fc
      .uniqueArray(fc.tuple(fc.integer({ min: -100, max: 1000 }), fc.constantFrom(true, false, null)), {
        selector: ([at]) => at,
        maxLength: 30,
      })
      .map((list) => list.sort(([a], [b]) => a - b))
    const inner = fc.uniqueArray(fc.integer({ min: 1, max: 899 }), { maxLength: 8 })
    fc.assert(
      fc.property(readings, inner, fc.constantFrom(20, Number.POSITIVE_INFINITY), (list, cuts, gap) => {
        const told = list.map(([at, value]): Reading => [at * minuteMs, value, value === null ? 1714 : 200])
        const gapMs = gap * minuteMs
        const small = [0, ...cuts.sort((a, b) => a - b), 900].map((each) => each * minuteMs)
        const [whole] = hoursOf([0, 900 * minuteMs], told, gapMs)
        const sum = hoursOf(small, told, gapMs).reduce((all, { value }) => all + Number(value), 0)
        expect(sum).toBeCloseTo(Number(whole!.value), 9)
      }),
      { numRuns: 300 },
    )
  })
})

const aggregatesOf = (edges: number[], readings: readonly Reading[]) => {
  const buckets = new Buckets(edges)
  buckets.addSeries({
    kind: 'number',
    times: Float64Array.from(readings, ([at]) => at),
    values: Float64Array.from(readings, ([, value]) => (value === null ? Number.NaN : Number(value))),
    codes: Int32Array.from(readings, ([, , code = 200]) => code),
  })
  return { columnId: 7, ...buckets.result() }
}

describe('aggregates of the historian', () => {
  const edges = [0, 10 * minuteMs, 20 * minuteMs, 30 * minuteMs]
  const every = (from: number, to: number, value: (minute: number) => number): Reading[] =>
    Array.from({ length: to - from }, (_, i) => [(from + i) * minuteMs, value(from + i)])
  const cellsOf = (
    name: Parameters<typeof countedCells>[0],
    readings: readonly Reading[],
    before?: number,
    beforeAt = -minuteMs,
  ) =>
    countedCells(name, {
      ...{
        variable: variable(),
        edges,
        now: hourMs,
        before: before === undefined ? undefined : { at: beforeAt, value: before },
      },
      columns: new Map([[7, aggregatesOf(edges, readings)]]),
    })

  test('the rise of a counter begins at the last reading before; all buckets together give the total', () =>
    expect(
      cellsOf(
        'delta',
        every(0, 30, (minute) => 100 + minute),
        99,
      ),
    ).toEqual([
      { value: 10, code: 200, isPart: false },
      { value: 10, code: 200, isPart: false },
      { value: 10, code: 200, isPart: false },
    ]))

  test('after an hour without readings, the rise includes that hour and is marked as a part', () =>
    expect(cellsOf('delta', [...every(0, 10, (minute) => minute), ...every(20, 30, (minute) => minute)], -1)).toEqual([
      { value: 10, code: 200, isPart: false },
      { value: null, code: codes.nothingStored, isPart: false },
      { value: 20, code: 200, isPart: true },
    ]))

  test('it is marked too if the last reading is long before the first bucket', () =>
    expect(
      cellsOf(
        'delta',
        every(0, 10, (minute) => 500 + minute),
        0,
        -24 * hourMs,
      )[0],
    ).toEqual({
      ...{ value: 509, code: 200, isPart: true },
    }))

  test('without an earlier reading, the rise is marked as a part', () =>
    expect(
      cellsOf(
        'delta',
        every(0, 10, (minute) => minute),
      )[0],
    ).toEqual({ value: 9, code: 200, isPart: true }))

  test('an average over half of the readings is marked as a part; only bad readings give none', () => {
    const bad = every(10, 20, () => 0).map(([at]): Reading => [at, null, 1714])
    expect(cellsOf('avg', [...every(0, 5, () => 4), ...bad])).toEqual([
      { value: 4, code: 200, isPart: true },
      { value: null, code: codes.storedBad, isPart: false },
      { value: null, code: codes.nothingStored, isPart: false },
    ])
    expect(cellsOf('count', [...every(0, 5, () => 4), ...bad]).map(({ value }) => value)).toEqual([5, 0, 0])
  })

  test('if two reports store a variable, each bucket uses the one with more readings', () => {
    const two = variable({
      columns: [
        { id: 7, gapMs: 2.5 * minuteMs, periodMs: minuteMs, isSelective: false },
        { id: 8, gapMs: 2.5 * minuteMs, periodMs: minuteMs, isSelective: false },
      ],
    })
    const columns = new Map([
      [
        7,
        aggregatesOf(
          edges,
          every(0, 10, () => 1),
        ),
      ],
      [
        8,
        {
          ...aggregatesOf(
            edges,
            every(10, 30, () => 2),
          ),
          columnId: 8,
        },
      ],
    ])
    const counted = { variable: two, edges, now: hourMs, before: undefined, columns }
    expect(countedCells('avg', counted).map(({ value }) => value)).toEqual([1, 2, 2])
  })

  test('a column that is stored only at times is used only if no other one has readings', () => {
    const both = variable({
      columns: [
        { id: 8, gapMs: minuteMs, periodMs: null, isSelective: true },
        { id: 7, gapMs: 2.5 * minuteMs, periodMs: minuteMs, isSelective: false },
      ],
    })
    const often = Array.from({ length: 60 }, (_, i): Reading => [i * 30_000, 9])
    const columns = new Map([
      [
        7,
        aggregatesOf(
          edges,
          every(0, 10, () => 1),
        ),
      ],
      [8, { ...aggregatesOf(edges, often), columnId: 8 }],
    ])
    const counted = { variable: both, edges, now: hourMs, before: undefined, columns }
    expect(countedCells('avg', counted).map(({ value }) => value)).toEqual([1, 9, 9])
  })
})

describe('a counter that rolls over', () => {
  const rise = (edges: number[], readings: readonly Reading[]) => {
    const told = rolledCells(1000, variable({ rollover: 1000 }), edges)
    for (const [at, value, code = 200] of readings) told.hear({ at, value, code }, at, 2.5 * minuteMs)
    told.end(hourMs)
    return told.cells()
  }

  test('passed 0 each time it fell by more than half', () =>
    expect(
      rise(
        [0, 10],
        [
          [-1, 900],
          [1, 990],
          [2, 10],
          [3, 700],
          [4, 100],
          [5, 100],
        ],
      ).map(({ value, isPart }) => [value, isPart]),
    ).toEqual([[1200, false]]))

  test('a smaller fall is a fall', () =>
    expect(
      rise(
        [0, 10],
        [
          [-1, 500],
          [1, 400],
        ],
      )[0]!.value,
    ).toBe(-100))

  it('the rises in small buckets add up to the rise over all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 2, maxLength: 40 }), (steps) => {
        let total = 0
        const readings = steps.map((step, i): Reading => {
          total += step
          return [i, total % 1000]
        })
        const cells = rise(
          Array.from({ length: steps.length }, (_, i) => i + 1),
          readings,
        )
        const sum = cells.reduce((all, { value }) => all + Number(value), 0)
        expect(sum).toBe(total - steps[0]!)
      }),
    )
  })
})
