// Time on the gateway. Everything is measured on the monotonic clock; the platform's time is estimated from the round
// trip of hello and welcome, so a wrong or jumping wall clock does no harm. [S9 Time]
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * A moment in a form that can be stored on disk. `at` is platform time, or the box's wall clock if platform time was
 * unknown; then `upMs` since the boot of id `boot` is more reliable, until the next boot. `presumed`: platform time by
 * the estimate of an earlier run, which decided where period boundaries fell.
 */
export type Stamp = { at: number; boot?: string; upMs?: number; presumed?: number }

/** The state of the clocks at one moment, saved for the next run. */
export type ClockReading = {
  /** Platform time, epoch ms, and its maximum error; null while it is unknown. */
  at: number | null
  doubtMs: number
  /** Time since the start of the machine of id `boot`. */
  boot: string
  upMs: number
}

export type Clock = {
  /** Returns a monotonic time in ms; its origin is arbitrary. */
  now(): number
  /** Records the moment of a `hello`. Returns its `at` by the box's wall clock, different each time. */
  ask(): number
  /**
   * Handles a `welcome`: `at` is the platform's clock when it answered the `hello` of `echo`. False if `echo` is
   * unknown.
   */
  learn(echo: number, at: number): boolean
  /** Drops unanswered hellos; called when the connection ends. */
  forgetQuestions(): void
  /** Platform time of a monotonic moment (default: now), epoch ms, or nothing before the first welcome. */
  platform(moment?: number): number | undefined
  /**
   * Platform time of a monotonic moment (default: now), epoch ms; before the first welcome, the estimate that an
   * earlier run saved since the same boot.
   */
  presumed(moment?: number): number | undefined
  /** The box's wall clock at a monotonic moment (default: now), epoch ms; steady unless the clock is set. */
  box(moment?: number): number
  /** Restores the `reading` that an earlier run saved. */
  remember(earlier: ClockReading): void
  /** The current state, with `at` by `presumed`. */
  reading(): ClockReading
  /** The latest time that the platform's clock can show now. Expiry is checked against it, not against the estimate. */
  latest(): number | undefined
  /** A monotonic moment to store, as precisely as it is known now. */
  stamp(moment: number): Stamp
  /** Platform time of a stored time of this run or an earlier one; nothing before the first welcome. */
  instant(stamp: Stamp): number | undefined
}

export type ClockSources = {
  wall: () => number
  monotonic: () => number
  sinceBoot: () => number
  /** An id that differs after every start of the machine. */
  bootId: string
}

const real = (): ClockSources => ({
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
  bootId: readBootId(),
})

/** The kernel's boot id; outside Linux every run of the agent counts as a boot of its own. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return crypto.randomUUID()
  }
}

// The monotonic clock stops while the machine is suspended; the time since boot does not. Smaller differences come from
// the coarse ticks of the time since boot.
const suspendedMs = 200
// Growth of a sample's error with age: crystals drift by up to 100 ppm.
const driftPerMs = 1e-4
const rememberedQuestions = 8
// Platform times that differ by at most this much count as equal: a row keeps the time at which it was first placed.
const agreedMs = 250
// The time since boot, which two runs have in common, ticks every 10 ms.
const coarseMs = 20

type Sample = { sentAt: number; receivedAt: number; at: number; ahead: number }

const offset = ({ at, sentAt, receivedAt }: Sample) => at - (sentAt + receivedAt) / 2

export function createClock(sources: Partial<ClockSources> = {}): Clock {
  const { wall, monotonic, sinceBoot, bootId } = { ...real(), ...sources }
  const questions = new Map<number, number>()
  let best: Sample | undefined
  let earlier: { at: number; doubtMs: number; upMs: number } | undefined

  const ahead = () => sinceBoot() - monotonic()
  // The lead stays steady: the order of stored times must not depend on the coarse ticks of the time since boot.
  let lead = ahead()
  const upAt = (moment: number) => {
    const now = ahead()
    if (Math.abs(now - lead) > suspendedMs) lead = now
    return moment + lead
  }

  const own = () => wall() - monotonic()
  let ownLead = own()
  const box = (moment = monotonic()): number => {
    const now = own()
    if (Math.abs(now - ownLead) > coarseMs) ownLead = now
    return Math.round(moment + ownLead)
  }

  function platform(moment = monotonic()): number | undefined {
    if (!best) return undefined
    return Math.round(moment + offset(best) + suspended(best))
  }

  /** Ms for which the machine was suspended since the sample. */
  const suspended = (sample: Sample) => {
    const lost = ahead() - sample.ahead
    return lost > suspendedMs ? lost : 0
  }
  const doubt = (sample: Sample, now: number) =>
    sample.receivedAt - sample.sentAt + (now - sample.receivedAt) * driftPerMs + suspended(sample)

  const presumed = (moment = monotonic()) =>
    platform(moment) ?? (earlier && Math.round(earlier.at + upAt(moment) - earlier.upMs))

  function doubtNow(upMs: number): number {
    if (best) return doubt(best, monotonic())
    return earlier ? earlier.doubtMs + coarseMs + (upMs - earlier.upMs) * driftPerMs : 0
  }

  /** A more precise sample wins; so does a newer one that contradicts the older: the platform's clock was set. */
  function isBetter(sample: Sample, than: Sample): boolean {
    const now = sample.receivedAt
    const [mine, others] = [doubt(sample, now), doubt(than, now)]
    return mine <= others || Math.abs(offset(sample) - offset(than)) > mine + others
  }

  return {
    now: monotonic,
    ask() {
      let at = Math.round(wall())
      while (questions.has(at)) at++
      questions.set(at, monotonic())
      if (questions.size > rememberedQuestions) questions.delete(questions.keys().next().value!)
      return at
    },
    learn(echo, at) {
      const sentAt = questions.get(echo)
      if (sentAt === undefined) return false
      questions.delete(echo)
      const sample = { sentAt, receivedAt: monotonic(), at, ahead: ahead() }
      if (!best || isBetter(sample, best)) best = sample
      return true
    },
    forgetQuestions: () => questions.clear(),
    platform,
    presumed,
    box,
    remember({ at, doubtMs, boot, upMs }) {
      if (at !== null && boot === bootId && upMs <= sinceBoot()) earlier = { at, doubtMs, upMs }
    },
    reading() {
      const upMs = Math.round(upAt(monotonic()))
      return { at: presumed() ?? null, doubtMs: Math.ceil(doubtNow(upMs)), boot: bootId, upMs }
    },
    latest() {
      return best && best.at + monotonic() - best.sentAt + suspended(best)
    },
    stamp(moment) {
      const at = platform(moment)
      if (at !== undefined) return { at }
      const stamp = { at: box(moment), boot: bootId, upMs: Math.round(upAt(moment)) }
      return earlier ? { ...stamp, presumed: presumed(moment)! } : stamp
    },
    instant({ at, boot, upMs, presumed }) {
      if (boot === undefined || upMs === undefined) return at
      const now = platform()
      if (now === undefined) return undefined
      const up = upAt(monotonic())
      if (boot === bootId) {
        const exact = Math.round(now - up + upMs)
        const placed = presumed ?? at
        return Math.abs(exact - placed) <= agreedMs ? placed : exact
      }
      if (presumed !== undefined) return Math.round(Math.min(presumed, now - up))
      // The time is from an earlier boot: as wrong as the wall clock is now, but never later than the current boot.
      return Math.round(Math.min(at + now - wall(), now - up))
    },
  }
}
