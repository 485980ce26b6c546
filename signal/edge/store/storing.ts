// Runs history reports on the gateway: readings and timers drive the rules of signal/store; the values that they store
// go to the outbox. signal/store/series-storing.ts drives the same rules over past readings. [S3 History report]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayReport } from '../../../contract/gateway-config.ts'
import type { Instant } from '../../store/border.ts'
import type { KeptValue, ReadSignal } from '../../store/keeper.ts'
import { createReports, meaningOf, ruleOf } from '../../store/reports.ts'
import type { SavedRule, StorageRule } from '../../store/storage-rule.ts'
import type { Clock } from '../clock.ts'
import type { Sample } from '../outbox/batch.ts'
import { createTimer } from '../timer.ts'
import type { EdgeReading, Values } from '../values.ts'
import { samplesOf } from './sample.ts'
import { type VerdictOf, withRestore } from './storing-return.ts'

export type StoringDeps = {
  values: Pick<Values, 'get' | 'listen'>
  /** `platform`: the best estimate, also before the first welcome. */
  clock: Pick<Clock, 'now' | 'platform'>
  /** The box's own clock at a monotonic moment, epoch ms: used for periods while platform time is unknown. */
  wall: (moment: number) => number
  /** Writes values to the outbox, under the current configuration. */
  sink: (sample: Sample) => void
  log: (message: string) => void
}

/** The state of unfinished summaries by report; `print` identifies the definition. */
export type SavedStoring = (SavedRule & { reportId: number; print: string })[]

export type Storing = {
  /** Replaces the reports. One with the same definition and binding continues unchanged. */
  apply(bound: BoundConfig | undefined): void
  /** Processes the readings so far, before another configuration is applied. */
  flush(): void
  /** The box sleeps: nothing is stored; after `resume` readings from before are ignored. */
  pause(): void
  resume(): void
  /** The state of unfinished summaries. */
  save(): SavedStoring
  /** Call before the first `apply`: restores saved sums when `verdictOf` allows it, now or later. */
  restore(saved: SavedStoring, verdictOf: VerdictOf): void
  /** Leaves no timer. */
  stop(): void
}

type Running = { rule: StorageRule; print: string }

// A clock may be set at any time: check for period boundaries at least this often.
const lookMs = 1000

export function createStoring(deps: StoringDeps): Storing {
  const { values, clock, log } = deps
  const reports = createReports((id, error) => log(`report ${id}: ${String(error)}`))
  let running = new Map<number, Running>()
  let saved: SavedStoring = []
  let verdictOf: VerdictOf = () => 'forget'
  let instant = instantOf(deps)
  let wokenAt = Number.NEGATIVE_INFINITY
  let isPaused = false
  let isRoundOpen = false
  let kept: KeptValue[] = []
  const timer = createTimer(clock.now, tick)

  const read: ReadSignal = (signalId) => {
    const reading = values.get(signalId)
    return reading && reading.at >= wokenAt ? reading : undefined
  }

  /** All rules see the same moment, so that the rows of one boundary share it. */
  function turn(act: () => void): void {
    instant = instantOf(deps)
    act()
    handOver()
    wake()
  }

  function handOver(): void {
    const samples = samplesOf(kept)
    kept = []
    for (const sample of samples) {
      try {
        deps.sink(sample)
      } catch (error) {
        log(`${sample.ids.length} values to store are lost: ${String(error)}`)
      }
    }
  }

  function onReading(signalId: number, reading: EdgeReading): void {
    if (isPaused || !reports.take(signalId, reading) || isRoundOpen) return
    isRoundOpen = true
    queueMicrotask(endRound)
  }

  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    turn(reports.endRound)
  }

  function tick(): void {
    endRound()
    turn(reports.onTime)
  }

  function wake(): void {
    if (!isPaused && running.size > 0) timer.wakeBy(Math.min(instant.now + lookMs, reports.nextAt()))
  }

  function start(bound: BoundConfig, report: GatewayReport): Running | undefined {
    const print = printOf(bound, report)
    const same = running.get(report.id)
    if (same?.print === print) return same
    try {
      let told = 0
      const store = (value: KeptValue) => {
        told++
        kept.push(value)
      }
      const rule = ruleOf(bound, report, { time: () => instant, read, store })
      const before = saved.find((one) => one.reportId === report.id && one.print === print)
      return { rule: before ? withRestore(rule, before, verdictOf, () => told) : rule, print }
    } catch (error) {
      log(`report ${report.id} does not run: ${String(error)}`)
      return undefined
    }
  }

  function apply(bound: BoundConfig | undefined): void {
    endRound()
    instant = instantOf(deps)
    const next = (bound?.config.reports ?? []).map((report) => [report.id, start(bound!, report)] as const)
    running = new Map(next.flatMap(([id, one]) => (one ? [[id, one]] : [])))
    saved = []
    reports.run(new Map([...running].map(([id, { rule }]) => [id, rule])))
    timer.stop()
    wake()
  }

  const ignore = values.listen(onReading)
  return {
    apply,
    flush: endRound,
    pause() {
      endRound()
      isPaused = true
      timer.stop()
    },
    resume() {
      isPaused = false
      instant = instantOf(deps)
      wokenAt = instant.now
      wake()
    },
    save() {
      endRound()
      return [...running].flatMap(([reportId, { rule, print }]) => {
        const state = rule.save()
        return state ? [{ ...state, reportId, print }] : []
      })
    },
    restore(given, by) {
      saved = given
      verdictOf = by
    },
    stop() {
      endRound()
      ignore()
      timer.stop()
      running = new Map()
    },
  }
}

/** In whole ms, so that differences stay the same after conversion to platform time and rounding. */
function instantOf({ clock, wall }: Pick<StoringDeps, 'clock' | 'wall'>): Instant {
  const now = Math.floor(clock.now())
  const platform = clock.platform(now)
  return { now, at: platform ?? Math.round(wall(now)), isPlatform: platform !== undefined }
}

/** SHA-256, in hex. */
function printOf(bound: BoundConfig, report: GatewayReport): string {
  const meaning = canonicalize({ ...meaningOf(bound, report), bindingId: bound.bindingId })!
  return createHash('sha256').update(meaning).digest('hex')
}
