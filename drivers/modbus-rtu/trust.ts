// How far the answers of a serial line can be trusted. RTU frames have no number: a late, duplicated or stray answer
// looks like the expected one. The state of a line outlives its connections, because a serial server passes a late
// answer on to the next one.

/** The state of one unit on a line; all moments are ms of the monotonic clock. */
export type Trust = {
  /** Counts the events after which an answer may belong to another request: timeouts, unexpected bytes, noise. */
  doubts: number
  /** Until this time every answer is confirmed by markers. */
  doubtedUntil: number
  /** Until this time the answer to an abandoned request may still arrive. */
  owedUntil: number
  /** How long the latest answers took, by request. */
  times: Map<string, number[]>
}

/**
 * `closesAfter`: number of answers after which the converter closes each connection, once that was observed (infinity:
 * never).
 */
export type LineTrust = { units: Map<number, Trust>; doubtedUntil: number; closesAfter?: number }

// A stray answer later than this has not been seen; while one may arrive, confirming costs a second request.
const doubtMs = 10_000
const timesKept = 16
const timesNeeded = 4
const asksKept = 500

const lines = new Map<string, LineTrust>()

/** Call on each new connection of a line: earlier answers, also to another process, may still be under way. */
export function reopenLine(key: string, now: number): LineTrust {
  const line = lines.get(key) ?? { units: new Map(), doubtedUntil: 0 }
  doubtLine(line, now)
  lines.set(key, line)
  return line
}

/** Makes every answer on the line need confirmation for a while. */
export function doubtLine(line: LineTrust, now: number): void {
  line.doubtedUntil = now + doubtMs
}

/** The state of a unit, created on first use. */
export function trustOf(line: LineTrust, unit: number): Trust {
  const known = line.units.get(unit)
  if (known) return known
  const trust: Trust = { doubts: 0, doubtedUntil: 0, owedUntil: 0, times: new Map() }
  line.units.set(unit, trust)
  return trust
}

/** Counts a doubt: for a while every answer of the unit must be confirmed. */
export function doubt(trust: Trust, now: number): void {
  trust.doubts++
  trust.doubtedUntil = now + doubtMs
}

/** Records the time from a request to its answer. */
export function recordTime(trust: Trust, ask: string, ms: number): void {
  const times = trust.times.get(ask) ?? []
  if (times.length === 0 && trust.times.size >= asksKept) trust.times.clear()
  trust.times.set(ask, [...times.slice(1 - timesKept), ms])
}

/**
 * The longest usual time of this answer, or nothing while the answer must be confirmed. If two answers arrive, the
 * right one has arrived by this time, so that the other is detected. The slowest recorded time is ignored as an
 * exception. Behind a converter that closes the connection after each answer, the second of two answers is lost or
 * reaches the next connection, so every answer is confirmed.
 */
export function usualMs(line: LineTrust, trust: Trust, ask: string, now: number): number | undefined {
  const times = trust.times.get(ask) ?? []
  if (Number.isFinite(line.closesAfter)) return undefined
  if (now < Math.max(line.doubtedUntil, trust.doubtedUntil) || times.length < timesNeeded) return undefined
  return [...times].sort((a, b) => b - a)[1]
}
