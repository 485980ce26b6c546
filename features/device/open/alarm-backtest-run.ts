// Backtest of a rule: its past readings, from any source, run through the evaluator of live values.
import type { AlarmRule, Signal } from '../../../contract/equipment-config.ts'
import type { GatewayRule } from '../../../contract/gateway-config.ts'
import type { Span } from '../../../signal/history/history.ts'
import { SeriesJudging, type SeriesJudgingOptions } from '../../../signal/judge/series-judging.ts'
import type { BacktestAlarm } from '../alarm-backtest/contract.ts'
import { createEnvelope } from '../alarm-backtest/envelope.ts'
import { faulty, type PastVisitor } from '../alarm-backtest/past-readings.ts'
import {
  againMs,
  bestOf,
  countsOf,
  isChattering,
  lateness,
  type Remedy,
  remediesOf,
} from '../alarm-backtest/statistics.ts'
import { createThinner } from '../alarm-backtest/thinner.ts'
import { backAt, gatewayRuleOf } from '../alarm-rules/rules.ts'

export { faulty, type PastVisitor }

type BacktestPast = {
  /** Visits every reading of a range, or only those of the subject; returns their number. */
  visit(span: Span, visitor: PastVisitor, ofSubject?: boolean): Promise<number>
  /** The variable whose curve is returned. */
  subjectId: number | undefined
}

/** A rule and the variables of its device; formulas refer to the device by `equipmentId`. */
type Asked = Span & { equipmentId: number; rule: AlarmRule; known: ReadonlyMap<number, Signal> }

/** Buckets of a curve, as many as a screen can show. */
const wholeBuckets = 600
const hourBuckets = 720
const hourMs = 3600_000

const nothing = { times: [], values: [] }
export const emptyBacktest = (to: number) => ({
  ...{ readings: 0, unstored: [] as string[], stepMs: null, columnId: null, curve: nothing, worstCurve: null },
  ...{ edited: countsOf([], to), suggested: null },
})

/** Alarms that the rule would have raised, and a dead band and delay with which it would chatter less. */
export async function runBacktest(past: BacktestPast, asked: Asked, judged: GatewayRule) {
  const first = await judgeOnce(past, asked, judged)
  const edited = countsOf(first.alarms, asked.to)
  const suggested = isChattering(first.alarms) ? await suggest(past, asked, first) : null
  const worstCurve = edited.worst && past.subjectId !== undefined ? await hourCurve(past, edited.worst.from) : null
  const { readings, stepMs, curve } = first
  return { readings, stepMs, curve, worstCurve, edited, suggested }
}

/** Collects the alarms of each rule from the evaluator. */
function gatherer() {
  const byRule = new Map<number, BacktestAlarm[]>()
  return {
    tell({ ruleId, kind, at, values }: Parameters<SeriesJudgingOptions['tell']>[0]) {
      const alarms = byRule.get(ruleId) ?? []
      byRule.set(ruleId, alarms)
      const value = values[0]?.[1]
      if (kind === 'cleared') alarms.at(-1)!.clearedAt = at
      else alarms.push({ raisedAt: at, clearedAt: null, value: typeof value === 'number' ? value : null })
    },
    of: (ruleId: number): BacktestAlarm[] => byRule.get(ruleId) ?? [],
  }
}

type First = Awaited<ReturnType<typeof judgeOnce>>

/**
 * Evaluates the edited rule; also computes the curve of its variable, and how far the value returned behind the
 * limit between alarms.
 */
