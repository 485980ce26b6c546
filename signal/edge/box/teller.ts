// Reports the state of the box: when the platform answers, soon after a change, and periodically.
import type { BoxTold } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'

type Needs = { send(box: BoxTold): void; told(): BoxTold; pace?: ReportPace }
/** Pauses before a report, ms: after a change, after a change that can wait, without a change. */
export type ReportPace = { gatherMs: number; lazyMs: number; everyMs: number }
const fieldPace: ReportPace = { gatherMs: 300, lazyMs: 15_000, everyMs: limits.boxToldMs }

export function createReporter({ send, told, pace = fieldPace }: Needs) {
  let timer: NodeJS.Timeout | undefined
  let dueMs = Number.POSITIVE_INFINITY
  let every: NodeJS.Timeout | undefined
  let isStopped = false

  function tell(): void {
    clearTimeout(timer)
    timer = undefined
    dueMs = Number.POSITIVE_INFINITY
    clearTimeout(every)
    if (isStopped) return
    every = setTimeout(tell, pace.everyMs)
    send(told())
  }
  return {
    tell,
    /** Merges changes into one report; `soon` (for mere counters) waits longer. */
    changed(soon = false) {
      const ms = soon ? pace.lazyMs : pace.gatherMs
      if (isStopped || ms >= dueMs) return
      clearTimeout(timer)
      dueMs = ms
      timer = setTimeout(tell, ms)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(every)
    },
  }
}
