import { describe, expect, it, test } from 'vitest'
import type { Report, Signal } from '../../../contract/equipment-config.ts'
import { storageModes } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { report as savedReport, signal } from '../../../testkit/report-config.ts'
import { setLanguage } from '../../../ui/language.ts'
import { freeName } from '../config/part-free-name.ts'
import { signalOptions } from '../config/part-signal-options.ts'
import {
  choose,
  chooseAggregation,
  draftOf,
  type Editing,
  editingOf,
  isSame,
  mergedEditing,
  usualAggregation,
} from './editing.ts'
import { totalPerDay } from './estimate.ts'
import { heldText, lossText } from './part-loss.ts'
import { tidy } from './rules.ts'
import { reportText } from './text.ts'
import { clockText, perDayWords, weekday, whenWords } from './words.ts'

const signals = [
  signal(1, { group: 'Pumps' }),
  signal(2),
  signal(3, { dataType: 'bool', address: 'C:1' }),
  signal(4, { dataType: 'string', length: 8 }),
  signal(5, { access: 'w', dataType: 'bool', address: 'C:2' }),
]
const [one, two, flag, text, written] = signals as [Signal, Signal, Signal, Signal, Signal]
/** A report, by default with id 7. */
const report = ({ id = 7, ...change }: Record<string, unknown> & { id?: number } = {}): Report =>
  savedReport(id, { name: 'R', columns: [{ id: id * 10, signalId: 1 }], ...change })
const rules = [
  { mode: 'periodic', period: { every: 1, unit: 'day', offsetS: 28_800 } },
  { mode: 'interval', period: { every: 7, unit: 'minute' } },
  { mode: 'conditional', condition: { signalId: 3, symbol: '==', value: 0 } },
  { mode: 'conditional', condition: { expression: '1 > 0' } },
  { mode: 'change', fluctuation: 2, isPercent: true, minIntervalMs: 2000, triggerSignalId: 2 },
  { mode: 'single', condition: { signalId: 1, symbol: '<', value: -2.5 }, enabled: false },
]

describe('a report in the editor', () => {
  it.each(rules)('%j is unchanged by editing', (rule) => {
    const saved = report(rule)
    const { id, columns, ...rest } = draftOf(editingOf('normal', saved), signals)
    expect({ ...rest, id, columns }).toEqual({ ...tidy(saved), columns: [{ signalId: 1 }] })
  })

  test('keeps inputs of another mode, but sends only those of its mode', () => {
    let editing: Editing = { ...editingOf('normal', report(rules[4])), period: { every: 5, unit: 'minute' } }
    for (const mode of [...storageModes, 'change'] as const) editing = { ...editing, mode }
    expect(draftOf(editing, signals)).toMatchObject({ fluctuation: 2, isPercent: true, triggerSignalId: 2 })
    expect(draftOf(editing, signals)).not.toHaveProperty('period')
    expect(draftOf({ ...editing, mode: 'interval' }, signals)).toMatchObject({ period: { every: 5, unit: 'minute' } })
  })

  test('sends no incomplete condition', () => {
    const editing = { ...editingOf('normal'), mode: 'single' } as const
    expect(draftOf(editing, signals).condition).toBeUndefined()
    const half = { ...editing, threshold: { signalId: one.id, symbol: '>', value: undefined } } as const
    expect(draftOf(half, signals).condition).toBeUndefined()
    expect(draftOf({ ...half, ruledBy: 'expression', expression: '  ' }, signals).condition).toBeUndefined()
  })

  test('sends columns in the order of the variables, whatever the order of selection', () => {
    const columns = [
      { signalId: two.id, aggregation: 'max' },
      { signalId: one.id, aggregation: 'min' },
      { signalId: one.id, aggregation: 'max' },
    ] as const
    const sent = draftOf({ ...editingOf('summary'), columns }, signals).columns
    expect(sent.map(({ signalId, aggregation }) => `${signalId} ${aggregation}`)).toEqual(['1 max', '1 min', '2 max'])
  })

  test('is unchanged after a change and its reversal', () => {
    const saved = editingOf('normal', report())
    expect(isSame({ ...saved, name: 'R ' }, saved, signals)).toBe(true)
    expect(isSame({ ...saved, enabled: false }, saved, signals)).toBe(false)
    const [there, back] = [choose(saved.columns, [two], true, 'normal'), choose(saved.columns, [two], false, 'normal')]
    expect(isSame({ ...saved, columns: there }, saved, signals)).toBe(false)
    expect(isSame({ ...saved, columns: back }, saved, signals)).toBe(true)
  })
})

