import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ColumnId, ReportId, SignalId } from '../../../contract/fields.ts'
import type { Curve } from '../../../signal/history/history.ts'
import { type Reading, seriesOf } from '../../../testkit/history-reader.ts'
import { queryHistory } from './contract.ts'
import { historyJson } from './json-answer.ts'
import { jsonSeries } from './series.ts'
import type { Column } from './store.ts'

const from = Date.UTC(2026, 2, 1)

const column = (id: number): Column => ({
  id: ColumnId.parse(id),
  reportId: ReportId.parse(1),
  signalId: SignalId.parse(id + 100),
  aggregation: id % 2 === 0 ? 'max' : null,
  title: 'Level',
  unit: 'm',
  decimals: null,
  texts: null,
  rollover: null,
  dataType: 'float32',
  removedAt: null,
})

const curveOf = (columnId: number, readings: readonly Reading[]): Curve => ({
  columnId,
  total: readings.length + 1,
  isReduced: true,
  series: seriesOf(readings),
})

const drawn = (...lists: readonly (readonly Reading[])[]) =>
  lists.map((readings, index) => ({ column: column(index + 1), curve: curveOf(index + 1, readings) }))

const textOf = (curves: ReturnType<typeof drawn>, holes: never[] = []) =>
  [...historyJson({ from, to: from + 1000, curves, holes })].join('')

test('the pieces are the text of the same data', () => {
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.string({ unit: 'binary' }),
    fc.constant(null),
  )
  const reading = fc.tuple(fc.nat(1000), value, fc.constantFrom(200, 200, 1714))
  const alike = (of: typeof value) =>
    fc.array(fc.tuple(fc.nat(1000), of, fc.constantFrom(200, 1714)), { maxLength: 20 })
  const list = fc.oneof(
    fc.array(reading, { maxLength: 20 }),
    alike(fc.double({ noNaN: true, noDefaultInfinity: true }) as typeof value),
    alike(fc.boolean() as typeof value),
    alike(fc.string({ unit: 'grapheme' }) as typeof value),
  )
  fc.assert(
    fc.property(fc.array(list, { maxLength: 4 }), (lists) => {
      const curves = drawn(...lists.map((each) => each.map(([at, ...rest]): Reading => [from + at, ...rest])))
      const series = curves.map(({ column: own, curve }) => jsonSeries(own, curve, from))
      expect(textOf(curves)).toBe(JSON.stringify({ from, to: from + 1000, series, holes: [] }))
    }),
  )
})

test('the text matches the declared output of the call', () => {
  const curves = drawn([[from, 1.5]], [[from, null, 1714]], [[from, 'a "b"\n']], [[from, true]])
  const holes = [{ from, to: from + 5, points: 3, reason: 'full' }] as never[]
  const data = JSON.parse(textOf(curves, holes)) as object
  expect(queryHistory.output.parse(data)).toEqual(data)
})

test('a number that JSON cannot express is null', () => {
  const [one] = drawn([
    [from, Number.POSITIVE_INFINITY],
    [from + 1, -0],
  ])
  expect(textOf([one!])).toContain('"values":[null,0]')
})

test('no piece is long, even of a long curve', () => {
  const curves = drawn(Array.from({ length: 100_000 }, (_, i): Reading => [from + i, Math.sin(i), i % 3 ? 200 : 1714]))
  const pieces = [...historyJson({ from, to: from + 1000, curves, holes: [] })]
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(33_000)
  expect(pieces.length).toBeGreaterThan(50)
})
