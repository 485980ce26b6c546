// Storage modes that react to changes of a variable: `change`, and `single` with a trigger. [S3 History report]
import type { GatewayReport } from '../../contract/gateway-config.ts'
import { limits } from '../../contract/limits.ts'
import { good, type Value } from '../../core/data-type.ts'
import { asDouble } from '../../core/formula-values.ts'
import { type ChangeWatch, createChangeWatch, newWatch, type WatchState } from './change.ts'
import { type Keeper, keptOf } from './keeper.ts'
import { type Mode, never, partOf, type RuleContext, type RuleState, required } from './mode.ts'
import type { Reading } from './reading.ts'

/** Stores all columns when another variable changes. Its faults are not changes. */
export function changeOfTrigger(report: GatewayReport, { time }: RuleContext, keeper: Keeper, state: RuleState): Mode {
  const triggerId = required(report.triggerSignalId)
  const [watched] = partOf(state, 'watches', () => [newWatch()])
  const watch = changeWatch(report, false, watched!)
  return {
    signalIds: [triggerId],
    onReadings(readings) {
      const { now } = time()
      for (const { signalId, reading } of readings) {
        if (signalId === triggerId && reading.code === good && watch.offer(reading, now)) keeper.mark(now)
      }
    },
    onTime() {
      const { now } = time()
      if (watch.due(now)) keeper.mark(now)
    },
    nextAt: watch.dueAt,
  }
}

/**
 * Mode `single` with a trigger: stores once each time the trigger changes to a new value; 0, off or an empty text only
 * rearms it. With a condition, only while that holds.
 */
export function singleOnTrigger(
  report: GatewayReport,
  { time, condition }: RuleContext,
  keeper: Keeper,
  state: RuleState,
): Mode {
  const triggerId = required(report.triggerSignalId)
  const [watched] = partOf(state, 'watches', () => [newWatch()])
  const watch = createChangeWatch({ minIntervalMs: 0, isFirstKept: false }, watched!)
  return {
    signalIds: [triggerId, ...(condition?.signalIds ?? [])],
    onReadings(readings) {
      const { now } = time()
      for (const { signalId, reading } of readings) {
        if (signalId !== triggerId || reading.code !== good) continue
        const isFired = watch.offer(reading, now) && isOn(reading.value)
        if (isFired && (condition?.holds() ?? !condition)) keeper.mark(now)
      }
    },
    onTime: () => undefined,
    nextAt: never,
  }
}

const isOn = (value: Value | null) => value !== null && (asDouble(value) ?? value) !== 0 && value !== ''

/** Stores each column when its own variable changes, with the time of its reading. */
export function ownChanges(report: GatewayReport, { time, store }: RuleContext, _: Keeper, state: RuleState): Mode {
  const states = partOf(state, 'watches', () => report.columns.map(newWatch))
  const watches = new Map<number, Watched[]>()
  for (const [index, { id, signalId }] of report.columns.entries()) {
    const watched = { columnId: id, watch: changeWatch(report, true, states[index]!) }
    watches.set(signalId, [...(watches.get(signalId) ?? []), watched])
  }
  // Only few changes are held back at a time, and each call needs the earliest of them.
  const all = [...watches.values()].flat()
  const held = new Set(all.filter(isHeld))
  const keep = (columnId: number, reading: Reading) =>
    store({ columnId, ...keptOf(reading), moment: Math.floor(reading.at) })
  return {
    signalIds: [...watches.keys()],
    onReadings(readings) {
      const { now } = time()
      for (const { signalId, reading } of readings) {
        for (const watched of watches.get(signalId) ?? []) {
          if (watched.watch.offer(reading, now)) keep(watched.columnId, reading)
          if (isHeld(watched)) held.add(watched)
          else held.delete(watched)
        }
      }
    },
    onTime() {
      const { now } = time()
      if (held.size === 0) return
      for (const watched of all) {
        const reading = watched.watch.due(now)
        if (!reading) continue
        held.delete(watched)
        keep(watched.columnId, reading)
      }
    },
    nextAt() {
      let first = never()
      for (const { watch } of held) first = Math.min(first, watch.dueAt())
      return first
    },
  }
}

type Watched = { columnId: number; watch: ChangeWatch }
const isHeld = ({ watch }: Watched) => watch.dueAt() !== never()

const changeWatch = (report: GatewayReport, isFirstKept: boolean, state: WatchState): ChangeWatch => {
  const { fluctuation, isPercent, minIntervalMs = limits.changeIntervalMs } = report
  return createChangeWatch({ fluctuation, isPercent, minIntervalMs, isFirstKept }, state)
}
