import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Report } from '../../../contract/equipment-config.ts'
import { ColumnId } from '../../../contract/fields.ts'
import { aggregations, type Period, periodUnits, storageModes } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { config, draft, equipmentId, report, signals, v } from '../../../testkit/report-config.ts'
import { conditionSignals, readable, referenceTo } from '../open/config-condition.ts'
import { faultText } from '../open/config-fault.ts'
import type { ReportDraft } from './contract.ts'
import { pointsPerDay } from './estimate.ts'
import { periodFault, unitsOf } from './period.ts'
import { aggregationsOf, needs, newColumns, reportFaults, tidy, withColumnIds, withoutSignals } from './rules.ts'

const faults = (change: object, reports: Report[] = []) =>
  reportFaults(draft(change), config(reports), equipmentId).map(({ field, error }) => [field, error])

describe('a report', () => {
  const column = (signalId: number, aggregation?: string) => ({ signalId, aggregation })
  const threshold = (signalId: number) => ({ signalId, symbol: '>', value: 5 })
  it.each([
    ['periodic', {}, []],
    ['interval', { mode: 'interval' }, []],
    ['on change', { mode: 'change', period: undefined }, []],
    ['while a condition holds', { mode: 'conditional', condition: threshold(1) }, []],
    ['once', { mode: 'single', period: undefined, condition: threshold(3) }, []],
    ['a summary', { type: 'summary', columns: [column(1, 'max'), column(1, 'min'), column(2, 'max')] }, []],
    ['a summary while a condition holds has no period', summary({ mode: 'conditional', condition: threshold(1) }), []],
    ['once on a trigger', { mode: 'single', triggerSignalId: 3 }, []],
    ['once on a trigger while a condition holds', { mode: 'single', triggerSignalId: 3, condition: threshold(1) }, []],
    ['a summary on a trigger', summary({ mode: 'single', triggerSignalId: 3 }), []],
    ['neither trigger nor condition', { mode: 'single' }, [['condition', 'badParameter']]],
    ['no condition', { mode: 'conditional' }, [['condition', 'badParameter']]],
    [
      'once on a trigger that does not exist',
      { mode: 'single', triggerSignalId: 99 },
      [['triggerSignalId', 'badParameter']],
    ],
    [
      'once on a trigger that is never read',
      { mode: 'single', triggerSignalId: 5 },
      [['triggerSignalId', 'badParameter']],
    ],
    ['no period', { period: undefined }, [['period', 'badParameter']]],
    ['a threshold of nothing', { mode: 'single', condition: threshold(99) }, [['condition', 'formulaSignal']]],
    ['a threshold of a text', { mode: 'single', condition: threshold(4) }, [['condition', 'badParameter']]],
    ['a threshold of what is never read', { mode: 'single', condition: threshold(5) }, [['condition', 'badParameter']]],
    ['a summary on change without trigger', summary({ mode: 'change' }), [['triggerSignalId', 'badParameter']]],
    ['a trigger that does not exist', { mode: 'change', triggerSignalId: 99 }, [['triggerSignalId', 'badParameter']]],
    ['a trigger that is never read', { mode: 'change', triggerSignalId: 5 }, [['triggerSignalId', 'badParameter']]],
    ['a text as trigger', { mode: 'change', triggerSignalId: 4 }, []],
    ['an expression', { mode: 'single', condition: { expression: `${v(1)} > 5 && ${v(3)}` } }, []],
    ['an unfinished one', { mode: 'single', condition: { expression: `${v(1)} >` } }, [['condition', 'formulaWrong']]],
    ['code', { mode: 'single', condition: { expression: 'process.exit()' } }, [['condition', 'formulaWrong']]],
    [
      'a foreign device',
      { mode: 'single', condition: { expression: referenceTo(4, 1) } },
      [['condition', 'formulaSignal']],
    ],
    ['an unknown number', { mode: 'single', condition: { expression: v(99) } }, [['condition', 'formulaSignal']]],
    [
      '501 characters',
      { mode: 'single', condition: { expression: '1'.padEnd(501, '+1') } },
      [['condition', 'formulaTooLong']],
    ],
    ['no columns', { columns: [] }, [['columns', 'badParameter']]],
    ['a variable twice', { columns: [column(1), column(2), column(1)] }, [['columns.2', 'badParameter']]],
    [
      'a sum twice',
      { type: 'summary', columns: [column(1, 'max'), column(1, 'max')] },
      [['columns.1', 'summaryTwice']],
    ],
    ['a summary without aggregation', { type: 'summary' }, [['columns.0', 'badParameter']]],
    ['a normal one with aggregation', { columns: [column(1, 'max')] }, [['columns.0', 'badParameter']]],
    ['the mean of a text', { type: 'summary', columns: [column(4, 'average')] }, [['columns.0', 'badParameter']]],
    ['the difference of a switch', { type: 'summary', columns: [column(3, 'delta')] }, [['columns.0', 'badParameter']]],
    ['an unknown variable', { columns: [column(99)] }, [['columns.0', 'badParameter']]],
    ['one that is never read', { columns: [column(5)] }, [['columns.0', 'badParameter']]],
  ])('%s', (_, change, expected) => expect(faults(change)).toEqual(expected))

  function summary(change: object) {
    return { type: 'summary', period: undefined, columns: [{ signalId: 1, aggregation: 'max' }], ...change }
  }

  test('needs a unique name, compared without case; its own name is no conflict', () => {
    expect(faults({ name: 'r7' }, [report(7)])).toEqual([['name', 'nameExists']])
    expect(faults({ name: 'R7', id: 7 }, [report(7)])).toEqual([])
  })

  test('has at most 100 columns: 1705', () => {
    const many = Array.from({ length: limits.columnsPerReport + 1 }, (_, n) => ({ signalId: n + 1 }))
    expect(faults({ columns: many })).toEqual([['columns', 'columnCapacity']])
  })

  test('reports its faults in both languages, with the variable', () => {
    const [fault] = reportFaults(draft({ type: 'summary' }), config(), equipmentId)
    expect(faultText(fault!, 'en')).toBe('choose an aggregation for “Title 1”')
    expect(faultText(fault!, 'zh-cn')).toMatch(/Title 1/)
  })

  test('reports the position of a fault in an expression', () => {
    const condition = { expression: `${v(1)} > 5 ]` }
    const [fault] = reportFaults(draft({ mode: 'single', condition }), config(), equipmentId)
    expect(faultText(fault!, 'en')).toBe('Error in the expression at character 12: “]” is not allowed')
  })

  test('has texts for every fault in both languages', () => {
    const anything = fc.record(
      {
        type: fc.constantFrom('normal', 'summary'),
        mode: fc.constantFrom(...storageModes),
        period: fc.record({ every: fc.integer({ min: 1, max: 9000 }), unit: fc.constantFrom(...periodUnits) }),
        condition: fc.oneof(
          fc.record({
            expression: fc.constantFrom(
              `${v(1)} > 5`,
              '1 +',
              'foo(1)',
              '$' + '{x}',
              '((',
              'a.b',
              ''.padEnd(600, '1'),
              `${v(99)}`,
              referenceTo(4, 1),
              `${v(5)}`,
            ),
          }),
          fc.record({
            signalId: fc.integer({ min: 1, max: 7 }),
            symbol: fc.constantFrom('>', '=='),
            value: fc.integer(),
          }),
        ),
        triggerSignalId: fc.integer({ min: 1, max: 7 }),
        columns: fc.array(
          fc.record(
            { signalId: fc.integer({ min: 1, max: 7 }), aggregation: fc.constantFrom(...aggregations) },
            { requiredKeys: ['signalId'] },
          ),
          { maxLength: 6 },
        ),
      },
      { requiredKeys: ['type', 'mode', 'columns'] },
    )
    fc.assert(
      fc.property(anything, (change) => {
        for (const fault of reportFaults(draft({ period: undefined, ...change }), config(), equipmentId)) {
          expect(faultText(fault, 'en')).toMatch(/^[\x20-\x7e“”≤≥]+$/)
          expect(faultText(fault, 'zh-cn')).toMatch(/\p{Script=Han}/u)
        }
      }),
    )
  })
})

