import { expect, test } from 'vitest'
import type { MovePlan, MoveRow, MoveVariable } from './contract.ts'
import { consequencesOf, type Decided, keyOf, linesOf, sentOf } from './decisions.ts'

const variable = (id: number, more: Partial<MoveVariable> = {}): MoveVariable => ({
  ...{ id, name: `n${id}`, title: `t${id}`, address: '', dataType: 'int16', unit: null, access: 'r', scaling: '' },
  ...more,
})
const row = (from: number, to: number | null, more: Partial<MoveRow> = {}): MoveRow => ({
  ...{ kind: 'signal', from: variable(from), to, reason: to ? 'name' : null, confidence: to ? 'sure' : null },
  ...{ questions: to ? [] : ['none'], others: [], pages: 1, widgets: 2, mvars: 0, isKey: false },
  ...more,
})
const rows = [row(1, 11), row(2, null, { mvars: 1 }), row(3, 13, { questions: ['unit'] })]
const pair = {
  ...{ from: { id: 1, name: 'A' }, to: { id: 2, name: 'B' }, rows, reports: [] },
  signals: [variable(11), variable(12, { dataType: 'bool' }), variable(13, { unit: 'm' })],
} as unknown as MovePlan['pairs'][number]
const plan = { pairs: [pair], pages: [], mvars: 1, customReports: 0 } as MovePlan
const decidedFor = (...of: [at: number, to: number | null][]): Decided =>
  new Map(of.map(([at, to]) => [keyOf(rows[at]!, pair), to]))

test.each<[string, Decided, object]>([
  ['as proposed', new Map(), { moved: 4, unbound: 2, lost: true, open: 2 }],
  [
    'what was chosen is no question any more',
    decidedFor([1, 12], [2, 13]),
    { moved: 6, unbound: 0, lost: false, open: 0 },
  ],
  [
    'what is bound to nothing by hand neither',
    decidedFor([1, null], [2, null]),
    { moved: 2, unbound: 4, lost: true, open: 0 },
  ],
])('%s', (_, decided, found) => expect(consequencesOf(linesOf(plan, decided))).toEqual(found))

test('differences are also reported for a manual choice', () => {
  const [, chosen] = linesOf(plan, decidedFor([1, 12]))
  expect(chosen).toMatchObject({ isByHand: true, isOpen: false, questions: ['dataType'], to: { id: 12 } })
})

test('unbound variables are sent with null', () =>
  expect(sentOf(linesOf(plan, decidedFor([0, null])), 'signal')).toEqual([
    { from: 1, to: null },
    { from: 2, to: null },
    { from: 3, to: 13 },
  ]))
