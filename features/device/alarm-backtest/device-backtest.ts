// Runs a rule of a device over stored history.
import type { AlarmRule, EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import type { Span } from '../../../signal/history/history.ts'
import { SeriesJudging } from '../../../signal/judge/series-judging.ts'
import type { Call } from '../../frame/serve.ts'
import { gatewayRuleOf, subjectOf } from '../alarm-rules/rules.ts'
import { emptyBacktest, type PastVisitor, runBacktest } from '../open/alarm-backtest-run.ts'
import { type StoredColumn, visitPast } from './past-readings.ts'
import { loadGatewayIds, loadStored } from './store.ts'

type Trying = Pick<Call, 'sight' | 'history' | 'signal'>
type Asked = Span & { equipmentId: EquipmentId; rule: AlarmRule; config: EquipmentConfig }

/** Alarms that the rule would have raised, and a dead band and delay with which it would chatter less. */
export async function tryRule(call: Trying, { config, ...asked }: Asked) {
  const { equipmentId, rule, from, to } = asked
  const known = new Map(config.signals.map((signal) => [signal.id as number, signal]))
  const judged = gatewayRuleOf(rule, known, equipmentId)
  if (!judged) return emptyBacktest(to)
  const wanted = judgedSignals(judged, equipmentId, from)
  const stored = await loadStored(call.sight, equipmentId, [...wanted])
  const unstored = [...wanted].filter((id) => !stored.some(({ signalId }) => signalId === id))
  if (unstored.length > 0)
    return { ...emptyBacktest(to), unstored: unstored.map((id) => known.get(id)?.title ?? `#${id}`) }
  const past = await openPast(call, equipmentId, stored)
  const densest = await past.densest(subjectOf(rule.condition) ?? [...wanted][0], { from, to })
  const visit = (span: Span, visitor: PastVisitor, ofSubject = false) =>
    past.visit(span, visitor, ofSubject && densest ? [densest] : stored)
  const tried = await runBacktest({ visit, subjectId: densest?.signalId }, { ...asked, known }, judged)
  // A variable stored on change has no gaps between two readings.
  const stepMs = densest?.periodMs === null ? null : tried.stepMs
  return { ...tried, stepMs, unstored: [], columnId: densest?.id ?? null }
}

const judgedSignals = (rule: GatewayRule, equipmentId: number, begin: number): ReadonlySet<number> =>
  new SeriesJudging({ equipmentId, rules: [{ ...rule, tell: [] }], begin, tell: () => undefined }).signalIds

async function openPast({ sight, history, signal }: Trying, equipmentId: EquipmentId, columns: StoredColumn[]) {
  const gatewayIds = await loadGatewayIds(sight, equipmentId)
  const scopeOf = (of: readonly StoredColumn[]) => ({
    ...{ orgId: sight.orgId, equipmentId, gatewayIds },
    columnIds: of.map(({ id }) => id),
  })
  return {
    visit: (span: Span, visitor: PastVisitor, of: readonly StoredColumn[]) =>
      visitPast({ reader: history, scope: scopeOf(of), columns: of }, span, visitor, signal),
    /** The column of the variable with the most readings in the range. */
    async densest(signalId: number | undefined, span: Span): Promise<StoredColumn | undefined> {
      const own = columns.filter((column) => column.signalId === signalId)
      const counts = await history.count({ ...scopeOf(own), ...span }, { signal })
      const most = counts.reduce((best, each) => (each.n > best.n ? each : best), { columnId: 0, n: 0 })
      return own.find(({ id }) => id === most.columnId) ?? own[0]
    },
  }
}
