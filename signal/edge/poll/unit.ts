// One driver on a connection (in Modbus: one unit): its blocks, their schedules, and how a fault of one block affects
// the others. No I/O: the connection passes in the data that was read, or the failure; this file returns what to read
// next and updates the readings.
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import { type CheckedDriver, pointOf } from '../../../drivers/check-driver.ts'
import { type Block, type BlockAbout, DriverFault } from '../../../drivers/driver.ts'
import { isAddressRefusal, isPassing, isSilence, nextDue, type Pace, retryAt } from '../schedule.ts'
import type { Values } from '../values.ts'
import { countRead, newHealth } from './health.ts'
import { newOrigin, onAnswered, onRefused, release } from './refused.ts'
import { mustHaveValue, toEngineering } from './scale.ts'
import type { Task, Unit } from './task.ts'
import { mostUrgentFirst, nextOf, silencePauseMs } from './urgency.ts'

export function createUnit(checked: CheckedDriver<BlockAbout>, now: number): Unit {
  const { driver, about, params } = checked
  const unit: Unit = {
    checked,
    signals: new Map(driver.signals.map((signal) => [signal.id, signal])),
    tasks: [],
    silences: 0,
    pausedUntil: now,
    health: newHealth(),
  }
  const { collectMs } = about.timing(params)
  // Each period is planned separately: no block is read more often than any of its variables needs.
  for (const [periodMs, signals] of byPeriod(driver.signals, collectMs)) {
    const blocks = about.plan(signals.map(pointOf), params)
    unit.tasks.push(...blocks.map((block) => taskOf(unit, block, now, periodMs)))
  }
  return unit
}

function byPeriod(signals: readonly GatewaySignal[], collectMs: number): Map<number, GatewaySignal[]> {
  const groups = new Map<number, GatewaySignal[]>()
  for (const signal of signals) {
    const { periodMs = collectMs } = signal
    const group = groups.get(periodMs)
    if (group) group.push(signal)
    else groups.set(periodMs, [signal])
  }
  return groups
}

const taskOf = (unit: Unit, block: Block<unknown>, dueAt: number, periodMs: number): Task => ({
  unit,
  block,
  periodMs,
  origin: newOrigin(),
  state: 'good',
  dueAt,
  attempts: 0,
  failures: 0,
  parts: undefined,
  isThorough: false,
  readAt: undefined,
})

export const timingOf = ({ checked: { about, params } }: Unit) => about.timing(params)

/** When a task may run: when it is due and its unit is not paused. */
export const readyAt = (task: Task): number => Math.max(task.dueAt, task.unit.pausedUntil)

/** The task to read next. */
export const nextTask = (units: readonly Unit[], now: number): Task | undefined => nextOf(tasksOf(units), readyAt, now)

function* tasksOf(units: readonly Unit[]): Iterable<Task> {
  for (const { tasks } of units) yield* tasks
}

/** Ready tasks of a unit for a session that reads many blocks in one request: the given one, and those most urgent. */
export function readyWith(task: Task, now: number): Task[] {
  const others = mostUrgentFirst(task.unit.tasks, readyAt, now).filter((each) => each !== task)
  return [task, ...others].slice(0, mostAtOnce)
}

/** Blocks read together; the others follow, so that a write waits for a few requests only. */
const mostAtOnce = 60

/** If two blocks, or the only one, do not answer, the unit is silent, and not just an address. */
const isSilent = (unit: Unit): boolean => unit.silences >= Math.min(2, unit.tasks.length)

/** Handles a block that was read. A point that cannot be decoded is marked alone. */
export function onRead(task: Task, bytes: Uint8Array, at: number, values: Values): void {
  const { unit, block } = task
  unit.silences = 0
  unit.pausedUntil = 0
  countRead(unit.health, at, task.readAt)
  task.readAt = at
  task.attempts = 0
  task.failures = 0
  task.dueAt = nextDue(task.dueAt, task.periodMs, at)
  for (const { point } of block.points) {
    try {
      values.put(point.id, readValue(unit, point.id, block, bytes), at)
    } catch (error) {
      values.fault(point.id, error instanceof DriverFault ? error.code : 1716, at)
    }
  }
  onAnswered(task, at)
}

/** The value of a signal in engineering units, from the bytes of its block. Throws a `DriverFault`. */
export function readValue(unit: Unit, signalId: number, block: Block<unknown>, bytes: Uint8Array) {
  const { about, params } = unit.checked
  const signal = unit.signals.get(signalId)!
  mustHaveValue(signal, () => about.rawBytes(pointOf(signal), block, bytes, params))
  return toEngineering(signal, about.decode(pointOf(signal), block, bytes, params))
}

/** `silentUnits`: number of silent units of the connection, including this one. */
type FaultContext = { now: number; values: Values; pace: Pace; random: () => number; silentUnits: number }

/** Handles a block that could not be read: retries it immediately, splits it, or marks it until its next turn. */
export function onFault(task: Task, fault: DriverFault, context: FaultContext): void {
  const { unit, block } = task
  const { now, values, pace, random } = context
  const { retries, timeoutMs } = timingOf(unit)
  if (isPassing(fault.code) && task.attempts < retries && !isSilent(unit)) {
    task.attempts++
    return
  }
  task.attempts = 0
  task.failures++
  if (isAddressRefusal(fault.code)) {
    const retryMs = Math.max(pace.refusedRetryMs, task.periodMs)
    for (const { id } of onRefused(task, { now, random, retryMs })) values.fault(id, fault.code, now)
    unit.silences = 0
    return
  }
  release(task.origin, now)
  for (const { point } of block.points) values.fault(point.id, fault.code, now)
  task.dueAt = retryAt(
    { code: fault.code, failures: task.failures, dueAt: task.dueAt, periodMs: task.periodMs },
    now,
    pace,
  )
  unit.silences = isSilence(fault.code) ? unit.silences + 1 : 0
  if (!isSilent(unit)) return
  // Pause the unit, so that its timeouts do not delay the others on the line.
  const { silentUnits } = context
  unit.pausedUntil = now + silencePauseMs({ silences: unit.silences, silentUnits, timeoutMs }, pace, random)
  faultAll(unit, fault.code, now, values)
}

/** Marks every readable signal of the unit. */
export function faultAll(unit: Unit, code: number, at: number, values: Values): void {
  for (const { block } of unit.tasks) for (const { point } of block.points) values.fault(point.id, code, at)
}