describe('a period', () => {
  const of = (every: number, unit: Period['unit'], offsetS?: number): Period => ({
    every,
    unit,
    ...(offsetS ? { offsetS } : {}),
  })
  it.each([
    [of(10, 'second'), true],
    [of(7, 'second'), false],
    [of(15, 'minute'), true],
    [of(50, 'minute'), false],
    [of(8, 'hour'), true],
    [of(5, 'hour'), false],
    [of(1, 'day', 28_800), true],
    [of(1, 'day', 86_400), false],
    [of(1, 'week', 86_400), true],
    [of(3, 'month'), true],
    [of(5, 'month'), false],
    [of(367, 'day'), false],
  ] as const)('%j aligned to the clock: %s', (period, isRight) => {
    expect(periodFault(period, 'periodic') === undefined).toBe(isRight)
  })

  test('aligned to the start may have any length, but not months', () => {
    expect(periodFault(of(7, 'second'), 'interval')).toBeUndefined()
    for (const every of [0, -3, 86_401]) expect(periodFault(of(every, 'second'), 'interval')).toBeDefined()
    expect(periodFault(of(1, 'month'), 'interval')).toBeDefined()
    for (const unit of unitsOf('interval')) expect(periodFault(of(1, unit), 'interval')).toBeUndefined()
  })
})

