// While somebody watches: how it goes with each driver, every two seconds. Nothing of it is kept or sent again.
import { limits } from '../../../contract/limits.ts'
import type { Up } from '../../../contract/topics.ts'
import type { DriverHealth } from './poll.ts'

export type DriverWords = Pick<Up['drivers'], 'at' | 'drivers'>

export type DiagnosticsDeps = {
  drivers: () => readonly DriverHealth[]
  /** Somebody watches, and there is room to tell. */
  isWanted: () => boolean
  /** Platform time of a monotonic moment (default: now), or nothing while it is not known. */
  platform: (moment?: number) => number | undefined
  send: (words: DriverWords) => void
}

const textLength = 200

/** Runs until `stop`, which leaves no timer. */
export function createDiagnostics({ drivers, isWanted, platform, send }: DiagnosticsDeps) {
  function tell(): void {
    const at = platform()
    const known = drivers()
    if (at === undefined || known.length === 0 || !isWanted()) return
    const rows = known.map(({ fault, cycleMs, ...row }) => ({
      ...row,
      cycleMs: cycleMs === undefined ? null : Math.round(cycleMs),
      fault: fault ? { code: fault.code, text: fault.text.slice(0, textLength), at: platform(fault.at) ?? at } : null,
    }))
    send({ at, drivers: rows.slice(0, limits.driversPerMessage) })
  }
  const timer = setInterval(tell, limits.driverNewsMs)
  return { stop: () => clearInterval(timer) }
}
