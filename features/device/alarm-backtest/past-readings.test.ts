// Past readings of several variables, from a history in memory.
import { expect, test } from 'vitest'
import type { EquipmentId, OrgId } from '../../../contract/fields.ts'
import { good } from '../../../core/data-type.ts'
import type { History } from '../../../signal/history/history.ts'
import { faulty, type StoredColumn, visitPast } from './past-readings.ts'

const second = 1000
const minute = 60 * second
const span = { from: 0, to: 10 * minute }

/** Visits columns with readings at these times; returns faults as `faulty 1 @ 60`, in seconds, and losses. */
async function faultsOf(columns: readonly StoredColumn[], times: readonly (readonly number[])[]): Promise<string[]> {
  const data = {
    columns: times.map((of) => ({ kind: 'number', times: of, values: of.map(() => 5), codes: of.map(() => good) })),
  }
  const reader = {
    at: async () => ({ data: columns.map(() => null) }),
    async *scan() {
      yield { data }
    },
  } as unknown as Pick<History, 'at' | 'scan'>
  const scope = {
    orgId: 1 as OrgId,
    equipmentId: 1 as EquipmentId,
    gatewayIds: [],
    columnIds: columns.map(({ id }) => id),
  }
  const [seen, instants]: [string[], number[]] = [[], []]
  const visitor = {
    reading(signalId: number, value: unknown, code: number, at: number) {
      instants.push(at)
      if (code === faulty) seen.push(`faulty ${signalId} @ ${at / second}: ${value}`)
    },
    lose: (at: number) => void seen.push(`lost @ ${at / second}`),
  }
  await visitPast({ reader, scope, columns }, span, visitor, new AbortController().signal)
  expect(instants).toEqual([...instants].sort((a, b) => a - b))
  return seen
}

const column = (signalId: number, periodMs: number | null, id = signalId): StoredColumn => ({ id, signalId, periodMs })
const every = (stepMs: number, until: number) => Array.from({ length: until / stepMs + 1 }, (_, i) => i * stepMs)
const all = every(10 * second, span.to)

test('a variable that is no longer stored has no value, while another continues', async () => {
  const columns = [column(1, 10 * second), column(2, 10 * second)]
  expect(await faultsOf(columns, [every(10 * second, 2 * minute), all])).toEqual(['faulty 1 @ 180: null'])
})

test('a variable that returns gets its value back, and can end again', async () => {
  const first = [...every(10 * second, minute), 5 * minute]
  const columns = [column(1, 10 * second), column(2, null)]
  expect(await faultsOf(columns, [first, [0]])).toEqual(['faulty 1 @ 120: null', 'faulty 1 @ 360: null'])
})

test('a slow variable lasts for its own gap, and one stored on events for ever', async () => {
  const columns = [column(1, 2 * minute), column(2, null), column(3, 10 * second)]
  expect(await faultsOf(columns, [[0], [0], all])).toEqual(['faulty 1 @ 360: null'])
})

test('a variable in two columns lasts while one of them is stored', async () => {
  const columns = [column(1, 10 * second, 11), column(1, 10 * second, 12), column(2, 10 * second)]
  expect(await faultsOf(columns, [every(10 * second, minute), all, all])).toEqual([])
})

test('a silence of all variables is a loss, after the fast ones have ended', async () => {
  const columns = [column(1, 10 * second), column(2, 40 * second)]
  expect(await faultsOf(columns, [[0], [0]])).toEqual(['faulty 1 @ 60: null', 'lost @ 120'])
  expect(await faultsOf(columns.slice(0, 1), [[0, 5 * minute]])).toEqual(['lost @ 60', 'lost @ 360'])
})