describe('the saved form of a report', () => {
  test('has the fields of its mode, for every type and mode', () => {
    const full = {
      period: { every: 1, unit: 'day', offsetS: 3600 },
      condition: { expression: '1 > 0' },
      fluctuation: 2,
      isPercent: true,
      minIntervalMs: 5000,
      triggerSignalId: 1,
    }
    const fields = {
      period: ['period'],
      condition: ['condition'],
      trigger: ['triggerSignalId'],
      change: ['fluctuation', 'isPercent', 'minIntervalMs'],
    }
    for (const type of ['normal', 'summary'] as const) {
      for (const mode of storageModes) {
        const saved = tidy(draft({ ...full, type, mode }))
        const expected = needs({ type, mode }).flatMap((need) => fields[need])
        expect(
          Object.keys(full)
            .filter((key) => Object.hasOwn(saved, key))
            .sort(),
        ).toEqual(expected.sort())
        expect(tidy(saved)).toEqual(saved)
      }
    }
  })

  test('has an offset only if it is aligned to the clock', () => {
    const period = { every: 1, unit: 'day', offsetS: 3600 }
    expect(tidy(draft({ mode: 'interval', period })).period).toEqual({ every: 1, unit: 'day' })
  })
})

describe('column ids', () => {
  test('stay with variable and aggregation in any order; new columns get new ids', () => {
    const before = report(1, { columns: [{ signalId: 1 }, { signalId: 2 }] })
    const columns = [{ signalId: 4 }, { signalId: 2 }, { signalId: 1 }] as never
    expect(newColumns(columns, before)).toBe(1)
    expect(withColumnIds(columns, before, [ColumnId.parse(900)]).map(({ id }) => id)).toEqual([900, 101, 100])
    expect(newColumns(columns, undefined)).toBe(3)
  })

  test('are never reused, whatever is edited', () => {
    const choice = fc.record({
      signalId: fc.integer({ min: 1, max: 5 }),
      aggregation: fc.constantFrom(...aggregations),
    })
    const choices = fc.uniqueArray(choice, { selector: (each) => `${each.signalId} ${each.aggregation}`, minLength: 1 })
    fc.assert(
      fc.property(fc.array(choices, { maxLength: 8 }), (edits) => {
        let next = 1
        let now: Report | undefined
        const meaning = new Map<number, string>()
        for (const columns of edits as ReportDraft['columns'][]) {
          const fresh = Array.from({ length: newColumns(columns, now) }, () => ColumnId.parse(next++))
          const given = withColumnIds(columns, now, fresh)
          expect(new Set(given.map(({ id }) => id)).size).toBe(columns.length)
          for (const { id, signalId, aggregation } of given) {
            const means = `${signalId} ${aggregation}`
            expect(meaning.get(id) ?? means).toBe(means)
            meaning.set(id, means)
          }
          now = { ...report(1), columns: given as never }
        }
      }),
    )
  })
})

