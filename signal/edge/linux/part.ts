// One function of a Linux box: its orders, the prerequisites that the box lacks for them, and its reported state.
import type { Lack } from '../../../contract/box.ts'
import type { HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from '../hardware.ts'
import type { Ending } from '../poll/write.ts'
import type { Run } from './run.ts'
import type { System } from './system.ts'

export type LinuxPart = {
  acts: readonly HardwareOrder['act'][]
  /** The missing prerequisite that the last `look` found; undefined if nothing is missing. */
  lack(): Lack | undefined
  /** Executes an order; called only if no prerequisite is missing. */
  order(order: HardwareOrder): Ending | Promise<Ending>
  told?(): Partial<HardwareTold>
  state?(): Partial<HardwareState>
  /** Checks the system: at the start and periodically, since modems and services appear and disappear. */
  look(): Promise<void>
  /** Called when the platform has responded. */
  reached?(): void
  /** Called on every order, so that the box stays awake. */
  stayAwake?(): void
  stop?(): Promise<void>
}

export type PartDeps = {
  run: Run
  system: System
  /** The agent's own data folder. */
  dataDir: string
  now(): number
  emit(event: HardwareEvent): void
  log: (message: string) => void
}

export const done: Ending = { status: 'success', code: 200 }
