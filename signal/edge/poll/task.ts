// State of polling: units, their blocks with schedules, and refused blocks.
import type { GatewaySignal } from '../../../contract/gateway-config.ts'
import type { CheckedDriver } from '../../../drivers/check-driver.ts'
import type { Block, BlockAbout } from '../../../drivers/driver.ts'
import type { Health } from './health.ts'

/**
 * A block with its schedule. `attempts` count within one turn, `failures` whole turns in a row. `new`: cut out of a
 * refused block, not asked yet; `held`: not to be asked yet; `parts`: what it was joined of, on trial.
 */
export type Task = {
  unit: Unit
  block: Block<unknown>
  origin: Origin
  /** It is read every so often. */
  periodMs: number
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
  checked: CheckedDriver<BlockAbout>
  signals: ReadonlyMap<number, GatewaySignal>
  tasks: Task[]
  /** Turns that ended in silence since the last answer, and until when the unit is left alone because of it. */
  silences: number
  pausedUntil: number
  health: Health
}

/**
 * What is known of a planned block that may have become several tasks. `held` of them wait for the outcome of the halving
 * that goes on, of which `rounds` in a row have found nothing good. From `joinAt` on good neighbours are joined.
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