async function judgeOnce(past: BacktestPast, { equipmentId, rule, from, to }: Asked, judged: GatewayRule) {
  const gathered = gatherer()
  const judging = new SeriesJudging({ equipmentId, rules: [judged], begin: from, tell: gathered.tell })
  const envelope = createEnvelope({ from, to }, wholeBuckets)
  const dips = dipsOf(rule)
  const readings = await past.visit(
    { from, to },
    {
      reading(signalId, value, code, at) {
        if (signalId === past.subjectId) {
          const number = code === faulty ? Number.NaN : Number(value)
          envelope.take(number, at)
          dips.take(number, at, gathered.of(judged.id).at(-1))
        }
        judging.reading(signalId, value, code, at)
      },
      lose(at) {
        envelope.take(Number.NaN, at)
        judging.lose(at)
      },
    },
  )
  judging.time(to)
  const alarms = gathered.of(judged.id)
  return { readings, alarms, dips: dips.all(), stepMs: envelope.stepMs(), curve: envelope.curve() }
}

/** Records how far the value returned behind the limit before each alarm that was soon raised again. */
function dipsOf({ condition }: AlarmRule) {
  const dips: number[] = []
  if (condition.kind !== 'limit') return { take: () => undefined, all: () => dips }
  const sign = condition.is === 'above' ? 1 : -1
  let [deepest, since]: [number, number | null] = [0, null]
  return {
    take(value: number, at: number, last: BacktestAlarm | undefined) {
      const behind = (condition.limit - value) * sign
      if (last && last.clearedAt !== null && since !== last.clearedAt) [deepest, since] = [0, last.clearedAt]
      if (since === null || Number.isNaN(behind)) return
      if (behind < 0 && deepest > 0 && at - since <= againMs) {
        dips.push(deepest)
        since = null
      } else deepest = Math.max(deepest, behind)
    },
    all: () => dips,
  }
}

/** Evaluates all remedies in one pass over the past, thinned to readings that can change the outcome. */
async function suggest(past: BacktestPast, { equipmentId, rule, known, from, to }: Asked, first: First) {
  const { condition, offDelayS = 0 } = rule
  if (condition.kind !== 'limit' && condition.kind !== 'state') return null
  const remedies = remediesOf(condition, offDelayS, first.dips)
  const rules = remedies.map((remedy, index) => gatewayRuleOf(remedied(rule, remedy, index), known, equipmentId)!)
  if (rules.length === 0) return null
  const gathered = gatherer()
  const judging = new SeriesJudging({ equipmentId, rules, begin: from, tell: gathered.tell })
  const furthest = Math.max(0, ...remedies.map(({ deadBand }) => deadBand ?? 0))
  const passes = createThinner(condition.kind === 'limit' ? edgesOf(condition, furthest) : undefined)
  await past.visit(
    { from, to },
    {
      reading(signalId, value, code, at) {
        if (passes(value, code)) judging.reading(signalId, value, code, at)
      },
      lose(at) {
        passes(null, Number.NaN)
        judging.lose(at)
      },
    },
  )
  judging.time(to)
  const outcomes = remedies.map((remedy, index) => ({ remedy, alarms: gathered.of(index + 1) }))
  const best = bestOf(first.alarms, outcomes, to)
  if (!best) return null
  return { ...countsOf(best.alarms, to), ...best.remedy, ...lateness(first.alarms, best.alarms, to) }
}

const edgesOf = (condition: Extract<AlarmRule['condition'], { kind: 'limit' }>, deadBand: number) =>
  [condition.limit, backAt({ ...condition, deadBand })].sort((a, b) => a - b) as [number, number]

function remedied(rule: AlarmRule, { deadBand, offDelayS }: Remedy, index: number): AlarmRule {
  const { condition } = rule
  const wider = condition.kind === 'limit' && deadBand !== null ? { ...condition, deadBand } : condition
  return { ...rule, id: (index + 1) as AlarmRule['id'], condition: wider, offDelayS, content: undefined }
}

/** The curve of an hour at the resolution of a screen. */
async function hourCurve(past: BacktestPast, from: number) {
  const span = { from, to: from + hourMs - 1 }
  const envelope = createEnvelope(span, hourBuckets)
  await past.visit(
    span,
    {
      reading: (_signalId, value, code, at) => envelope.take(code === faulty ? Number.NaN : Number(value), at),
      lose: (at) => envelope.take(Number.NaN, at),
    },
    true,
  )
  return envelope.curve()
}
