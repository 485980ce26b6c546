// Time on the gateway. Everything is measured on the monotonic clock; what the platform's clock says is learnt from the
// round trip of hello and welcome, so a wrong or jumping wall clock does no harm. [S9 Time]
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * A moment that can be kept on disk. `at` is platform time, or, while that was not known, the box's wall clock; then
 * `upMs` since the boot of id `boot` says it better, as long as the box was not restarted. `presumed`: platform time as an
 * earlier run had learnt it, by which borders came.
 */
export type Stamp = { at: number; boot?: string; upMs?: number; presumed?: number }

/** What the clocks show at one moment, to be kept for the next run. */
export type ClockReading = {
  /** Platform time, epoch ms, and by how much it may be wrong at most; null where nobody knows. */
  at: number | null
  doubtMs: number
  /** Time since the start of the machine of id `boot`. */
  boot: string
  upMs: number
}

export type Clock = {
  /** Monotonic ms; the origin means nothing. */
  now(): number
  /** Takes note of the moment of a `hello`; the answer is its `at`, the edge's own clock, different each time. */
  ask(): number
  /** A `welcome` came: what the platform's clock said when it answered the `hello` of `echo`. False: not ours. */
  learn(echo: number, at: number): boolean
  /** The connection ended: what was asked on it will not be answered. */
  forgetQuestions(): void
  /** Platform time of a monotonic moment (default: now), epoch ms, or nothing before the first welcome. */
  platform(moment?: number): number | undefined
  /** The same, before the first welcome as far as an earlier run had learnt it since the machine was started. */
  presumed(moment?: number): number | undefined
  /** The box's own clock at a monotonic moment (default: now), epoch ms; steady, as long as it is not set. */
  box(moment?: number): number
  /** What an earlier run kept of `reading`. */
  remember(earlier: ClockReading): void
  /** What is known now, `at` as presumed. */
  reading(): ClockReading
  /** The latest that the platform's clock can read now: expiry is checked by it, never by the estimate's middle. */
  latest(): number | undefined
  /** A monotonic moment to keep, as well as it is known now. */
  stamp(moment: number): Stamp
  /** Platform time of what was stamped, in this run or an earlier one; nothing before the first welcome. */
  instant(stamp: Stamp): number | undefined
}

export type ClockSources = {
  wall: () => number
  monotonic: () => number
  sinceBoot: () => number
  /** Differs after every start of the machine. */
  bootId: string
}

const real = (): ClockSources => ({
  wall: Date.now,
  monotonic: () => performance.now(),
  sinceBoot: () => uptime() * 1000,
  bootId: readBootId(),
})

/** Only Linux tells; elsewhere every run of the agent counts as a boot of its own. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return crypto.randomUUID()
  }
}

// The monotonic clock stands still while the machine is suspended; the time since boot does not. Smaller differences
// are its coarseness.
const suspendedMs = 200
// How much worse a sample gets with age: crystals drift by up to 100 ppm.
const driftPerMs = 1e-4
const rememberedQuestions = 8
// Clocks that differ by at most this are treated as equal: a row keeps the time at which it was placed.
const agreedMs = 250
// Two runs read the time since boot from a clock that ticks every 10 ms.
const coarseMs = 20

type Sample = { sentAt: number; receivedAt: number; at: number; ahead: number }

const offset = ({ at, sentAt, receivedAt }: Sample) => at - (sentAt + receivedAt) / 2

export function createClock(sources: Partial<ClockSources> = {}): Clock {
  const { wall, monotonic, sinceBoot, bootId } = { ...real(), ...sources }
  const questions = new Map<number, number>()
  let best: Sample | undefined
  let earlier: { at: number; doubtMs: number; upMs: number } | undefined

  const ahead = () => sinceBoot() - monotonic()
  // Steady, or the order of what is stamped would depend on how coarse the time since boot is.
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

  /** Ms the machine was suspended since the sample was taken. */
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

  /** A closer sample wins; so does a newer one that cannot be true together with the older: the platform's clock was set. */
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
      // Of an earlier start of the box: as wrong as the wall clock is now, but not later than this start.
      return Math.round(Math.min(at + now - wall(), now - up))
    },
  }
}
