// One driver on a connection (in Modbus: one unit): its blocks, when each is due, what its faults mean for the others.
// No I/O: told what was read or what failed, it says what to read next and what the signals' readings are.
import type { GatewaySignal } from '../../contract/gateway-config.ts'
import { type CheckedDriver, pointOf } from '../../drivers/check-driver.ts'
import { type Block, DriverFault } from '../../drivers/driver.ts'
import { countRead, type Health, newHealth } from './health.ts'
import { newOrigin, type Origin, onAnswered, onRefused, release } from './refused.ts'
import { toEngineering } from './scale.ts'
import { backOff, isAddressRefusal, isPassing, nextDue, type Pace, retryAt } from './schedule.ts'
import type { Values } from './values.ts'

/**
 * A block with its schedule. `attempts` count within one turn, `failures` whole turns in a row. `new`: cut out of a
 * refused block, not asked yet; `held`: not to be asked yet; `parts`: what it was joined of, on trial.
 */
export type Task = {
  unit: Unit
  block: Block<unknown>
  origin: Origin
  state: 'good' | 'refused' | 'new' | 'held'
  dueAt: number
  attempts: number
  failures: number
  parts: readonly Task[] | undefined
  /** Of what is cut out: each of its points is looked at. */
  isThorough: boolean
  /** When it was last read. */
  readAt: number | undefined
}

export type Unit = {
  checked: CheckedDriver
  signals: ReadonlyMap<number, GatewaySignal>
  tasks: Task[]
  /** Turns that ended in silence since the last answer, and until when the unit is left alone because of it. */
  silences: number
  pausedUntil: number
  health: Health
}

export function createUnit(checked: CheckedDriver, now: number): Unit {
  const { driver, about, params } = checked
  const unit: Unit = {
    checked,
    signals: new Map(driver.signals.map((signal) => [signal.id, signal])),
    tasks: [],
    silences: 0,
    pausedUntil: now,
    health: newHealth(),
  }
  unit.tasks = about.plan(driver.signals.map(pointOf), params).map((block) => taskOf(unit, block, now))
  return unit
}

const taskOf = (unit: Unit, block: Block<unknown>, dueAt: number): Task => ({
  unit,
  block,
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

/** When a task may run: its own turn, but not while its unit is left alone. */
export const readyAt = (task: Task): number => Math.max(task.dueAt, task.unit.pausedUntil)

// Longest pause of one of several silent units: their timeouts must not eat the time of the others on the line.
const longestSilenceMs = 10_000

/** Two blocks without an answer, or the only one: then the unit, not an address, is silent. */
const isSilent = (unit: Unit): boolean => unit.silences >= Math.min(2, unit.tasks.length)

/** The block was read. A point that cannot be decoded is faulty by itself. */
export function onRead(task: Task, bytes: Uint8Array, at: number, values: Values): void {
  const { unit, block } = task
  unit.silences = 0
  unit.pausedUntil = 0
  countRead(unit.health, at, task.readAt)
  task.readAt = at
  task.attempts = 0
  task.failures = 0
  task.dueAt = nextDue(task.dueAt, timingOf(unit).collectMs, at)
  for (const { point } of block.points) {
    try {
      values.put(point.id, readValue(unit, point.id, block, bytes), at)
    } catch (error) {
      values.fault(point.id, error instanceof DriverFault ? error.code : 1716, at)
    }
  }
  onAnswered(task, at)
}

/** Value of a signal in engineering units out of the bytes of its block. Throws a `DriverFault`. */
export function readValue(unit: Unit, signalId: number, block: Block<unknown>, bytes: Uint8Array) {
  const { about, params } = unit.checked
  const signal = unit.signals.get(signalId)!
  return toEngineering(signal, about.decode(pointOf(signal), block, bytes, params))
}

/** `silentUnits` of the connection, this one among them. */
type FaultContext = { now: number; values: Values; pace: Pace; random: () => number; silentUnits: number }

/** The block was not read: again at once, split, or faulty until its next turn. */
export function onFault(task: Task, fault: DriverFault, context: FaultContext): void {
  const { unit, block } = task
  const { now, values, pace, random } = context
  const { retries, collectMs, timeoutMs } = timingOf(unit)
  if (isPassing(fault.code) && task.attempts < retries && !isSilent(unit)) {
    task.attempts++
    return
  }
  task.attempts = 0
  task.failures++
  if (isAddressRefusal(fault.code)) {
    const retryMs = Math.max(pace.refusedRetryMs, collectMs)
    for (const { id } of onRefused(task, { now, random, retryMs })) values.fault(id, fault.code, now)
    unit.silences = 0
    return
  }
  release(task.origin, now)
  for (const { point } of block.points) values.fault(point.id, fault.code, now)
  task.dueAt = retryAt({ code: fault.code, failures: task.failures, dueAt: task.dueAt, periodMs: collectMs }, now, pace)
  unit.silences = fault.code === 1714 ? unit.silences + 1 : 0
  if (!isSilent(unit)) return
  // Left alone for a while, so that a dead unit does not eat the time of the others on the line.
  const forOthersMs = Math.min(longestSilenceMs, (context.silentUnits - 1) * timeoutMs * 4)
  const longestMs = Math.max(pace.backOffMaxMs, forOthersMs)
  unit.pausedUntil = now + backOff(unit.silences, pace.backOffMs, longestMs, random)
  faultAll(unit, fault.code, now, values)
}

/** Every signal of the unit that is read at all is faulty. */
export function faultAll(unit: Unit, code: number, at: number, values: Values): void {
  for (const { block } of unit.tasks) for (const { point } of block.points) values.fault(point.id, code, at)
}
