// Memory assertions of tests use reachable memory: the time of garbage collection depends on everything the process did
// before.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes of objects and buffers that are still reachable. Takes some ten milliseconds. */
export function liveMemory(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
