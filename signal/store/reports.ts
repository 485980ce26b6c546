// The reports of a gateway as they run: each with its rule, told round by round what was read, and what time it is. What
// drives them is a gateway (signal/edge/store/storing.ts) or a series of readings (signal/store/series-storing.ts).
import type { BoundConfig, GatewayReport } from '../../contract/gateway-config.ts'
import { holds, isFormula } from '../../core/formula.ts'
import { compiledCondition, signalIdsOf } from './check-reports.ts'
import type { ReadSignal } from './keeper.ts'
import type { Condition, RuleContext, RuleState } from './mode.ts'
import type { Reading, SignalReading } from './reading.ts'
import { createRule, type StorageRule } from './storage-rule.ts'

export type Reports = {
  /** From now on these, by their ids. */
  run(rules: ReadonlyMap<number, StorageRule>): void
  /** A reading of the round that is under way; false: no report wants it. */
  take(signalId: number, reading: Reading): boolean
  /** A block is taken as a whole: its values are looked at together, not each beside the old ones of the others. */
  endRound(): void
  /** Time has passed. */
  onTime(): void
  /** When `onTime` is wanted next, by the clock of the rules. */
  nextAt(): number
}

type Running = { id: number; rule: StorageRule; readings: SignalReading[] }

/** `onFault`: a rule threw; the others go on. */
export function createReports(onFault: (reportId: number, error: unknown) => void): Reports {
  let running: Running[] = []
  let bySignal = new Map<number, Running[]>()

  function each(act: (one: Running) => void): void {
    for (const one of running) {
      try {
        act(one)
      } catch (error) {
        onFault(one.id, error)
      }
    }
  }

  return {
    run(rules) {
      running = [...rules].map(([id, rule]) => ({ id, rule, readings: [] }))
      bySignal = new Map()
      for (const one of running) {
        for (const signalId of one.rule.signalIds) {
          const concerned = bySignal.get(signalId)
          if (concerned) concerned.push(one)
          else bySignal.set(signalId, [one])
        }
      }
    },
    take(signalId, reading) {
      const concerned = bySignal.get(signalId)
      if (!concerned) return false
      const told = { signalId, reading }
      for (const { readings } of concerned) readings.push(told)
      return true
    },
    endRound() {
      each((one) => {
        if (one.readings.length === 0) return
        const { readings } = one
        one.readings = []
        one.rule.onReadings(readings)
      })
    },
    onTime() {
      each(({ rule }) => rule.onTime())
    },
    nextAt() {
      let first = Number.POSITIVE_INFINITY
      for (const { rule } of running) first = Math.min(first, rule.nextAt())
      return first
    },
  }
}

type Owner = Pick<BoundConfig, 'equipmentId' | 'config'>

/** Everything that gives a report's numbers their meaning. What was counted under another is not gone on with. */
export function meaningOf({ equipmentId, config }: Owner, report: GatewayReport): object {
  const ids = signalIdsOf(report)
  const signals = config.drivers.flatMap((driver) => driver.signals.filter(({ id }) => ids.has(id)))
  return { equipmentId, zone: config.zone, report, signals }
}

/** The rule of a report of this configuration. Throws where it cannot run: `checkReports` says why. */
export function ruleOf(
  bound: Owner,
  report: GatewayReport,
  context: Pick<RuleContext, 'time' | 'read' | 'store'>,
  state?: RuleState,
): StorageRule {
  const { zone } = bound.config
  const rollovers = rolloversOf(bound)
  const rolloverOf = (signalId: number) => rollovers.get(signalId)
  const condition = conditionOf(bound, report, context.read)
  return createRule(report, { ...context, zone, rolloverOf, condition }, state)
}

/** Where its counters begin again at 0. */
function rolloversOf({ config }: Owner): Map<number, number> {
  const signals = config.drivers.flatMap((driver) => driver.signals)
  return new Map(signals.flatMap(({ id, rollover }) => (rollover === undefined ? [] : [[id, rollover] as const])))
}

/** Of variables of this device; those of another are never read here. */
function conditionOf({ equipmentId }: Owner, report: GatewayReport, read: ReadSignal): Condition | undefined {
  const compiled = compiledCondition(report)
  if (!compiled) return undefined
  if (!isFormula(compiled)) throw new Error(`its condition is wrong at character ${compiled.fault.at}`)
  return {
    signalIds: compiled.references.map(({ signalId }) => signalId),
    holds: () => holds(compiled, (one) => (one.equipmentId === equipmentId ? read(one.signalId) : undefined)),
  }
}
