// What the parts of the gateway's own settings are given.
import { good, type Value } from '../../../core/data-type.ts'
import type { Ending } from '../poll/write.ts'
import type { Values } from '../values.ts'
import type { By } from '../write-sums.ts'
import type { OwnSettings } from './own.ts'

export type BoxDeps = {
  own: OwnSettings
  values: Pick<Values, 'get' | 'listen'>
  /** Monotonic ms. */
  now(): number
  /** Platform time of a monotonic moment as far as it is known, else the box's own. */
  instant(moment?: number): number
  /** Whether the platform answers. */
  isOnline(): boolean
  /** When the platform was last heard, in monotonic ms; nothing since the start. */
  heardAt(): number | undefined
  /** The tunnel is open or the box rests: nothing is read and nothing written. */
  isPaused(): boolean
  /** Writes a variable by the one way back, or nothing where it means another address than was ordered. */
  write(signalId: number, value: Value, hash: string, by: By): Promise<Ending> | undefined
  /** Something that is told has changed. `soon`: it can wait for others. */
  changed(soon?: boolean): void
  log: (message: string) => void
  /** Of a second; tests shorten it. */
  secondMs: number
}
export const done: Ending = { status: 'success', code: 200 }

/** The good value of a variable, or the code that says why there is none. */
export function goodValue(values: BoxDeps['values'], id: number): { value: Value } | { code: number } {
  const reading = values.get(id)
  if (!reading) return { code: 1713 }
  return reading.code === good && reading.value !== null ? { value: reading.value } : { code: reading.code }
}
