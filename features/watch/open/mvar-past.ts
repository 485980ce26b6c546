// Past values of intermediate variables, calculated on request from stored inputs with the current formulas. Inputs
// that the caller may not see are read but not part of the answer. Decision 30.
import { fail } from '../../../contract/errors.ts'
import { good } from '../../../core/data-type.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Span } from '../../../signal/history/history.ts'
import { reduceCurve } from '../../../signal/history/reduce.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { maxReplayed } from '../history/rules.ts'
import { type PastCell, type PastValue, pastCells, pastMvars } from '../mvar/past-values.ts'
import { type PastReadings, pastScope, type Reading, readPast } from './history-replay.ts'
import type { ShownMvar } from './mvar-inputs.ts'

/** Maximum values of one answer, and readings evaluated for it: about a second of work. */
const most = { values: maxReplayed, work: 4_000_000 }

type PastOfMvars = {
  /** The end of the values, epoch ms; earlier than the requested end if there are too many values. */
  to: number
  /** Values at the start, if any input was stored. */
  start: PastValue[]
  /** The later values in the order of time. */
  values: PastValue[]
}

/** Calculates past values of formulas. `gaps`: longest time between readings of a variable, in ms. */
export async function calculated(
  mvars: readonly ShownMvar[],
  past: PastReadings,
  gaps: ReadonlyMap<number, number>,
  from: number,
): Promise<PastOfMvars> {
  const known = new Map<number, PastValue>()
  const values: PastValue[] = []
  let hasBegun = false
  const giveWay = givingWay()
  const all: PastCell[] = []
  for (const mvar of mvars) {
    all.push(...pastCells(mvar))
    await giveWay()
  }
  const cells = pastMvars(
    all,
    (id) => gaps.get(id) ?? Number.POSITIVE_INFINITY,
    (value) => {
      if (hasBegun) values.push(value)
      else known.set(value.id, value)
    },
  )
  const start = [...past.start].sort((a, b) => a.at - b.at)
  for (const { at, readings } of momentsOf(start)) {
    cells.take(at, readings)
    await giveWay()
  }
  cells.end(from)
  hasBegun = true
  const begun = { start: [...known.values()], values }
  for (const { at, readings } of momentsOf(past.readings)) {
    cells.take(at, readings)
    if (values.length > most.values || cells.work() > most.work) return { ...begun, to: at }
    await giveWay()
  }
  cells.end(past.to)
  return { ...begun, to: past.to }
}

function* momentsOf(readings: readonly Reading[]): Generator<{ at: number; readings: Reading[] }> {
  for (let begin = 0; begin < readings.length; ) {
    const { at } = readings[begin]!
    let end = begin + 1
    while (readings[end]?.at === at) end += 1
    yield { at, readings: readings.slice(begin, end) }
    begin = end
  }
}

/** Times are ms after `from`; `bad` contains index and code of values that are not good. */
type MvarCurve = {
  mvarId: number
  unit: string | null
  decimals: number | null
  isReduced: boolean
  times: number[]
  values: number[]
  bad: [number, number][]
}

/**
 * Curves of intermediate variables over a span, with at most `points` each. Throws tooManyPoints for too many input
 * readings.
 */
export async function mvarCurves(
  call: Pick<OpenCall, 'sight' | 'history' | 'signal'>,
  mvars: readonly ShownMvar[],
  { from, to, points }: Span & { points: number },
): Promise<MvarCurve[]> {
  const inputs = mvars.flatMap((mvar) => mvar.inputs.map(({ signalId }) => signalId))
  const scope = await pastScope(call, inputs, from)
  const past = await readPast(call, scope, { from, to })
  const { start, values, to: reached } = await calculated(mvars, past, scope.gaps, from)
  if (reached < to) throw fail('tooManyPoints', { limit: maxReplayed })
  return mvars.map(({ id, unit, decimals }) => {
    const of = (some: readonly PastValue[]) => some.filter((each) => each.id === id)
    const own = [...of(start).map((value) => ({ ...value, at: from })), ...of(values)]
    const whole = {
      kind: 'number' as const,
      times: Float64Array.from(own, ({ at }) => at),
      values: Float64Array.from(own, ({ value }) => value),
      codes: Int32Array.from(own, ({ code }) => code),
    }
    const { series, isReduced } = reduceCurve(whole, { from, to }, points, 'minmax')
    return {
      ...{ mvarId: id, unit, decimals, isReduced },
      times: Array.from(series.times, (at) => at - from),
      values: Array.from(series.values, Number),
      bad: [...(series.codes ?? [])].flatMap((code, i): [number, number][] => (code === good ? [] : [[i, code]])),
    }
  })
}
