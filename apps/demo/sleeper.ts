// A gateway on a battery: it wakes at every tenth minute of the clock, a little before and until its records are
// delivered, and sleeps in between. [S4]
import type { VirtualHardware } from '../../signal/edge/virtual-box.ts'

const everyMs = 600_000
/** Awake this long before and after the ten-minute boundary, at which its report stores. */
const beforeMs = 20_000
const afterMs = 40_000
/** Minimum time for which the battery gateway stays awake after the demo has started. */
const leastAwakeMs = 60_000

/** The time at which the battery gateway falls asleep next, and for how long. */
export function nextSleep(nowMs: number): { atMs: number; lastsMs: number } {
  const border = Math.ceil((nowMs - afterMs) / everyMs) * everyMs
  return { atMs: border + afterMs, lastsMs: everyMs - beforeMs - afterMs }
}

/** Whether the battery gateway is awake at a time, once it follows its schedule. */
export const isAwakeAt = (at: number): boolean => (at + beforeMs) % everyMs < beforeMs + afterMs

/** Sends the box to sleep again and again; returns a function that stops this. */
export function keepAsleep(hardware: Pick<VirtualHardware, 'sleep'>, now: () => number = Date.now): () => void {
  let timer: NodeJS.Timeout
  const plan = (fromMs: number) => {
    const { atMs, lastsMs } = nextSleep(fromMs)
    timer = setTimeout(
      () => {
        hardware.sleep(lastsMs / 1000)
        plan(atMs + 1)
      },
      Math.max(0, atMs - now()),
    )
    timer.unref()
  }
  plan(now() + leastAwakeMs)
  return () => clearTimeout(timer)
}