describe('deleted variables', () => {
  const two = report(1, { columns: [{ signalId: 1 }, { signalId: 2 }] })
  test('shrink one report, empty another, and leave the third unchanged', () => {
    const [one, other] = [report(2), report(3, { columns: [{ signalId: 2 }] })]
    const { reports, losses, held } = withoutSignals([two, one, other], new Set([1]))
    expect(reports).toEqual([{ ...two, columns: [two.columns[1]] }, other])
    expect(losses).toEqual([
      { report: two, columns: 1, isWhole: false },
      { report: one, columns: 1, isWhole: true },
    ])
    expect(held).toEqual([])
  })

  it.each([
    ['a threshold', { mode: 'single', condition: { signalId: 2, symbol: '>', value: 1 } }],
    ['an expression', { mode: 'single', condition: { expression: `${v(1)} > ${v(2)}` } }],
    ['a trigger', { mode: 'change', triggerSignalId: 2 }],
    ['a trigger of a single report', { mode: 'single', triggerSignalId: 2 }],
  ])('are rejected if %s needs them, unless the report becomes empty', (_, rule) => {
    const ruled = report(4, rule)
    expect(withoutSignals([ruled], new Set([2])).held).toEqual([{ report: ruled, signalId: 2 }])
    expect(withoutSignals([ruled], new Set([1, 2])).held).toEqual([])
  })
})

describe('values per day', () => {
  const columns = [{ signalId: 1 }, { signalId: 2 }] as never
  it.each([
    [
      { type: 'normal', mode: 'periodic', period: { every: 10, unit: 'second' } },
      { points: 17_280, isAtMost: false },
    ],
    [
      { type: 'summary', mode: 'periodic', period: { every: 1, unit: 'hour' } },
      { points: 48, isAtMost: false },
    ],
    [
      { type: 'normal', mode: 'conditional', period: { every: 1, unit: 'minute' } },
      { points: 2880, isAtMost: true },
    ],
    [
      { type: 'normal', mode: 'change', minIntervalMs: 5000 },
      { points: 34_560, isAtMost: true },
    ],
    [{ type: 'normal', mode: 'single' }, undefined],
    [{ type: 'summary', mode: 'conditional' }, undefined],
  ] as const)('%j', (of, expected) => expect(pointsPerDay({ ...of, columns } as never)).toEqual(expected))
})

test('a condition lists its variables, and can be shown with their titles', () => {
  const condition = { expression: `${v(1)} > ${v(2)} && ${v(9)}` }
  expect(conditionSignals(condition)).toEqual([1, 2, 9])
  const title = (id: number) => signals.find((each) => each.id === id)?.title
  expect(readable(condition.expression, title)).toBe(`Title 1 > Title 2 && ${v(9)}`)
})

test('a condition lists exactly the variables that the gateway will read, in any notation', () => {
  const wide = { expression: '＄｛３．１｝ > 1' }
  expect(conditionSignals(wide)).toEqual([1])
  const quoted = { expression: `"${v(2)}" == ${v(4)}` }
  expect(conditionSignals(quoted)).toEqual([4])
  const conditional = { mode: 'conditional', condition: wide, columns: [{ signalId: 2 }] }
  const { held } = withoutSignals([report(1, conditional)], new Set([1]))
  expect(held).toMatchObject([{ signalId: 1 }])
})

test('aggregations depend on the data type', () => {
  expect(aggregationsOf('string')).toEqual(['first', 'last'])
  expect(aggregationsOf('bool')).not.toContain('delta')
  expect(aggregationsOf('uint64')).toEqual(aggregations)
})
