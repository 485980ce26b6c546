// Validation of history reports, and the part of a report that a gateway receives. Pure: page and server use it.
import { type ConfigPart, following } from '../../../contract/config-part.ts'
import { type Condition, EquipmentConfig, type Report, type Signal } from '../../../contract/equipment-config.ts'
import { fail, type Language } from '../../../contract/errors.ts'
import type { ColumnId, SignalId } from '../../../contract/fields.ts'
import {
  type Aggregation,
  aggregations,
  type GatewayReport,
  type StorageMode,
} from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import type { DataType } from '../../../core/data-type.ts'
import type { Words } from '../../../drivers/driver.ts'
import { conditionFault, conditionSignals, formulaOf, renumberedExpression } from '../open/config-condition.ts'
import { type Fault, faultText, withoutEmpty } from '../open/config-fault.ts'
import type { ReportDraft } from './contract.ts'
import { periodFault } from './period.ts'

const reportReasons = {
  required: { en: 'required', 'zh-cn': '必填' },
  neither: { en: 'choose a trigger or define a condition', 'zh-cn': '请选择触发变量或设置存储条件' },
  noSuchSignal: { en: 'this variable does not exist', 'zh-cn': '变量不存在' },
  noColumns: { en: 'choose at least one variable', 'zh-cn': '请至少选择一个变量' },
  twice: { en: '“{name}” appears twice', 'zh-cn': '“{name}”重复' },
  writeOnly: { en: '“{name}” is write-only and cannot be stored', 'zh-cn': '“{name}”为只写变量，无法存储' },
  aggregationMissing: { en: 'choose an aggregation for “{name}”', 'zh-cn': '请为“{name}”选择汇总方式' },
  aggregationExtra: {
    en: 'a normal report stores the value itself, without aggregation',
    'zh-cn': '普通报表直接存储数值，不支持汇总',
  },
  aggregationWrong: { en: '“{name}” does not support this aggregation', 'zh-cn': '“{name}”不支持该汇总方式' },
} satisfies Record<string, Words>

/** A fault of a field: `columns.3` is the fourth column of the draft. */
type ReportFault = { field: string } & Fault

type Need = 'period' | 'condition' | 'change' | 'trigger'
type Kind = Pick<Report, 'type' | 'mode'>

const needed: Record<StorageMode, readonly Need[]> = {
  periodic: ['period'],
  interval: ['period'],
  conditional: ['condition', 'period'],
  change: ['trigger', 'change'],
  single: ['trigger', 'condition'],
}

/** The fields that a mode needs. A summary over the time of a condition has no period. */
export const needs = ({ type, mode }: Kind): readonly Need[] =>
  type === 'summary' && mode === 'conditional' ? ['condition'] : needed[mode]

/** Aggregations that a data type permits: a text has no maximum, a switch no difference. */
export function aggregationsOf(dataType: DataType): readonly Aggregation[] {
  if (dataType === 'string') return ['first', 'last']
  return dataType === 'bool' ? aggregations.filter((each) => each !== 'delta') : aggregations
}

export const isStorable = ({ access }: Pick<Signal, 'access'>): boolean => access !== 'w'

/** The report as it is saved: without fields that its mode does not use, and without default values. */
export function tidy<R extends ReportDraft | Report>(report: R): R {
  const asked = new Set(needs(report))
  const { period, condition, fluctuation, isPercent, minIntervalMs, triggerSignalId, enabled, ...rest } = report
  const { every, unit, offsetS } = period ?? {}
  const isMoved = asked.has('change') && fluctuation !== undefined && fluctuation > 0
  return withoutEmpty({
    ...rest,
    period:
      asked.has('period') && period
        ? withoutEmpty({ every, unit, offsetS: report.mode === 'periodic' ? offsetS || undefined : undefined })
        : undefined,
    condition: asked.has('condition') ? condition : undefined,
    fluctuation: isMoved ? fluctuation : undefined,
    isPercent: isMoved && isPercent ? true : undefined,
    minIntervalMs: asked.has('change') && minIntervalMs !== limits.changeIntervalMs ? minIntervalMs : undefined,
    triggerSignalId: asked.has('trigger') ? triggerSignalId : undefined,
    columns: report.columns.map(withoutEmpty),
    enabled: enabled === false ? false : undefined,
  }) as unknown as R
}

type Known = ReadonlyMap<number, Signal>

const knownOf = ({ signals }: Pick<EquipmentConfig, 'signals'>): Known =>
  new Map(signals.map((signal) => [signal.id as number, signal]))

const bad = (field: string, reason: keyof typeof reportReasons, name = ''): ReportFault => ({
  field,
  error: 'badParameter',
  reason: reportReasons[reason],
  details: { field, name },
})

