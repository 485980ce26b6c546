import { expect, test } from 'vitest'
import type { HistoryService } from '../services.ts'
import { curveOf, pastCurves, wantedBy, wantedOf } from './past-curves.ts'

const signal = { kind: 'signal', binding: { equipId: 1, signalId: 2 } } as const
const mvar = { kind: 'mvar', binding: { mvarId: 2 } } as const

const of = { from: 0, to: 10_000, points: 100 }
const asked: unknown[] = []
const curve = {
  ...{ equipmentId: 1, signalId: 2, times: [1000], values: [1], bad: [], holes: [] },
  ...{ gapMs: 5000, isStep: false, unit: 'm', decimals: 2, texts: null, dataType: 'float32' as const },
}
const line = { mvarId: 2, times: [2000], values: [7], bad: [], holes: [], unit: 'kW', decimals: 1 }
const history: HistoryService = {
  curves: async (question) => {
    asked.push(question)
    return [curve]
  },
  mvars: async (question) => {
    asked.push(question)
    return [line]
  },
}

test('variables and mvars are queried by separate calls, and each input finds its curve', async () => {
  const wanted = wantedOf([signal, mvar, { kind: 'mvar', binding: {} }, { kind: 'signal', binding: {} }])
  const found = await pastCurves(history, wanted, of, {})
  expect(asked).toEqual([
    { ...of, signals: [{ equipmentId: 1, signalId: 2 }] },
    { ...of, mvarIds: [2] },
  ])
  expect(curveOf(signal, found)).toMatchObject({ values: [1], unit: 'm' })
  // The variable and the intermediate variable both have the id 2.
  expect(curveOf(mvar, found)).toMatchObject({ values: [7], unit: 'kW', isStep: true })
  expect(curveOf({ kind: 'mvar', binding: { mvarId: 9 } }, found)).toBeUndefined()
})

test('calls without variables are not made', async () => {
  asked.length = 0
  expect(await pastCurves(history, wantedOf([mvar]), of, {})).toHaveLength(1)
  expect(asked).toEqual([{ ...of, mvarIds: [2] }])
  const { mvars: _, ...without } = history
  expect(await pastCurves(without, wantedOf([mvar]), of, {})).toEqual([])
})

test('a chosen report applies to variables, not to mvars', () =>
  expect(wantedOf([signal, mvar], 5)).toEqual([{ equipmentId: 1, signalId: 2, reportId: 5 }, { mvarId: 2 }]))

test('a chosen report applies only to variables of its own device', () => {
  const other = { kind: 'signal', binding: { equipId: 3, signalId: 4 } } as const
  const report = { kind: 'report', binding: { type: 'report', equipId: '1' as never, reportId: '9' } } as const
  expect(wantedBy([signal, other, mvar], report)).toEqual([
    { equipmentId: 1, signalId: 2, reportId: 9 },
    { equipmentId: 3, signalId: 4 },
    { mvarId: 2 },
  ])
  expect(wantedBy([signal], undefined)).toEqual([{ equipmentId: 1, signalId: 2 }])
  expect(wantedBy([signal], { kind: 'customReport', binding: { customReportId: 9 } })).toEqual([
    { equipmentId: 1, signalId: 2 },
  ])
})