describe('choosing', () => {
  test('adds a variable once, with the usual aggregation in a summary, and never a write-only one', () => {
    const chosen = choose([], signals, true, 'summary')
    expect(chosen.map(({ signalId, aggregation }) => [signalId, aggregation])).toEqual([
      [1, 'average'],
      [2, 'average'],
      [3, 'average'],
      [4, 'last'],
    ])
    expect(choose(chosen, [one], true, 'summary')).toEqual(chosen)
    expect(choose([], [one], true, 'normal')).toEqual([{ signalId: 1, aggregation: undefined }])
    expect(usualAggregation(text)).toBe('last')
    expect(usualAggregation({ ...one!, aggregation: 'delta' })).toBe('delta')
  })

  test('removes a variable with all its aggregations', () => {
    const both = chooseAggregation(choose([], [one, two], true, 'summary'), [one], 'max', true)
    expect(both).toHaveLength(3)
    expect(choose(both, [one], false, 'summary').map(({ signalId }) => signalId as number)).toEqual([2])
  })

  test('by aggregation skips variables without it', () => {
    const deltas = chooseAggregation([], [one, flag, text, written], 'delta', true)
    expect(deltas).toEqual([{ signalId: 1, aggregation: 'delta' }])
    expect(chooseAggregation(deltas, signals, 'delta', true)).toHaveLength(2)
    expect(chooseAggregation(deltas, signals, 'delta', false)).toEqual([])
  })

  test('searches by name, title and group; deleted variables stay visible', () => {
    const options = signalOptions(signals)
    expect(options.map(({ value }) => value as number)).toEqual([1, 2, 3, 4])
    expect(options[0]).toEqual({ value: 1, label: 'Title 1 · S1', search: 'Title 1 S1 Pumps' })
    expect(signalOptions(signals, () => true, 99)[0]).toMatchObject({ value: 99, label: '#99' })
  })
})

test('a copy gets an unused name that is short enough', () => {
  expect(freeName('A', [])).toBe('A')
  expect(freeName('A', [{ name: 'a' }, { name: 'A 2' }])).toBe('A 3')
  const long = 'x'.repeat(limits.titleLength)
  expect(freeName(long, [{ name: long }])).toHaveLength(limits.titleLength)
})

