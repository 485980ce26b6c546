// How long the calling thread has had a processor: unlike time, it does not depend on what else the machine does.
import { existsSync, openSync, readSync } from 'node:fs'

const file = '/proc/thread-self/schedstat'

/** Milliseconds, in steps of the kernel's tick; nothing on systems that do not tell. */
export function threadClock(): (() => number) | undefined {
  if (!existsSync(file)) return undefined
  const own = openSync(file, 'r')
  const bytes = Buffer.alloc(64)
  return () => Number.parseInt(bytes.toString('latin1', 0, readSync(own, bytes, 0, 64, 0)), 10) / 1e6
}
