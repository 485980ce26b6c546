// Checks that the reports of a configuration can run. Pure. [S8 1320]
import type { BoundConfig, GatewayReport } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { compileFormula, type Formula, type FormulaFault, isFormula } from '../../core/formula.ts'
import { isZone } from '../../core/zone.ts'

type Checked = Pick<BoundConfig, 'equipmentId' | 'config'>

/** The compiled condition of a report; undefined if it has none. */
export const compiledCondition = ({ condition }: GatewayReport): Formula | { fault: FormulaFault } | undefined =>
  condition === undefined ? undefined : compileFormula(condition, { maxLength: limits.formulaLength })

/** Variables of a report: stored, used by its condition, or its trigger. */
export function signalIdsOf(report: GatewayReport): Set<number> {
  const compiled = compiledCondition(report)
  return new Set([
    ...report.columns.map(({ signalId }) => signalId),
    ...(report.triggerSignalId === undefined ? [] : [report.triggerSignalId]),
    ...(compiled && isFormula(compiled) ? compiled.references.map(({ signalId }) => signalId) : []),
  ])
}

/** Why the reports cannot run, one line per fault; empty if they can. */
export function checkReports({ equipmentId, config }: Checked): string[] {
  const { reports = [], zone } = config
  const readable = new Set(
    config.drivers.flatMap(({ signals }) => signals.filter(({ access }) => access !== 'w').map(({ id }) => id)),
  )
  const isTimed = reports.some(({ mode }) => mode === 'periodic')
  return [
    ...(isTimed && !isZone(zone) ? [`the time zone ${zone} is unknown`] : []),
    ...twice(reports.map(({ id }) => `report ${id}`)),
    ...twice(reports.flatMap(({ columns }) => columns.map(({ id }) => `column ${id}`))),
    ...reports.flatMap((report) =>
      problemsOf(report, equipmentId, readable).map((problem) => `report ${report.id}: ${problem}`),
    ),
  ]
}

const twice = (names: readonly string[]): string[] =>
  [...new Set(names.filter((name, index) => names.indexOf(name) !== index))].map((name) => `${name} occurs twice`)

function problemsOf(report: GatewayReport, equipmentId: number, readable: ReadonlySet<number>): string[] {
  const lacks = lack[report.mode](report)
  const condition = conditionProblem(report, equipmentId)
  const unread = [...signalIdsOf(report)].filter((id) => !readable.has(id))
  return [
    ...(lacks ? [lacks] : []),
    ...(condition ? [condition] : []),
    ...unread.map((id) => `there is no variable ${id} to read`),
  ]
}

function conditionProblem(report: GatewayReport, equipmentId: number): string | undefined {
  const compiled = compiledCondition(report)
  if (!compiled) return undefined
  if (isFormula(compiled)) {
    const isForeign = compiled.references.some((reference) => reference.equipmentId !== equipmentId)
    return isForeign ? 'the condition names a variable of another device' : undefined
  }
  const { reason, at, word } = compiled.fault
  return `the condition is wrong at character ${at}: ${reason}${word ? ` "${word}"` : ''}`
}

const noPeriod = ({ period }: GatewayReport) => (period ? undefined : 'it has no period')

/** Fields that each mode requires. */
const lack: Record<GatewayReport['mode'], (report: GatewayReport) => string | undefined> = {
  periodic: noPeriod,
  interval: noPeriod,
  conditional(report) {
    if (report.condition === undefined) return 'it has no condition'
    return report.type === 'summary' ? undefined : noPeriod(report)
  },
  change: ({ type, triggerSignalId }) =>
    type === 'summary' && triggerSignalId === undefined ? 'a summary of changes has no trigger' : undefined,
  single: ({ condition, triggerSignalId }) =>
    condition === undefined && triggerSignalId === undefined ? 'it has neither trigger nor condition' : undefined,
}