function columnFault(
  { type }: Kind,
  column: ReportDraft['columns'][number],
  field: string,
  known: Known,
): ReportFault | undefined {
  const signal = known.get(column.signalId)
  if (!signal) return bad(field, 'noSuchSignal')
  if (!isStorable(signal)) return bad(field, 'writeOnly', signal.title)
  const { aggregation } = column
  if (type === 'normal') return aggregation && bad(field, 'aggregationExtra')
  if (!aggregation) return bad(field, 'aggregationMissing', signal.title)
  return aggregationsOf(signal.dataType).includes(aggregation)
    ? undefined
    : bad(field, 'aggregationWrong', signal.title)
}

const columnKey = ({ signalId, aggregation = '' }: { signalId: number; aggregation?: string | undefined }) =>
  `${signalId} ${aggregation}`

function columnFaults(report: ReportDraft, known: Known): ReportFault[] {
  const { columns, type } = report
  if (columns.length === 0) return [bad('columns', 'noColumns')]
  if (columns.length > limits.columnsPerReport) {
    return [{ field: 'columns', error: 'columnCapacity', details: { limit: limits.columnsPerReport } }]
  }
  const seen = new Set<string>()
  return columns.flatMap((column, index): ReportFault[] => {
    const field = `columns.${index}`
    const fault = columnFault(report, column, field, known)
    if (fault) return [fault]
    if (seen.size < seen.add(columnKey(column)).size) return []
    const name = known.get(column.signalId)!.title
    return [type === 'summary' ? { field, error: 'summaryTwice', details: { name } } : bad(field, 'twice', name)]
  })
}

function whenFaults(report: ReportDraft, known: Known, equipmentId: number): ReportFault[] {
  const asked = new Set(needs(report))
  const found: (ReportFault | undefined)[] = []
  if (asked.has('period')) {
    const reason = report.period && periodFault(report.period, report.mode)
    if (!report.period) found.push(bad('period', 'required'))
    else if (reason) found.push({ field: 'period', error: 'badParameter', reason, details: { field: 'period' } })
  }
  if (asked.has('condition')) {
    const fault = report.condition && conditionFault(report.condition, known, equipmentId)
    if (fault) found.push({ field: 'condition', ...fault })
    const isOptional = isConditionOptional(report)
    if (!report.condition && !isOptional) found.push(bad('condition', 'required'))
    if (!report.condition && isOptional && report.triggerSignalId === undefined) found.push(bad('condition', 'neither'))
  }
  if (asked.has('trigger')) found.push(triggerFault(report, known))
  return found.filter((fault) => fault !== undefined)
}

/** A single report is stored by its trigger, by its condition, or by the trigger while the condition holds. */
export const isConditionOptional = ({ mode }: Pick<Report, 'mode'>): boolean => mode === 'single'
export const isTriggerOptional = ({ type, mode }: Kind): boolean => mode === 'single' || type === 'normal'

function triggerFault(report: ReportDraft, known: Known): ReportFault | undefined {
  const { triggerSignalId } = report
  const field = 'triggerSignalId'
  if (triggerSignalId === undefined) return isTriggerOptional(report) ? undefined : bad(field, 'required')
  const signal = known.get(triggerSignalId)
  if (!signal) return bad(field, 'noSuchSignal')
  return isStorable(signal) ? undefined : bad(field, 'writeOnly', signal.title)
}

/** All faults of a report of this device; `config.reports` are the other reports. */
export function reportFaults(report: ReportDraft, config: EquipmentConfig, equipmentId: number): ReportFault[] {
  const known = knownOf(config)
  const name = report.name.trim().toLowerCase()
  const isTaken = config.reports.some((other) => other.id !== report.id && other.name.toLowerCase() === name)
  return [
    ...(name === '' ? [bad('name', 'required')] : []),
    ...(isTaken ? [{ field: 'name', error: 'nameExists', details: { name: report.name } } as const] : []),
    ...whenFaults(report, known, equipmentId),
    ...columnFaults(report, known),
  ]
}

/** The first report made invalid by another change, such as a variable that became a text. */
function brokenReport(
  config: EquipmentConfig,
  equipmentId: number,
): { report: Report; fault: ReportFault } | undefined {
  for (const report of config.reports) {
    const [fault] = reportFaults(report, config, equipmentId)
    if (fault) return { report, fault }
  }
  return undefined
}

export type Loss = { report: Report; columns: number; isWhole: boolean }

/**
 * The reports after variables are deleted: their columns are removed, and reports without columns. `held`: reports that
 * keep columns, but whose condition or trigger needs a deleted variable; such a deletion is rejected.
 */
