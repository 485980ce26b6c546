// One function of a Linux box: its orders, what the box lacks for them, and its reported state.
import type { Lack } from '../../../contract/box.ts'
import type { HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from '../hardware.ts'
import type { Ending } from '../poll/write.ts'
import type { Run } from './run.ts'
import type { System } from './system.ts'

export type LinuxPart = {
  acts: readonly HardwareOrder['act'][]
  /** As of the last `look`; undefined: nothing. */
  lack(): Lack | undefined
  /** Called only if nothing is lacking. */
  order(order: HardwareOrder): Ending | Promise<Ending>
  told?(): Partial<HardwareTold>
  state?(): Partial<HardwareState>
  /** Checks the system: at the start and periodically, since modems and services appear and disappear. */
  look(): Promise<void>
  /** The platform has answered. */
  reached?(): void
  /** Called on every order. */
  stayAwake?(): void
  stop?(): Promise<void>
}

export type PartDeps = {
  run: Run
  system: System
  /** The agent's own folder. */
  dataDir: string
  now(): number
  emit(event: HardwareEvent): void
  log: (message: string) => void
}

export const done: Ending = { status: 'success', code: 200 }
