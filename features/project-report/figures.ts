// The figures of a custom report: history of all its variables in batch, then its expressions bucket by bucket.
import { fail } from '../../contract/errors.ts'
import type { ProjectId } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import { asDouble } from '../../core/formula-values.ts'
import {
  bucketAggregates,
  hearReadings,
  readingsBefore,
  type StoredVariable,
  silentBuckets,
  storedVariables,
} from '../history/part-buckets.ts'
import { loadInputs } from '../project-mvar/part-inputs.ts'
import type { OpenCall } from '../serve.ts'
import type { Bucket } from './buckets.ts'
import { codes, countedCells, hoursCells, none, rolledCells, type Told } from './cells.ts'
import type { CustomRow, ReportCells, ReportInput } from './contract.ts'
import { type Aggregate, type Cell, type Compiled, evaluateFields, keyOf, variablesOf } from './expressions.ts'

type By = Pick<OpenCall, 'sight' | 'history' | 'signal' | 'now'>

export type OpenReport = {
  compiled: Compiled
  /** The variables of visible devices of the project. */
  inputs: ReportInput[]
  /** Of those, by key, what is stored of them. */
  stored: ReadonlyMap<string, StoredVariable>
}

/** What its aggregates stand on, as far as the caller sees the devices. Throws reportVariableCapacity. */
export async function openReport(sight: By['sight'], projectId: ProjectId, compiled: Compiled): Promise<OpenReport> {
  const variables = variablesOf(compiled)
  if (variables.length > limits.reportVariables) throw fail('reportVariableCapacity', { limit: limits.reportVariables })
  const named = new Set(variables.map(keyOf))
  const found = await loadInputs(
    sight,
    projectId,
    variables.map(({ signalId }) => signalId),
  )
  const inputs = found.filter((each) => named.has(keyOf(each)))
  const stored = await storedVariables(sight, inputs)
  return { compiled, inputs, stored: new Map(stored.map((each) => [keyOf(each), each])) }
}

/** Numbers of the historian's answer at a time: some megabytes. */
const cellsAtOnce = 40_000

/** The fields of every bucket, in time order, slice by slice; the buckets follow each other. */
export async function* figureSlices(
  call: By,
  report: OpenReport,
  buckets: readonly Bucket[],
): AsyncGenerator<{ bucket: Bucket; cells: Cell[] }[]> {
  const columns = [...report.stored.values()].reduce((sum, each) => sum + each.columns.length, 1)
  const size = Math.max(1, Math.floor(cellsAtOnce / columns))
  for (let from = 0; from < buckets.length; from += size) {
    const slice = buckets.slice(from, from + size)
    const aggregates = await aggregatesOf(call, report, [...slice.map((each) => each.from), slice.at(-1)!.to])
    yield slice.map((bucket, place) => ({
      bucket,
      cells: evaluateFields(
        report.compiled,
        aggregates.map((cells) => cells[place]!),
        Math.max(0, Math.min(bucket.to, call.now()) - bucket.from),
      ),
    }))
  }
}

/** The fields over all of these buckets as one. */
export async function figuresOver(call: By, report: OpenReport, buckets: readonly Bucket[]): Promise<Cell[]> {
  const [first, last] = [buckets[0], buckets.at(-1)]
  if (!first || !last) return []
  const all: Bucket = { from: first.from, to: last.to, shift: null }
  for await (const [only] of figureSlices(call, report, [all])) return only!.cells
  return []
}

/** Every aggregate of the report in every bucket. */
async function aggregatesOf(call: By, { compiled, inputs, stored }: OpenReport, edges: number[]): Promise<Cell[][]> {
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
  return parts.map(({ aggregate: { name, variable: named }, variable, told }) => {
    if (told && name === 'hours') return believed(told.cells(), silent.get(told.variable.equipmentId))
    if (told) return told.cells()
    if (!variable || name === 'hours') {
      const code = isInput.has(keyOf(named)) ? codes.notStored : codes.notInProject
      return new Array<Cell>(edges.length - 1).fill(none(code))
    }
    const reading = before.get(variable.signalId)
    const value = reading && asDouble(reading.value)
    const last = value === undefined || !reading ? undefined : { at: reading.at, value }
    return countedCells(name, { variable, columns, edges, now, before: last })
  })
}

/** Of a time in which the device recorded nothing at all nobody knows what stood. */
const believed = (cells: readonly Cell[], silent: readonly boolean[] = []): Cell[] =>
  cells.map((cell, bucket) => (silent[bucket] ? none(codes.nothingStored) : cell))

/** How an aggregate is found: `told` where reading by reading. */
function partOf(
  { name, variable: named, condition }: Aggregate,
  stored: OpenReport['stored'],
  edges: readonly number[],
  now: number,
): { variable?: StoredVariable; told?: Told } {
  const variable = stored.get(keyOf(named))
  if (!variable) return {}
  if (name === 'hours' && condition) return { variable, told: hoursCells(condition, variable, edges, now) }
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
