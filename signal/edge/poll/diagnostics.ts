// Reports the state of each driver every two seconds while monitoring is open. Reports are neither stored nor repeated.
import { limits } from '../../../contract/limits.ts'
import type { Up } from '../../../contract/topics.ts'
import type { DriverHealth } from './poll.ts'

type DriverReport = Pick<Up['drivers'], 'at' | 'drivers'>

type DiagnosticsDeps = {
  drivers: () => readonly DriverHealth[]
  /** Monitoring is open, and the line has room. */
  isWanted: () => boolean
  /** Platform time of a monotonic moment (default: now), or nothing while it is unknown. */
  platform: (moment?: number) => number | undefined
  send: (words: DriverReport) => void
}

const textLength = 200

/** Reports until `stop`, which leaves no timer. */
export function createDiagnostics({ drivers, isWanted, platform, send }: DiagnosticsDeps) {
  function tell(): void {
    const at = platform()
    const known = drivers()
    if (at === undefined || known.length === 0 || !isWanted()) return
    const rows = known.map(({ fault, cycleMs, clock, ...row }) => ({
      ...row,
      ...(clock ? { clock: { aheadMs: Math.round(clock.aheadMs), isDoubtful: clock.isDoubtful } } : {}),
      cycleMs: cycleMs === undefined ? null : Math.round(cycleMs),
      fault: fault ? { code: fault.code, text: fault.text.slice(0, textLength), at: platform(fault.at) ?? at } : null,
    }))
    send({ at, drivers: rows.slice(0, limits.driversPerMessage) })
  }
  const timer = setInterval(tell, limits.driverNewsMs)
  return { stop: () => clearInterval(timer) }
}
