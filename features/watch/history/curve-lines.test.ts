import { describe, expect, test } from 'vitest'
import type { BinarySeries } from '../../../contract/history-binary.ts'
import { createLiveLine } from '../../../signal/web/live-line.ts'
import { setLanguage } from '../../../ui/language.ts'
import type { HistoryColumn, HistoryReport } from './contract.ts'
import { columnsOf, columnWords, dataFrom, lineOf, spliced } from './curve-lines.ts'
import { gapMsOf } from './rules.ts'
import { suffices, widened } from './use-curve.ts'

const series = (of: Partial<BinarySeries>): BinarySeries => ({
  signalId: 1,
  columnId: 1,
  aggregation: null,
  total: 0,
  isReduced: false,
  kind: 'number',
  times: Float64Array.of(10, 20, 30),
  values: Float64Array.of(1, 2, 3),
  bad: [],
  ...of,
})

describe('the start of the data', () => {
  const shown = (mode: 'periodic' | 'change', ...times: number[]) => ({
    report: { mode },
    times: Float64Array.from(times),
  })
  test.each([
    [[shown('periodic', 60, 70)], 60],
    [[shown('periodic', 60), shown('periodic', 40, 90), shown('periodic')], 40],
    [[shown('periodic', 10, 90)], undefined],
    [[shown('periodic')], undefined],
    [[shown('periodic', 60), shown('change', 80)], undefined],
  ])('%#', (columns, at) => expect(dataFrom(columns, { from: 0, to: 100 })).toBe(at))
})

describe('an answer as columns', () => {
  test('is used unchanged when everything is good', () => {
    const of = series({})
    expect(columnsOf(of).values).toBe(of.values)
  })

  test('draws a reading that the device calls uncertain, and marks it', () => {
    const of = series({ bad: [[1, 1747]] })
    const { values, bad } = columnsOf(of)
    expect([Array.from(values), Array.from(bad!)]).toEqual([Array.from(of.values as Float64Array), [1]])
  })

  test('breaks at a bad reading, even with a last good value, and does not change the answer', () => {
    const of = series({ bad: [[1, 1714]] })
    const { values, bad } = columnsOf(of)
    expect([...values]).toEqual([1, Number.NaN, 3])
    expect([...Array.from(bad!)]).toEqual([1])
    expect([...(of.values as Float64Array)]).toEqual([1, 2, 3])
  })

  test('draws large integers and other numbers; text is a break', () => {
    const of = series({ kind: 'mixed', values: ['9007199254740993', true, 'open'] })
    expect([...columnsOf(of).values]).toEqual([9007199254740992, 1, Number.NaN])
  })

  test('is finer where a part is known, with the bad readings of both', () => {
    const whole = { times: Float64Array.of(0, 10, 20, 30), values: Float64Array.of(0, 1, 2, 3), bad: [0, 3] }
    const part = { times: Float64Array.of(9, 10, 11), values: Float64Array.of(8, 1, 9), bad: [1] }
    const { times, values, bad } = spliced(whole, part, { from: 8, to: 20 })
    expect([...times]).toEqual([0, 9, 10, 11, 30])
    expect([...values]).toEqual([0, 8, 1, 9, 3])
    expect(Array.from(bad!)).toEqual([0, 2, 4])
  })
})

