// Runs history reports on the gateway: readings and timers drive the rules of signal/store; the values that they store
// go to the outbox. signal/store/series-storing.ts drives the same rules over past readings. [S3 History report]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayReport } from '../../../contract/gateway-config.ts'
import type { Instant } from '../../store/border.ts'
import type { KeptValue, ReadSignal } from '../../store/keeper.ts'
import { createReports, meaningOf, type Reports, ruleOf } from '../../store/reports.ts'
import type { SavedRule, StorageRule } from '../../store/storage-rule.ts'
import type { Clock } from '../clock.ts'
import type { Sample } from '../outbox/batch.ts'
import { createTimer, type Timer } from '../timer.ts'
import type { EdgeReading, Values } from '../values.ts'
import { samplesOf } from './sample.ts'
import { type VerdictOf, withRestore } from './storing-return.ts'

type StoringDeps = {
  values: Pick<Values, 'get' | 'listen'>
  /** Provides the monotonic clock and the best estimate of platform time, also before the first welcome. */
  clock: Pick<Clock, 'now' | 'platform'>
  /** The box's own clock at a monotonic moment, epoch ms: used for periods while platform time is unknown. */
  wall: (moment: number) => number
  /** Writes values to the outbox, under the current configuration. */
  sink: (sample: Sample) => void
  log: (message: string) => void
}

/** The state of unfinished summaries by report; `print` identifies the definition. */
export type SavedStoring = (SavedRule & { reportId: number; print: string })[]

type Running = { rule: StorageRule; print: string }

// A clock may be set at any time: check for period boundaries at least this often.
const lookMs = 1000

/** Stores by the reports of the current configuration; `stop` leaves no timer. */
export class Storing {
  readonly #deps: StoringDeps
  readonly #reports: Reports
  readonly #timer: Timer
  readonly #ignore: () => void
  #running = new Map<number, Running>()
  #saved: SavedStoring = []
  #verdictOf: VerdictOf = () => 'forget'
  #instant: Instant
  /** When the box woke; earlier readings are ignored. */
  #wokenAt = Number.NEGATIVE_INFINITY
  #isPaused = false
  #isRoundOpen = false
  #kept: KeptValue[] = []

  readonly #endRound = (): void => {
    if (!this.#isRoundOpen) return
    this.#isRoundOpen = false
    this.#turn(this.#reports.endRound)
  }

  readonly #read: ReadSignal = (signalId) => {
    const reading = this.#deps.values.get(signalId)
    return reading && reading.at >= this.#wokenAt ? reading : undefined
  }

  constructor(deps: StoringDeps) {
    this.#deps = deps
    this.#reports = createReports((id, error) => deps.log(`report ${id}: ${String(error)}`))
    this.#instant = instantOf(deps)
    this.#timer = createTimer(
      () => deps.clock.now(),
      () => {
        this.#endRound()
        this.#turn(this.#reports.onTime)
      },
    )
    this.#ignore = deps.values.listen((signalId, reading) => this.#onReading(signalId, reading))
  }

  /** Replaces the reports. One with the same definition and binding continues unchanged. */
  apply(bound: BoundConfig | undefined): void {
    this.#endRound()
    this.#instant = instantOf(this.#deps)
    const next = (bound?.config.reports ?? []).map((report) => [report.id, this.#start(bound!, report)] as const)
    this.#running = new Map(next.flatMap(([id, one]) => (one ? [[id, one]] : [])))
    this.#saved = []
    this.#reports.run(new Map([...this.#running].map(([id, { rule }]) => [id, rule])))
    this.#timer.stop()
    this.#wake()
  }

  /** Processes the readings so far, before another configuration is applied. */
  flush(): void {
    this.#endRound()
  }

  /** The box sleeps: nothing is stored; after `resume` readings from before are ignored. */
  pause(): void {
    this.#endRound()
    this.#isPaused = true
    this.#timer.stop()
  }

  resume(): void {
    this.#isPaused = false
    this.#instant = instantOf(this.#deps)
    this.#wokenAt = this.#instant.now
    this.#wake()
  }

  /** The state of unfinished summaries. */
  save(): SavedStoring {
    this.#endRound()
    return [...this.#running].flatMap(([reportId, { rule, print }]) => {
      const state = rule.save()
      return state ? [{ ...state, reportId, print }] : []
    })
  }

  /** Call before the first `apply`: restores saved sums when `verdictOf` allows it, now or later. */
  restore(saved: SavedStoring, verdictOf: VerdictOf): void {
    this.#saved = saved
    this.#verdictOf = verdictOf
  }

  /** Stops all timers. */
  stop(): void {
    this.#endRound()
    this.#ignore()
    this.#timer.stop()
    this.#running = new Map()
  }

  #onReading(signalId: number, reading: EdgeReading): void {
    if (this.#isPaused || !this.#reports.take(signalId, reading) || this.#isRoundOpen) return
    this.#isRoundOpen = true
    queueMicrotask(this.#endRound)
  }

  /** Runs an action for all rules at the same moment, so that the rows of one boundary have the same time. */
  #turn(act: () => void): void {
    this.#instant = instantOf(this.#deps)
    act()
    this.#handOver()
    this.#wake()
  }

  #handOver(): void {
    const { sink, log } = this.#deps
    const samples = samplesOf(this.#kept)
    this.#kept = []
    for (const sample of samples) {
      try {
        sink(sample)
      } catch (error) {
        log(`${sample.ids.length} values to store are lost: ${String(error)}`)
      }
    }
  }

  #wake(): void {
    if (this.#isPaused || this.#running.size === 0) return
    this.#timer.wakeBy(Math.min(this.#instant.now + lookMs, this.#reports.nextAt()))
  }

  #start(bound: BoundConfig, report: GatewayReport): Running | undefined {
    const print = printOf(bound, report)
    const same = this.#running.get(report.id)
    if (same?.print === print) return same
    try {
      let told = 0
      const store = (value: KeptValue) => {
        told++
        this.#kept.push(value)
      }
      const rule = ruleOf(bound, report, { time: () => this.#instant, read: this.#read, store })
      const before = this.#saved.find((one) => one.reportId === report.id && one.print === print)
      return { rule: before ? withRestore(rule, before, this.#verdictOf, () => told) : rule, print }
    } catch (error) {
      this.#deps.log(`report ${report.id} does not run: ${String(error)}`)
      return undefined
    }
  }
}

/** The times are whole ms, so that differences stay the same after conversion to platform time and rounding. */
function instantOf({ clock, wall }: Pick<StoringDeps, 'clock' | 'wall'>): Instant {
  const now = Math.floor(clock.now())
  const platform = clock.platform(now)
  return { now, at: platform ?? Math.round(wall(now)), isPlatform: platform !== undefined }
}

/** SHA-256 hash of a report and its binding, in hex. */
function printOf(bound: BoundConfig, report: GatewayReport): string {
  const meaning = canonicalize({ ...meaningOf(bound, report), bindingId: bound.bindingId })!
  return createHash('sha256').update(meaning).digest('hex')
}