describe('in words', () => {
  const known = new Map(signals.map((each) => [each.id as number, each]))
  it.each([
    [rules[0], 'every day from 08:00', '每天 从 08:00 起'],
    [
      { period: { every: 1, unit: 'week', offsetS: 86_400 + 3600 } },
      'every week from Tuesday 01:00',
      '每周 从 星期二 01:00 起',
    ],
    [{ period: { every: 1, unit: 'month', offsetS: 86_400 } }, 'every month from day 2 00:00', '每月 从 2 日 00:00 起'],
    [rules[1], 'every 7 min', '每 7 分钟'],
    [
      { ...rules[2], period: { every: 10, unit: 'second' } },
      'while Title 3 = off · every 10 s',
      '“Title 3 = 否”期间 · 每 10 秒',
    ],
    [
      rules[4],
      'when Title 2 changes · changed by more than 2 % · at most every 2 s',
      '“Title 2”变化时 · 波动超过 2 % · 最小间隔 2 秒',
    ],
    [{ mode: 'change' }, 'when it changes · at most every 1 s', '变化时 · 最小间隔 1 秒'],
    [rules[5], 'when Title 1 < −2.5', '“Title 1 < −2.5”时'],
    [{ mode: 'single', condition: { expression: `$${'{3.1}'} > 2` } }, 'when Title 1 > 2', '“Title 1 > 2”时'],
  ])('%j', (rule, en, zh) => {
    setLanguage('en')
    expect(whenWords(reportText.in('en'), report({ period: { every: 10, unit: 'second' }, ...rule }), known)).toBe(en)
    setLanguage('zh-cn')
    expect(whenWords(reportText.in('zh-cn'), report({ period: { every: 10, unit: 'second' }, ...rule }), known)).toBe(
      zh,
    )
  })

  test.each([
    [[report()], { points: 8640, isLeast: false }],
    [[report(), report({ mode: 'change' })], { points: 8640, isLeast: true }],
    [[report(), report({ mode: 'single', enabled: false })], { points: 8640, isLeast: false }],
    [[], { points: 0, isLeast: false }],
  ])('values per day of %j', (reports, total) => expect(totalPerDay(reports)).toEqual(total))

  test('values per day', () => {
    const t = reportText.in('en')
    expect(perDayWords(t, report())).toBe('8,640')
    expect(perDayWords(t, report({ mode: 'change' }))).toBe('≤ 86,400')
    expect(perDayWords(t, report({ mode: 'single' }))).toBe('varies')
    expect(perDayWords(t, report({ period: { every: 1, unit: 'week' } }))).toBe('0.1')
  })

  test('a time of day, and a week that starts on Monday', () => {
    expect([clockText(0), clockText(30_600), clockText(86_399)]).toEqual(['00:00', '08:30', '23:59:59'])
    expect(weekday(0, 'en')).toBe('Monday')
    expect(weekday(6, 'zh-cn')).toBe('星期日')
  })

  test('the effect of deleting variables, and why one cannot be deleted', () => {
    const t = reportText.in('en')
    const config = {
      signals,
      reports: [
        report(),
        report({
          id: 8,
          name: 'Two',
          columns: [
            { id: 80, signalId: 1 },
            { id: 81, signalId: 2 },
          ],
        }),
      ],
    }
    expect(lossText(t, config, new Set([1])).split('\n')).toEqual([
      '“R” has no variables left and is deleted too',
      '“Two” will store 1 value fewer',
      'Data already stored stays readable.',
    ])
    expect(lossText(t, config, new Set([3]))).toBe('')
    expect(heldText(t, config, new Set([1]))).toBeUndefined()
    const ruled = { signals, reports: [report({ mode: 'change', triggerSignalId: 3 })] }
    expect(heldText(t, ruled, new Set([3]))).toContain('“R” uses “Title 3”')
  })
})

describe('a report that two people edited', () => {
  const saved = editingOf('normal', savedReport(1, { mode: 'change', columns: [{ signalId: 1 }, { signalId: 2 }] }))
  const columnsOf = ({ columns }: Editing) => columns.map(({ signalId }) => signalId)

  test('keeps the changed fields of both; mine win a conflict', () => {
    const mine = { ...saved, name: 'Mine', fluctuation: 2 }
    const theirs = { ...saved, name: 'Theirs', minIntervalMs: 3000 }
    expect(mergedEditing(saved, mine, theirs)).toMatchObject({ name: 'Mine', fluctuation: 2, minIntervalMs: 3000 })
  })

  test('keeps variables added and removed by both', () => {
    const of = (...ids: number[]) => ({ ...saved, columns: ids.map((signalId) => ({ signalId: signalId as never })) })
    expect(columnsOf(mergedEditing(saved, of(1, 2, 3), of(2, 4)))).toEqual([2, 4, 3])
    expect(columnsOf(mergedEditing(saved, of(1), of(1, 2, 4)))).toEqual([1, 4])
  })

  test('takes the condition from one side only', () => {
    const mine = { ...saved, ruledBy: 'expression' as const, expression: 'a' }
    const theirs = { ...saved, threshold: { ...saved.threshold, value: 9 } }
    const { ruledBy, expression, threshold } = mergedEditing(saved, mine, theirs)
    expect({ ruledBy, expression, threshold }).toEqual({
      ...{ ruledBy: 'expression', expression: 'a', threshold: saved.threshold },
    })
  })

  test('equals theirs if I changed nothing, and mine if they changed nothing', () => {
    const other = { ...saved, name: 'Other', columns: [] }
    expect(mergedEditing(saved, saved, other)).toEqual(other)
    expect(mergedEditing(saved, other, saved)).toEqual(other)
  })
})