export function withoutSignals(
  reports: readonly Report[],
  gone: ReadonlySet<number>,
): { reports: Report[]; losses: Loss[]; held: { report: Report; signalId: number }[] } {
  const kept: Report[] = []
  const losses: Loss[] = []
  const held: { report: Report; signalId: number }[] = []
  for (const report of reports) {
    const columns = report.columns.filter(({ signalId }) => !gone.has(signalId))
    const lost = report.columns.length - columns.length
    if (lost > 0) losses.push({ report, columns: lost, isWhole: columns.length === 0 })
    if (columns.length === 0) continue
    const signalId = ruledBy(report).find((id) => gone.has(id))
    if (signalId !== undefined) held.push({ report, signalId })
    kept.push(lost > 0 ? { ...report, columns } : report)
  }
  return { reports: kept, losses, held }
}

/** Variables that decide when a report stores. */
const ruledBy = ({ condition, triggerSignalId }: Pick<Report, 'condition' | 'triggerSignalId'>): number[] => [
  ...(condition ? conditionSignals(condition) : []),
  ...(triggerSignalId === undefined ? [] : [triggerSignalId]),
]

/** Columns of a draft with their existing ids; new columns get ids from `fresh`, in order. */
export function withColumnIds(columns: ReportDraft['columns'], before: Report | undefined, fresh: readonly ColumnId[]) {
  const known = new Map(before?.columns.map((column) => [columnKey(column), column.id]))
  let next = 0
  return columns.map((column) => ({ ...column, id: known.get(columnKey(column)) ?? fresh[next++]! }))
}

export const newColumns = (columns: ReportDraft['columns'], before: Report | undefined): number => {
  const known = new Set(before?.columns.map(columnKey))
  return columns.filter((column) => !known.has(columnKey(column))).length
}

/** The reports that the gateway receives: only enabled ones, without names and default values. */
function gatewayReportsOf({ reports, signals }: EquipmentConfig, equipmentId: number): GatewayReport[] {
  const known = knownOf({ signals })
  return reports
    .filter(({ enabled }) => enabled !== false)
    .map((each) => {
      const { name: _, enabled: __, origin: ___, condition, ...report } = tidy(each)
      return withoutEmpty({ ...report, condition: condition && formulaOf(condition as Condition, known, equipmentId) })
    }) as GatewayReport[]
}

const words = {
  report: { en: 'history report', 'zh-cn': '历史报表' },
  rule: { en: 'condition or trigger of history report', 'zh-cn': '历史报表的存储条件或触发变量' },
} as const

const inUse = (what: keyof typeof words, name: string, language: Language, why = '') =>
  fail('inUse', { reason: `${words[what][language]} “${name}”${why && `: ${why}`}` })

export const reportPart: ConfigPart<'reports'> = {
  key: 'reports',
  schema: EquipmentConfig.shape.reports,
  capacity: { limit: limits.reportsPerEquipment, error: 'reportCapacity' },
  isLater: true,
  faultOf(config, { equipmentId, language }) {
    const broken = brokenReport(config, equipmentId)
    return broken && inUse('report', broken.report.name, language, faultText(broken.fault, language))
  },
  // Columns of deleted variables and empty reports are deleted too; a variable that a condition needs cannot be
  // deleted.
  reduced(next, before, language) {
    const kept = new Set(next.signals.map(({ id }) => id))
    const gone = new Set(before.signals.map(({ id }) => id).filter((id) => !kept.has(id)))
    const { reports, held } = withoutSignals(next.reports, gone)
    if (held[0]) throw inUse('rule', held[0].report.name, language)
    return { ...next, reports }
  },
  gateway(config, equipmentId) {
    const reports = gatewayReportsOf(config, equipmentId)
    return reports.length === 0 ? {} : { reports }
  },
  following: following<Report>({
    sequence: 'report_id',
    likeness: ({ name, type }) => `${type} ${name.toLowerCase()}`,
    renumbered(report, numbers, there) {
      const signal = (id: number) => numbers.signal(id) as SignalId
      const columns = report.columns.map((column) => ({ ...column, signalId: signal(column.signalId) }))
      const known = new Map(there?.columns.map((column) => [columnKey(column), column.id]))
      const { condition, triggerSignalId } = report
      return withoutEmpty({
        ...report,
        columns: columns.map((column) => ({
          ...column,
          id: known.get(columnKey(column)) ?? (numbers.fresh('column_id') as ColumnId),
        })),
        triggerSignalId: triggerSignalId === undefined ? undefined : signal(triggerSignalId),
        condition:
          condition &&
          ('expression' in condition
            ? { expression: renumberedExpression(condition.expression, numbers) }
            : { ...condition, signalId: signal(condition.signalId) }),
      }) as Report
    },
    own: () => ({ may: [], has: [] }),
    usual: { fluctuation: 0, isPercent: false, minIntervalMs: limits.changeIntervalMs, enabled: true },
  }),
}
