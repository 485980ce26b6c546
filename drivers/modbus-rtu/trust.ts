// How far the answers of a serial line can be trusted. RTU frames carry no number: a late, doubled or stray answer looks
// like the one that is waited for. What is known of a line outlives its connections, because a serial server passes a
// late answer on to the next one.

/** Of one unit on a line; all moments are ms of the monotonic clock. */
export type Trust = {
  /** Grows with whatever lets an answer be another's: no answer in time, bytes nobody asked for, noise. */
  doubts: number
  /** Until then every answer is confirmed. */
  doubtedUntil: number
  /** Until then the answer to a request that was given up may still come. */
  owedUntil: number
  /** How long the latest answers took, by what was asked. */
  times: Map<string, number[]>
}

/** `closesAfter`: the converter closes each connection after so many answers (infinity: it does not), once seen. */
export type LineTrust = { units: Map<number, Trust>; doubtedUntil: number; closesAfter?: number }

// A stray answer later than that has not been seen; while it may come, confirming costs a second request.
const doubtMs = 10_000
const timesKept = 16
const timesNeeded = 4
const asksKept = 500

const lines = new Map<string, LineTrust>()

/** A new connection on a line: what came before may still be under way, to another process too. */
export function reopened(key: string, now: number): LineTrust {
  const line = lines.get(key) ?? { units: new Map(), doubtedUntil: 0 }
  doubtLine(line, now)
  lines.set(key, line)
  return line
}

export function doubtLine(line: LineTrust, now: number): void {
  line.doubtedUntil = now + doubtMs
}

export function trustOf(line: LineTrust, unit: number): Trust {
  const known = line.units.get(unit)
  if (known) return known
  const trust: Trust = { doubts: 0, doubtedUntil: 0, owedUntil: 0, times: new Map() }
  line.units.set(unit, trust)
  return trust
}

export function doubt(trust: Trust, now: number): void {
  trust.doubts++
  trust.doubtedUntil = now + doubtMs
}

/** An answer came so many ms after its request. */
export function tookMs(trust: Trust, ask: string, ms: number): void {
  const times = trust.times.get(ask) ?? []
  if (times.length === 0 && trust.times.size >= asksKept) trust.times.clear()
  trust.times.set(ask, [...times.slice(1 - timesKept), ms])
}

/**
 * How long this answer takes at most when all is well, or nothing while it must be confirmed. Of two answers to one
 * request the right one has come by then, and so the other is found out. The slowest is left out: it was an exception.
 * Behind a converter that closes after each answer the second of two is lost or reaches the next connection, so that
 * every answer is confirmed.
 */
export function usualMs(line: LineTrust, trust: Trust, ask: string, now: number): number | undefined {
  const times = trust.times.get(ask) ?? []
  if (Number.isFinite(line.closesAfter)) return undefined
  if (now < Math.max(line.doubtedUntil, trust.doubtedUntil) || times.length < timesNeeded) return undefined
  return [...times].sort((a, b) => b - a)[1]
}
