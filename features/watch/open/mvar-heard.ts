// Values of intermediate variables over a long past, in time order and bounded memory, for calculations. Inputs are
// unknown while their device was silent or its readings were dropped.
import { errorCode, fail } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { Span } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { changeLookbackMs, maxSearched } from '../history/rules.ts'
import { type PastCell, type PastMvars, pastCells, pastMvars } from '../mvar/past-values.ts'
import { knownOf, type PastScope, pastScope, piecesOf, type Reading, readingsAt } from './history-replay.ts'
import type { ShownMvar } from './mvar-inputs.ts'

export type MvarHearer = {
  mvarId: number
  /** `code`: the error code if there is no value. */
  hear(value: { value: number; code: number }, at: number): void
  /** Ends the values; the last one is valid until `knownTo`. */
  end(knownTo: number): void
}

type By = Pick<OpenCall, 'sight' | 'history' | 'signal' | 'now'>

/** Maximum work: evaluations multiplied by the inputs of each; some seconds. */
const mostWork = 20_000_000
const silent = { value: null, code: errorCode('inputSilent') }

/**
 * Passes values from `from` up to but not including `to`, starting with the value before. `silences`: periods in which
 * devices recorded nothing. Throws tooManyPoints.
 */
export async function hearMvars(
  call: By,
  mvars: readonly ShownMvar[],
  hearers: readonly MvarHearer[],
  { from, to, silences }: Span & { silences: ReadonlyMap<EquipmentId, readonly Span[]> },
): Promise<void> {
  if (hearers.length === 0) return
  const inputs = mvars.flatMap((mvar) => mvar.inputs)
  const past = await pastScope(
    call,
    inputs.map(({ signalId }) => signalId),
    from,
  )
  await refuseTooMany(call, past, { from, to })
  const devices = [...new Set(inputs.map(({ equipmentId }) => equipmentId as EquipmentId))]
  const known = await knownOf(call, devices, { from, to })
  const byMvar = new Map<number, MvarHearer[]>()
  for (const hearer of hearers) byMvar.set(hearer.mvarId, [...(byMvar.get(hearer.mvarId) ?? []), hearer])
  const giveWay = givingWay()
  const all: PastCell[] = []
  for (const mvar of mvars) {
    all.push(...pastCells(mvar))
    await giveWay()
  }
  const cells = pastMvars(
    all,
    (id) => past.gaps.get(id) ?? Number.POSITIVE_INFINITY,
    ({ id, at, value, code }) => {
      for (const hearer of byMvar.get(id) ?? []) hearer.hear({ value, code }, at)
    },
  )
  const breaks = known.flatMap(({ equipmentId, holes }) => {
    const own = inputs.filter((each) => each.equipmentId === equipmentId).map(({ signalId }) => signalId)
    // Clock-driven variables become silent through their gaps.
    const steady = own.filter((id) => !past.gaps.has(id))
    const quiet = (silences.get(equipmentId) ?? []).flatMap((span): Break[] => [
      { at: span.from, isSilent: true, signalIds: steady },
      { at: span.to, isSilent: false, signalIds: steady },
    ])
    return [...holes.map((at): Break => ({ at, isSilent: true, signalIds: own })), ...quiet]
  })
  await feed(call, past, { cells, breaks, from, to })
  const until = Math.min(to, ...known.map(({ knownTo }) => knownTo))
  cells.end(until)
  for (const hearer of hearers) hearer.end(until)
}

async function refuseTooMany({ history, signal }: By, { scope, series }: PastScope, { from, to }: Span): Promise<void> {
  if (series.length === 0) return
  const counts = await history.count({ ...scope, from, to: to - 1 }, { signal })
  if (counts.reduce((sum, { n }) => sum + n, 0) > maxSearched) throw fail('tooManyPoints', { limit: maxSearched })
}

/** A time at which inputs become silent, or get their last value back. */
type Break = { at: number; isSilent: boolean; signalIds: readonly number[] }
type Feeding = Span & { cells: PastMvars; breaks: readonly Break[] }

async function feed(call: By, past: PastScope, { cells, breaks, from, to }: Feeding): Promise<void> {
  const last = new Map<number, Reading>()
  const due = [...breaks].sort((a, b) => a.at - b.at)
  let next = 0
  const breakUpTo = (at: number) => {
    for (; next < due.length && due[next]!.at <= at; next += 1) {
      const { signalIds, isSilent, at: since } = due[next]!
      const told = signalIds.flatMap((signalId) =>
        last.has(signalId) ? [{ ...last.get(signalId)!, ...(isSilent && silent) }] : [],
      )
      if (told.length > 0) cells.take(Math.max(since, from), told)
    }
  }
  const giveWay = givingWay()
  const take = async (readings: readonly Reading[]) => {
    for (let begin = 0; begin < readings.length; ) {
      const { at } = readings[begin]!
      let end = begin + 1
      while (readings[end]?.at === at) end += 1
      const some = readings.slice(begin, end)
      breakUpTo(at)
      for (const reading of some) last.set(reading.signalId, reading)
      cells.take(at, some)
      begin = end
      // Checked within a piece, which may be long: each of its times evaluates every formula.
      if (cells.work() > mostWork) throw fail('tooManyPoints', { limit: maxSearched })
      await giveWay()
    }
  }
  await take((await readingsAt(call, past, from, { lookbackMs: changeLookbackMs })).sort((a, b) => a.at - b.at))
  cells.end(from)
  for await (const piece of piecesOf(call, past, { from, to: to - 1 })) {
    await take(piece)
  }
  breakUpTo(to - 1)
}
