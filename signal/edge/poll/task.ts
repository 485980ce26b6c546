// The state of polling: units, their blocks with schedules, and refused blocks.
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import type { CheckedDriver } from '../../../drivers/check-driver.ts'
import type { Block, BlockAbout } from '../../../drivers/driver.ts'
import type { Health } from './health.ts'

/**
 * A block with its schedule. `attempts` count within one turn, `failures` whole turns in a row. `new`: split off a
 * refused block, not read yet; `held`: waits for other parts of the block; `parts`: the tasks it was joined from, on
 * trial.
 */
export type Task = {
  unit: Unit
  block: Block<unknown>
  origin: Origin
  /** The interval of reading. */
  periodMs: number
  state: 'good' | 'refused' | 'new' | 'held'
  dueAt: number
  attempts: number
  failures: number
  parts: readonly Task[] | undefined
  /** For parts of a refused block: each point is checked. */
  isThorough: boolean
  /** When the block was last read. */
  readAt: number | undefined
}

/** One driver on a connection, with the state of its polling. */
export type Unit = {
  checked: CheckedDriver<BlockAbout>
  signals: ReadonlyMap<number, GatewaySignal>
  tasks: Task[]
  /**
   * The number of polls without an answer since the last one, and the time until which the unit is paused because of
   * them.
   */
  silences: number
  pausedUntil: number
  health: Health
}

/**
 * The state of a planned block that may have been split into several tasks. Tasks in `held` wait for the result of the
 * current halving; `rounds` halvings in a row have found nothing good. From `joinAt` on good neighbours are joined.
 */
export type Origin = {
  held: Task[]
  isLastLook: boolean
  rounds: number
  isAnswered: boolean
  isWhole: boolean
  joinAt: number
  joinMs: number
}
