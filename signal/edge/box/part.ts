// The dependencies shared by the parts of the gateway's own settings.
import { good, type Value } from '../../../core/data-type.ts'
import type { Ending } from '../poll/write.ts'
import type { Values } from '../values.ts'
import type { By } from '../write-sums.ts'
import type { OwnSettings } from './own.ts'

export type BoxDeps = {
  own: OwnSettings
  values: Pick<Values, 'get' | 'listen'>
  /** Returns the time of a monotonic clock in ms. */
  now(): number
  /** Platform time of a monotonic moment (default: now) if known, else the box's own, epoch ms. */
  instant(moment?: number): number
  /** Whether the platform responds. */
  isOnline(): boolean
  /** When the platform last answered, in monotonic ms; nothing if not since the start. */
  heardAt(): number | undefined
  /** A tunnel is open or the box sleeps: nothing is read or written. */
  isPaused(): boolean
  /** Writes a variable; returns nothing if it means another address than was ordered. */
  write(signalId: number, value: Value, hash: string, by: By): Promise<Ending> | undefined
  /** Called when reported state has changed. `soon`: the report can wait for further changes. */
  changed(soon?: boolean): void
  log: (message: string) => void
  /** The length of a second; tests shorten it. */
  secondMs: number
}
export const done: Ending = { status: 'success', code: 200 }

/** The good value of a variable, or the code of its fault. */
export function goodValue(values: BoxDeps['values'], id: number): { value: Value } | { code: number } {
  const reading = values.get(id)
  if (!reading) return { code: 1713 }
  return reading.code === good && reading.value !== null ? { value: reading.value } : { code: reading.code }
}
