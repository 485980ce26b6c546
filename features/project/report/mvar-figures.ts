// Report figures of intermediate variables, calculated from stored values of their inputs.
import type { EquipmentId, ProjectId } from '../../../contract/fields.ts'
import type { Sight } from '../../../db/sight.ts'
import type { Span } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { inputsOf } from '../../watch/mvar/rules.ts'
import { silentBuckets } from '../../watch/open/history-buckets.ts'
import { pastScope } from '../../watch/open/history-replay.ts'
import { hearMvars, type MvarHearer } from '../../watch/open/mvar-heard.ts'
import { type ShownMvar, shownMvars } from '../../watch/open/mvar-inputs.ts'
import { type Counting, codes, hoursCells, none } from './cells.ts'
import type { Aggregate, Cell } from './expressions.ts'
import { isMvar } from './mvar-references.ts'
import { type Standing, standingCells } from './standing-cells.ts'

type By = Pick<OpenCall, 'sight' | 'history' | 'signal' | 'now'>

/**
 * An intermediate variable in a report. `fault`: why it has no value: the caller cannot see one of its devices, or not
 * all inputs are stored.
 */
export type ReportMvar = { mvar: ShownMvar; fault?: number }

/** Intermediate variables of the project, by id. */
export async function reportMvars(
  sight: Sight,
  projectId: ProjectId,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReportMvar>> {
  const mvars = await shownMvars(sight, projectId, ids)
  const inputs = mvars.flatMap((mvar) => mvar.inputs.map(({ signalId }) => signalId))
  const { series } = await pastScope({ sight }, inputs, 0)
  const stored = new Set<number>(series.map(({ signalId }) => signalId))
  const faultOf = ({ expression, inputs: visible }: ShownMvar): number | undefined => {
    if (visible.length < inputsOf({ text: expression }).length) return codes.notInProject
    return visible.every(({ signalId }) => stored.has(signalId)) ? undefined : codes.notStored
  }
  return new Map(
    mvars.map((mvar) => {
      const fault = faultOf(mvar)
      return [mvar.id, { mvar, ...(fault && { fault }) }]
    }),
  )
}

type Over = {
  /** The edges of the requested buckets. */
  edges: readonly number[]
  /** Buckets that are checked for silent devices. */
  fine: readonly number[]
}

/** The cells of the aggregates over intermediate variables, by index. */
export async function mvarCells(
  call: By,
  aggregates: readonly Aggregate[],
  known: ReadonlyMap<number, ReportMvar>,
  { edges, fine }: Over,
): Promise<ReadonlyMap<number, Cell[]>> {
  const found = new Map<number, Cell[]>()
  const counted: { at: number; counting: Counting; mvar: ShownMvar }[] = []
  for (const [at, { name, variable, condition }] of aggregates.entries()) {
    if (!isMvar(variable)) continue
    const { mvar, fault = codes.notInProject } = known.get(variable.signalId) ?? {}
    if (!mvar || known.get(variable.signalId)?.fault) {
      found.set(at, new Array<Cell>(edges.length - 1).fill(none(fault)))
      continue
    }
    const counting = condition
      ? hoursCells(condition, edges, call.now())
      : standingCells(name as Standing, edges, call.now())
    counted.push({ at, counting, mvar })
  }
  if (counted.length === 0) return found
  const mvars = [...new Map(counted.map(({ mvar }) => [mvar.id, mvar])).values()]
  const devices = new Set(mvars.flatMap(({ inputs }) => inputs.map(({ equipmentId }) => equipmentId as EquipmentId)))
  const hearers = counted.map(
    ({ mvar, counting }): MvarHearer => ({
      mvarId: mvar.id,
      hear: (value, at) => counting.hear({ at, ...value }, at, Number.POSITIVE_INFINITY),
      end: (at) => counting.end(at),
    }),
  )
  const span = { from: edges[0]!, to: Math.min(edges.at(-1)!, call.now()) }
  await hearMvars(call, mvars, hearers, { ...span, silences: await silencesOf(call, [...devices], fine) })
  for (const { at, counting } of counted) found.set(at, counting.cells())
  return found
}

const bucketsAtOnce = 2000

/** Time spans in which devices recorded no data. */
async function silencesOf(
  call: By,
  devices: readonly EquipmentId[],
  edges: readonly number[],
): Promise<ReadonlyMap<EquipmentId, Span[]>> {
  const found = new Map<EquipmentId, Span[]>()
  for (let begin = 0; begin < edges.length - 1; begin += bucketsAtOnce) {
    const slice = edges.slice(begin, begin + bucketsAtOnce + 1)
    for (const [equipmentId, silent] of await silentBuckets(call, devices, slice)) {
      const spans = found.get(equipmentId) ?? []
      for (const [place, is] of silent.entries()) {
        const [from, to] = [slice[place]!, slice[place + 1]!]
        const last = spans.at(-1)
        if (is && last?.to === from) last.to = to
        else if (is) spans.push({ from, to })
      }
      found.set(equipmentId, spans)
    }
  }
  return found
}
