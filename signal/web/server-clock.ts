// Estimates the platform's clock from pongs, so that ages and latencies do not depend on the user's computer clock.
// [DESIGN 9 Time]

type Sample = { offsetMs: number; roundTripMs: number }

export type ServerClock = {
  /** Epoch ms on the platform's clock. */
  now(): number
  /** Adds an exchange: a ping left at `sentAt`, and its pong, stamped `serverAt`, arrived at `receivedAt`. */
  learn(sentAt: number, receivedAt: number, serverAt: number): void
  /** Platform minus browser, ms; 0 before the first exchange. */
  offsetMs(): number
  /** Whether there are enough exchanges to measure latencies: a single one may have been delayed by a busy page. */
  isKnown(): boolean
}

/** How far two exchanges may differ while neither clock is set; clocks also drift apart a little. */
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
      // A difference larger than the round trips explain means that a clock was set: earlier exchanges are void.
      const isSet = samples.some((one) => Math.abs(one.offsetMs - sample.offsetMs) > roomOf(one, sample))
      samples = isSet ? [sample] : [...samples, sample].slice(-kept)
      // The quickest exchange has the smallest possible error.
      offset = samples.reduce((best, one) => (one.roundTripMs <= best.roundTripMs ? one : best)).offsetMs
    },
  }
}

/** Shared: there is one platform and one clock. */
export const serverClock = createServerClock()
