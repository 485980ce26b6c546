// A function of a Linux box: what it can be ordered, what the box lacks for it, and what it reports.
import type { Lack } from '../../../contract/box.ts'
import type { HardwareEvent, HardwareOrder, HardwareState, HardwareTold } from '../hardware.ts'
import type { Ending } from '../poll/write.ts'
import type { Run } from './run.ts'
import type { System } from './system.ts'

export type LinuxPart = {
  acts: readonly HardwareOrder['act'][]
  /** As of the last `look`; undefined: nothing. */
  lack(): Lack | undefined
  /** Only where nothing is lacking. */
  order(order: HardwareOrder): Ending | Promise<Ending>
  told?(): Partial<HardwareTold>
  state?(): Partial<HardwareState>
  /** Looks at the system: at the start, and from time to time, since modems and services come and go. */
  look(): Promise<void>
  /** The platform has answered. */
  reached?(): void
  /** Something was ordered. */
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