describe('a line', () => {
  const column = {
    ...{ id: 5, signalId: 1, aggregation: null, title: 'Level', unit: 'm', decimals: 2, removedAt: null },
    dataType: 'float32',
  } as HistoryColumn
  const report = { mode: 'periodic', period: { every: 1, unit: 'minute' } } as HistoryReport

  test('has a gap where a regular report has no reading, and nowhere else', () => {
    expect(gapMsOf(report)).toBe(150_000)
    expect(gapMsOf({ mode: 'change', period: null })).toBe(Number.POSITIVE_INFINITY)
  })

  test('is continuous across the omitted points of a reduced answer', () => {
    const of = { look: 0, title: 'Level', spacingMs: 900_000 }
    expect(lineOf({ report, column }, () => columnsOf(series({})), of).gapMs).toBe(900_000)
  })

  test('holds its value for a bool or a variable stored on change', () => {
    const of = { look: 0, title: 'Level', spacingMs: 0 }
    const read = () => columnsOf(series({}))
    const bool = { ...column, dataType: 'bool' } as HistoryColumn
    expect(lineOf({ report, column: bool }, read, of)).toMatchObject({ isState: true, isStep: true })
    expect(lineOf({ report, column }, read, of).isStep).toBe(false)
    expect(lineOf({ report: { ...report, mode: 'change' }, column }, read, of).isStep).toBe(true)
  })

  test('for a compared time is drawn as a separate ghost line', () => {
    const of = { look: 2, title: 'Level', spacingMs: 0, shiftMs: 1000 }
    expect(lineOf({ report, column }, () => columnsOf(series({})), of)).toMatchObject({ ghostOf: '5', key: '5-before' })
  })

  test('writes its values as the column has them', () => {
    setLanguage('en')
    expect(columnWords(column, 1.5)).toBe('1.50')
    expect(columnWords({ ...column, dataType: 'bool', unit: null }, 1)).toBe('On')
    const mode = { ...column, dataType: 'uint16', unit: null, decimals: null, texts: '0=manual; 1=automatic' } as const
    expect(columnWords(mode, 1)).toBe('automatic')
    expect(columnWords({ ...mode, aggregation: 'last' }, 0)).toBe('manual')
    expect(columnWords({ ...mode, aggregation: 'average' }, 1)).toBe('1')
  })
})

describe('asking for the visible range', () => {
  const answer = (from: number, to: number, isReduced: boolean) => ({
    span: { from, to },
    points: 1000,
    history: { from, to, holes: [], series: [series({ isReduced })] },
  })

  test('is not needed where all readings are loaded, or the resolution is enough', () => {
    expect(suffices(answer(0, 1000, false), { from: 10, to: 20 })).toBe(true)
    expect(suffices(answer(0, 1000, true), { from: 0, to: 500 })).toBe(true)
    expect(suffices(answer(0, 1000, true), { from: 10, to: 20 })).toBe(false)
    expect(suffices(answer(0, 1000, false), { from: 900, to: 1100 })).toBe(false)
    expect(suffices(null, { from: 0, to: 1 })).toBe(false)
  })

  test('includes a margin at both sides, within the whole range', () => {
    expect(widened({ from: 400, to: 600 }, { from: 0, to: 650 })).toEqual({ from: 300, to: 650 })
  })
})

describe('a live line', () => {
  const pace = { trendGapMs: 25_000, silenceMs: 8_000 }
  const shown = (line: ReturnType<typeof createLiveLine>) => {
    const { times, values } = line.buffer.read()
    return [...times].map((at, i) => [at, values[i]])
  }

  test('continues from history with the trend, and then with live values', () => {
    const stored = { columns: { times: Float64Array.of(1000, 61_000), values: Float64Array.of(1, 2) }, gapMs: 90_000 }
    const line = createLiveLine(
      stored,
      [
        [55_000, 9],
        [65_000, 3],
      ],
      pace,
    )
    line.take({ value: 4, code: 200, time: 66_000 })
    expect(shown(line)).toEqual([
      [1000, 1],
      [61_000, 2],
      [65_000, 3],
      [66_000, 4],
    ])
  })

  test('has no break between the trend and the first live value', () => {
    const line = createLiveLine(undefined, [[10_000, 1]], pace)
    line.take({ value: 2, code: 200, time: 30_000 })
    line.take({ value: 3, code: 200, time: 50_000 })
    expect(shown(line)).toEqual([
      [10_000, 1],
      [30_000, 2],
      [30_001, Number.NaN],
      [50_000, 3],
    ])
  })

  test('breaks after a silence and at a bad reading, and has no reading twice', () => {
    const line = createLiveLine(undefined, [], pace)
    line.take({ value: 1, code: 200, time: 1000 })
    line.take({ value: 1, code: 200, time: 1000 })
    line.take({ value: 2, code: 200, time: 60_000 })
    line.take({ value: 2, code: 1714, time: 61_000 })
    expect(shown(line)).toEqual([
      [1000, 1],
      [1001, Number.NaN],
      [60_000, 2],
      [61_000, Number.NaN],
    ])
  })
})
