// Runs the reports of a gateway: passes readings, round by round, and the time to their rules. The driver is a gateway
// (signal/edge/store/storing.ts) or a series of readings (signal/store/series-storing.ts).
import type { BoundConfig, GatewayReport } from '../../contract/gateway-config.ts'
import { holds, isFormula } from '../../core/formula.ts'
import { compiledCondition, signalIdsOf } from './check-reports.ts'
import type { ReadSignal } from './keeper.ts'
import type { Condition, RuleContext, RuleState } from './mode.ts'
import type { Reading, SignalReading } from './reading.ts'
import { createRule, type StorageRule } from './storage-rule.ts'

export type Reports = {
  /** Replaces the rules, by report id. */
  run(rules: ReadonlyMap<number, StorageRule>): void
  /** Adds a reading to the current round; false: no report uses it. */
  take(signalId: number, reading: Reading): boolean
  /** Ends the round: the values of a block are evaluated together, not each with the old values of the others. */
  endRound(): void
  /** Runs what is due after time has passed. */
  onTime(): void
  /** When `onTime` must be called next, by the clock of the rules. */
  nextAt(): number
}

type Running = { id: number; rule: StorageRule; readings: SignalReading[] }

/** `onFault` is called when a rule throws; the others continue. */
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

/** Everything that determines the meaning of a report's numbers. If it changes, unfinished summaries are discarded. */
export function meaningOf({ equipmentId, config }: Owner, report: GatewayReport): object {
  const ids = signalIdsOf(report)
  const signals = config.drivers.flatMap((driver) => driver.signals.filter(({ id }) => ids.has(id)))
  return { equipmentId, zone: config.zone, report, signals }
}

/** The rule of a report of this configuration. Throws if it cannot run: `checkReports` gives the reason. */
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

/** The value at which each counter of the configuration rolls over to 0. */
function rolloversOf({ config }: Owner): Map<number, number> {
  const signals = config.drivers.flatMap((driver) => driver.signals)
  return new Map(signals.flatMap(({ id, rollover }) => (rollover === undefined ? [] : [[id, rollover] as const])))
}

/** Evaluates the condition from variables of this device; those of another device are never read here. */
function conditionOf({ equipmentId }: Owner, report: GatewayReport, read: ReadSignal): Condition | undefined {
  const compiled = compiledCondition(report)
  if (!compiled) return undefined
  if (!isFormula(compiled)) throw new Error(`its condition is wrong at character ${compiled.fault.at}`)
  return {
    signalIds: compiled.references.map(({ signalId }) => signalId),
    holds: () => holds(compiled, (one) => (one.equipmentId === equipmentId ? read(one.signalId) : undefined)),
  }
}
