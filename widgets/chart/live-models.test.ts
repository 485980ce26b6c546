import { expect, test } from 'vitest'
import type { Entry } from './entries.ts'
import { linesOf, loadingModel } from './live-models.ts'
import type { ModelOf } from './minute.ts'
import { createMoving } from './moving.ts'
import { chartText } from './text.ts'

const t = chartText.in('en')
const span = { from: 0, to: 3_600_000 }
const entry: Entry = { name: 'Flow', colour: 'red', value: 310, out: null, isStale: false }

function minuteOf(readings: readonly (readonly [time: number, value: number])[]) {
  const moving = createMoving(10)
  for (const [time, value] of readings) moving.add({ time, value })
  return { ...entry, moving }
}

const modelOf =
  (change: { isEmpty: boolean; sentence: string }): ModelOf =>
  (entries, of) => ({
    option: () => linesOf(entries, of, 'UTC', 100),
    legend: entries.map(({ name, colour, value }) => ({ name, colour, value: `${value}`, mark: '', isOut: false })),
    ...change,
  })
const plain = modelOf({ isEmpty: false, sentence: '' })

test('while history loads, live readings are in the legend but not in the drawing', () => {
  const entries = [
    minuteOf([
      [3_599_000, 309.5],
      [3_600_000, 310.5],
    ]),
  ]
  const pointsOf = (model: ReturnType<ModelOf>) =>
    (model.option({} as never) as ReturnType<typeof linesOf>).series.map(({ points }) => points)
  expect(pointsOf(plain(entries, span, t))).toEqual([
    [
      [3_599_000, 309.5],
      [3_600_000, 310.5],
    ],
  ])
  const loading = loadingModel(plain)(entries, span, t)
  expect(pointsOf(loading)).toEqual([[]])
  expect(loading).toMatchObject({ sentence: 'Loading history…', isEmpty: true, legend: [{ value: '310' }] })
})

test('a chart that has nothing to show says so, also while history loads', () => {
  const unseen = modelOf({ isEmpty: true, sentence: 'Not bound to a variable' })
  expect(loadingModel(unseen)([], span, t).sentence).toBe('Not bound to a variable')
})
