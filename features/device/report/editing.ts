// A report while it is edited. Inputs of every mode are kept when the user switches the mode. Pure.
import type { Comparison, Report, Signal } from '../../../contract/equipment-config.ts'
import { type Aggregation, aggregations, type Period } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { isSame as isSameJson } from '../../platform/versioned/rules.ts'
import type { ReportDraft } from './contract.ts'
import { aggregationsOf, isStorable, tidy } from './rules.ts'

export type Choice = { signalId: Signal['id']; aggregation?: Aggregation | undefined }
export type Threshold = { signalId: Signal['id'] | undefined; symbol: Comparison; value: number | undefined }

export type Editing = Pick<ReportDraft, 'name' | 'type' | 'mode' | 'isPercent' | 'triggerSignalId'> & {
  id: Report['id'] | undefined
  period: Period
  ruledBy: 'threshold' | 'expression'
  threshold: Threshold
  expression: string
  fluctuation: number
  minIntervalMs: number
  enabled: boolean
  columns: readonly Choice[]
}

/** Props of each part of the form. */
export type ReportPart = {
  editing: Editing
  onChange: (change: Partial<Editing>) => void
  signals: readonly Signal[]
  equipmentId: number
  /** The text of a field's fault, once it shall be shown. */
  faultOf: (field: string) => string | undefined
}

const usualPeriods: Record<Report['type'], Period> = {
  normal: { every: 10, unit: 'second' },
  summary: { every: 1, unit: 'hour' },
}

/** The editing state of a saved report, or the defaults of a new one. */
export function editingOf(type: Report['type'], report?: Report): Editing {
  const condition = report?.condition
  const isExpression = condition !== undefined && 'expression' in condition
  return {
    id: report?.id,
    name: report?.name ?? '',
    type,
    mode: report?.mode ?? 'periodic',
    period: report?.period ?? usualPeriods[type],
    ruledBy: isExpression ? 'expression' : 'threshold',
    threshold: condition && !isExpression ? condition : { signalId: undefined, symbol: '>', value: undefined },
    expression: isExpression ? condition.expression : '',
    fluctuation: report?.fluctuation ?? 0,
    isPercent: report?.isPercent ?? false,
    minIntervalMs: report?.minIntervalMs ?? limits.changeIntervalMs,
    triggerSignalId: report?.triggerSignalId,
    enabled: report?.enabled !== false,
    columns: report?.columns.map(({ signalId, aggregation }) => ({ signalId, aggregation })) ?? [],
  }
}

function conditionOf({ ruledBy, threshold, expression }: Editing): ReportDraft['condition'] {
  if (ruledBy === 'expression') return expression.trim() ? { expression: expression.trim() } : undefined
  const { signalId, symbol, value } = threshold
  return signalId === undefined || value === undefined ? undefined : { signalId, symbol, value }
}

/** The report to send: only the fields of its mode, columns in the order of the device's variables. */
export function draftOf(editing: Editing, signals: readonly Signal[]): ReportDraft {
  const { id, name, type, mode, period, fluctuation, isPercent, minIntervalMs, triggerSignalId, enabled } = editing
  const place = new Map(signals.map((signal, index) => [signal.id, index]))
  const rank = ({ signalId, aggregation }: Choice) =>
    (place.get(signalId) ?? signals.length) * 10 + (aggregation ? aggregations.indexOf(aggregation) : 0)
  const rest = { period, fluctuation, isPercent, minIntervalMs, triggerSignalId, enabled }
  return tidy({
    ...{ id: id ?? null, name: name.trim(), type, mode, ...rest },
    condition: conditionOf(editing),
    columns: [...editing.columns]
      .sort((a, b) => rank(a) - rank(b))
      .map(({ signalId, aggregation }) => ({ signalId, aggregation })),
  })
}

export const isSame = (a: Editing, b: Editing, signals: readonly Signal[]): boolean =>
  JSON.stringify(draftOf(a, signals)) === JSON.stringify(draftOf(b, signals))

const rule = ['ruledBy', 'threshold', 'expression'] as const

/**
 * Merges two edits of one report, field by field: my changes win, other fields are theirs. Added and removed variables
 * of both are kept.
 */
export function mergedEditing(base: Editing, mine: Editing, theirs: Editing): Editing {
  const isMine = (key: keyof Editing) => !isSameJson(mine[key], base[key])
  const keys = (Object.keys(mine) as (keyof Editing)[]).filter((key) => key !== 'columns' && key !== 'id')
  const own = keys.filter((key) => (rule.some((each) => each === key) ? rule.some(isMine) : isMine(key)))
  const added = mine.columns.filter((column) => !has(base.columns, column) && !has(theirs.columns, column))
  const kept = theirs.columns.filter((column) => has(mine.columns, column) || !has(base.columns, column))
  return { ...theirs, ...Object.fromEntries(own.map((key) => [key, mine[key]])), columns: [...kept, ...added] }
}

/** The aggregation of a variable added to a summary. */
export const usualAggregation = ({ dataType, aggregation }: Signal): Aggregation =>
  aggregation ?? (dataType === 'string' ? 'last' : 'average')

const has = (columns: readonly Choice[], { signalId, aggregation }: Choice) =>
  columns.some((column) => column.signalId === signalId && column.aggregation === aggregation)

/** Adds variables with the usual aggregation of their type, or removes them with all aggregations. */
export function choose(
  columns: readonly Choice[],
  of: readonly Signal[],
  isIn: boolean,
  type: Report['type'],
): Choice[] {
  const ids = new Set(of.map(({ id }) => id))
  if (!isIn) return columns.filter(({ signalId }) => !ids.has(signalId))
  const chosen = new Set(columns.map(({ signalId }) => signalId))
  const added = of
    .filter((signal) => isStorable(signal) && !chosen.has(signal.id))
    .map(
      (signal): Choice => ({
        signalId: signal.id,
        aggregation: type === 'summary' ? usualAggregation(signal) : undefined,
      }),
    )
  return [...columns, ...added]
}

/** Adds or removes one aggregation of variables; variables that cannot have it are skipped. */
export function chooseAggregation(
  columns: readonly Choice[],
  of: readonly Signal[],
  aggregation: Aggregation,
  isIn: boolean,
): Choice[] {
  const choices = of
    .filter((signal) => isStorable(signal) && aggregationsOf(signal.dataType).includes(aggregation))
    .map((signal): Choice => ({ signalId: signal.id, aggregation }))
  if (isIn) return [...columns, ...choices.filter((choice) => !has(columns, choice))]
  return columns.filter((column) => !has(choices, column))
}
