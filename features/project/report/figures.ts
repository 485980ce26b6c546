// The figures of a custom report: loads the history of all variables in batches, then evaluates the expressions per
// bucket.
import { fail } from '../../../contract/errors.ts'
import type { ProjectId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { asDouble } from '../../../core/formula-values.ts'
import { givingWay } from '../../../core/giving-way.ts'
import type { OpenCall } from '../../frame/serve.ts'
import {
  bucketAggregates,
  hearReadings,
  readingsBefore,
  type StoredVariable,
  silentBuckets,
  storedVariables,
} from '../../watch/open/history-buckets.ts'
import { loadInputs, shownMvars } from '../../watch/open/mvar-inputs.ts'
import type { Bucket } from './buckets.ts'
import { codes, countedCells, hoursCells, hoursTogether, none, rolledCells, type Told } from './cells.ts'
import type { CustomRow, ReportCells, ReportInput } from './contract.ts'
import { type Aggregate, type Cell, type Compiled, evaluateFields, keyOf, variablesOf } from './expressions.ts'
import { mvarCells, type ReportMvar, reportMvars } from './mvar-figures.ts'
import { isMvar, ofMvar, type Variable } from './mvar-references.ts'

type By = Pick<OpenCall, 'sight' | 'history' | 'signal' | 'now'>

export type OpenReport = {
  compiled: Compiled
  /** The variables of visible devices of the project. */
  inputs: ReportInput[]
  /** Stored columns of the inputs, by key. */
  stored: ReadonlyMap<string, StoredVariable>
  mvars: ReadonlyMap<number, ReportMvar>
}

/** Loads the inputs of the aggregates, limited to devices that the caller can see. Throws reportVariableCapacity. */
export async function openReport(sight: By['sight'], projectId: ProjectId, compiled: Compiled): Promise<OpenReport> {
  const variables = variablesOf(compiled)
  if (variables.length > limits.reportVariables) throw fail('reportVariableCapacity', { limit: limits.reportVariables })
  const inputs = await namedInputs(sight, projectId, variables)
  const stored = await storedVariables(
    sight,
    inputs.filter((each) => !isMvar(each)),
  )
  const mvarIds = variables.filter(isMvar).map(({ signalId }) => signalId)
  const mvars = await reportMvars(sight, projectId, mvarIds)
  return { compiled, inputs, stored: new Map(stored.map((each) => [keyOf(each), each])), mvars }
}

/** The variables that are in the project and visible to the caller, with their names. */
export async function namedInputs(
  sight: By['sight'],
  projectId: ProjectId,
  variables: readonly Variable[],
): Promise<ReportInput[]> {
  const [mvars, signals] = [variables.filter(isMvar), variables.filter((each) => !isMvar(each))]
  const idsOf = (some: readonly Variable[]) => some.map(({ signalId }) => signalId)
  const named = new Set(signals.map(keyOf))
  const found = (await loadInputs(sight, projectId, idsOf(signals))).filter((each) => named.has(keyOf(each)))
  const calculated = (await shownMvars(sight, projectId, idsOf(mvars))).map(({ id, title }) => ({
    ...{ ...ofMvar(id), title, subTitle: '' },
  }))
  return [...found, ...calculated]
}

/** Numbers per query to the historian: some megabytes. */
const cellsAtOnce = 40_000

/** Cells per slice: some milliseconds of evaluation. */
const cellsOfPiece = 2000

/** The fields of consecutive buckets in time order, in slices; other work of the process runs between slices. */
export async function* figureSlices(
  call: By,
  report: OpenReport,
  buckets: readonly Bucket[],
): AsyncGenerator<{ bucket: Bucket; cells: Cell[] }[]> {
  const size = Math.max(1, Math.floor(cellsOfPiece / Math.max(1, report.compiled.fields.length)))
  const giveWay = givingWay()
  for await (const { slice, aggregates } of aggregateSlices(call, report, buckets)) {
    for (let begin = 0; begin < slice.length; begin += size) {
      yield slice.slice(begin, begin + size).map((bucket, at) => ({
        bucket,
        cells: evaluateFields(
          report.compiled,
          aggregates.map((cells) => cells[begin + at]!),
          Math.max(0, Math.min(bucket.to, call.now()) - bucket.from),
        ),
      }))
      await giveWay()
    }
  }
}

const edgesOf = (buckets: readonly Bucket[]): number[] => [...buckets.map(({ from }) => from), buckets.at(-1)!.to]

async function* aggregateSlices(
  call: By,
  report: OpenReport,
  buckets: readonly Bucket[],
): AsyncGenerator<{ slice: readonly Bucket[]; aggregates: Cell[][] }> {
  const columns = [...report.stored.values()].reduce((sum, each) => sum + each.columns.length, 1)
  const size = Math.max(1, Math.floor(cellsAtOnce / columns))
  for (let from = 0; from < buckets.length; from += size) {
    const slice = buckets.slice(from, from + size)
    const edges = edgesOf(slice)
    yield { slice, aggregates: await aggregatesOf(call, report, edges, edges) }
  }
}

/**
 * The fields over all buckets together. Hours are the sum over the buckets, so that hours in which a device was silent
 * are excluded as in the rows.
 */
export async function figuresOver(call: By, report: OpenReport, buckets: readonly Bucket[]): Promise<Cell[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const { compiled } = report
  const isHours = compiled.aggregates.map(({ name }) => name === 'hours')
  const only = (hours: boolean): OpenReport => {
    const aggregates = compiled.aggregates.filter((_, at) => isHours[at] === hours)
    return { ...report, compiled: { ...compiled, aggregates } }
  }
  const hours: Cell[][] = []
  for await (const { aggregates } of aggregateSlices(call, only(true), buckets))
    for (const [at, cells] of aggregates.entries()) hours[at] = [...(hours[at] ?? []), ...cells]
  const whole = (await aggregatesOf(call, only(false), [first.from, last.to], edgesOf(buckets))).values()
  const ofHours = hours.values()
  const cells = isHours.map((is) => (is ? hoursTogether(ofHours.next().value!) : whole.next().value![0]!))
  return evaluateFields(compiled, cells, Math.max(0, Math.min(last.to, call.now()) - first.from))
}

/** Every aggregate of the report in every bucket. `fine`: buckets that are checked for silent devices. */
async function aggregatesOf(call: By, report: OpenReport, edges: number[], fine: number[]): Promise<Cell[][]> {
  const { compiled, inputs, stored, mvars } = report
  const now = call.now()
  const isInput = new Set(inputs.map(keyOf))
  const parts = compiled.aggregates.map((aggregate) => ({ aggregate, ...partOf(aggregate, stored, edges, now) }))
  const counted = new Set(parts.flatMap(({ variable, told }) => (variable && !told ? variable : [])))
  const rising = new Set(parts.flatMap((part) => (part.aggregate.name === 'delta' ? (part.variable ?? []) : [])))
  const columns = await bucketAggregates(call, [...counted], edges)
  const before = await readingsBefore(call, [...rising], edges[0]!)
  await hearReadings(
    call,
    parts.flatMap(({ told }) => told ?? []),
    edges[0]!,
    edges.at(-1)!,
  )
  const hours = parts.filter(({ aggregate }) => aggregate.name === 'hours')
  const watched = new Set(hours.flatMap(({ variable }) => variable?.equipmentId ?? []))
  const silent = await silentBuckets(call, [...watched], edges)
  const calculated = await mvarCells(call, compiled.aggregates, mvars, { edges, fine })
  // In a total over several buckets, values that are stored on change are incomplete if the device was silent in one of
  // the buckets.
  const ofWhole = edges === fine ? [] : parts.flatMap(({ variable }) => variable?.equipmentId ?? [])
  const silentWithin = await silentBuckets(call, [...new Set(ofWhole)], fine)
  const marked = (cells: Cell[], { equipmentId }: StoredVariable) =>
    silentWithin.get(equipmentId)?.includes(true) ? cells.map(asPart) : cells
  return parts.map(({ aggregate: { name, variable: named }, variable, told }, place) => {
    const own = calculated.get(place)
    if (own) return own
    if (told && name === 'hours') return believed(told.cells(), silent.get(told.variable.equipmentId))
    if (told) return marked(told.cells(), told.variable)
    if (!variable || name === 'hours') {
      const code = isInput.has(keyOf(named)) ? codes.notStored : codes.notInProject
      return new Array<Cell>(edges.length - 1).fill(none(code))
    }
    const reading = before.get(variable.signalId)
    const value = reading && asDouble(reading.value)
    const last = value === undefined || !reading ? undefined : { at: reading.at, value }
    const cells = countedCells(name, { variable, columns, edges, now, before: last })
    return name === 'count' ? cells : marked(cells, variable)
  })
}

/** A state stored on change is unknown while the device recorded nothing. */
const believed = (cells: readonly Cell[], silent: readonly boolean[] = []): Cell[] =>
  cells.map((cell, bucket) => (silent[bucket] ? none(codes.nothingStored) : cell))

const asPart = (cell: Cell): Cell => (cell.value === null ? cell : { ...cell, isPart: true })

/** How an aggregate is computed. `told`: set if it is computed from single readings. */
function partOf(
  { name, variable: named, condition }: Aggregate,
  stored: OpenReport['stored'],
  edges: readonly number[],
  now: number,
): { variable?: StoredVariable; told?: Told } {
  const variable = stored.get(keyOf(named))
  if (!variable) return {}
  if (name === 'hours' && condition) return { variable, told: { variable, ...hoursCells(condition, edges, now) } }
  if (name === 'delta' && variable.rollover !== null)
    return { variable, told: rolledCells(variable.rollover, variable, edges) }
  return { variable }
}

export const listsOf = (cells: readonly Cell[]): ReportCells => ({
  values: cells.map(({ value }) => value),
  codes: cells.map(({ code }) => code),
  parts: cells.map(({ isPart }) => isPart),
})

export const rowOf = ({ from, to, shift }: Bucket, cells: readonly Cell[], now: number): CustomRow => ({
  ...{ time: from, until: to, shift, isOpen: to > now },
  ...listsOf(cells),
})
