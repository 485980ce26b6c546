// How long the calling thread has had a processor: unlike time, it does not depend on what else the machine does.
import { existsSync, openSync, readSync } from 'node:fs'

const file = '/proc/thread-self/schedstat'

/**
 * Returns a clock of a thread's processor time in ms, in steps of the kernel's tick; undefined on systems without such
 * a clock.
 */
export function threadClock(): (() => number) | undefined {
  if (!existsSync(file)) return undefined
  const own = openSync(file, 'r')
  const bytes = Buffer.alloc(64)
  return () => Number.parseInt(bytes.toString('latin1', 0, readSync(own, bytes, 0, 64, 0)), 10) / 1e6
}
