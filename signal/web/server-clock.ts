// The platform's clock as this browser knows it: learnt from pongs, so that ages and latencies do not depend on how well
// the user's computer keeps time. [DESIGN 9 Time]

type Sample = { offsetMs: number; roundTripMs: number }

export type ServerClock = {
  /** Epoch ms on the platform's clock. */
  now(): number
  /** A ping left at `sentAt`, its pong, stamped `serverAt`, came at `receivedAt`. */
  learn(sentAt: number, receivedAt: number, serverAt: number): void
  /** Platform minus browser, ms; 0 until something was learnt. */
  offsetMs(): number
  /** Whether enough was learnt to measure by it: a single exchange may have met a busy page. */
  isKnown(): boolean
}

/** How far two exchanges may differ over the same clocks; clocks also drift apart a little. */
const roomOf = (one: Sample, other: Sample): number => (one.roundTripMs + other.roundTripMs) / 2 + driftMs

const driftMs = 250
const kept = 8
const enough = 3

export function createServerClock(browserNow: () => number = Date.now): ServerClock {
  let samples: readonly Sample[] = []
  let offset = 0
  return {
    now: () => browserNow() + offset,
    offsetMs: () => offset,
    isKnown: () => samples.length >= enough,
    learn(sentAt, receivedAt, serverAt) {
      const roundTripMs = receivedAt - sentAt
      if (roundTripMs < 0) return
      const sample = { offsetMs: serverAt - (sentAt + receivedAt) / 2, roundTripMs }
      // What one way being slower than the other cannot explain is a clock that was set: what was learnt before is void.
      const isSet = samples.some((one) => Math.abs(one.offsetMs - sample.offsetMs) > roomOf(one, sample))
      samples = isSet ? [sample] : [...samples, sample].slice(-kept)
      // The quickest exchange had the least room for one way being slower than the other.
      offset = samples.reduce((best, one) => (one.roundTripMs <= best.roundTripMs ? one : best)).offsetMs
    },
  }
}

/** One platform, one clock. */
export const serverClock = createServerClock()
