// History reports, executed on the gateway: readings and time go to the rules, what they keep goes to the outbox in
// records. [S3 History report]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayReport } from '../../../contract/gateway-config.ts'
import { holds, isFormula } from '../../../core/formula.ts'
import type { Clock } from '../clock.ts'
import type { Sample } from '../outbox/batch.ts'
import type { EdgeReading, Values } from '../values.ts'
import type { Instant } from './border.ts'
import { compiledCondition, signalIdsOf } from './check-reports.ts'
import type { KeptValue, ReadSignal } from './keeper.ts'
import { samplesOf } from './sample.ts'
import { createRule, type SavedRule, type SignalReading, type StorageRule } from './storage-rule.ts'
import type { Verdict } from './storing-return.ts'

export type StoringDeps = {
  values: Pick<Values, 'get' | 'listen'>
  /** `platform`: as well as it is known, before the first welcome too. */
  clock: Pick<Clock, 'now' | 'platform'>
  /** The box's own clock, epoch ms: periods go by it as long as nobody knows the platform's. */
  wall: () => number
  /** Writes down what is to be kept, under the configuration that runs now. */
  sink: (sample: Sample) => void
  log: (message: string) => void
}

/** What the unfinished summaries know, by report; `print` tells of which definition. */
export type SavedStoring = (SavedRule & { reportId: number; print: string })[]

export type Storing = {
  /** From now on these reports. One whose definition and binding are the same goes on where it is. */
  apply(bound: BoundConfig | undefined): void
  /** What was read so far is dealt with now: before another configuration takes over. */
  flush(): void
  /** The box sleeps: nothing is stored, and afterwards nothing that was read before counts as standing. */
  pause(): void
  resume(): void
  /** What periodic summaries have counted so far. */
  save(): SavedStoring
  /** Before the first `apply`: what an earlier run saved is given back where `verdictOf` says so, at once or later. */
  restore(saved: SavedStoring, verdictOf: VerdictOf): void
  /** Leaves no timer. */
  stop(): void
}

/** Of the sums of a period that ends at this moment, epoch ms. */
export type VerdictOf = (endsAt: number) => Verdict

/** `waits`: what an earlier run had counted, as long as nobody knows whether that period still runs. */
type Running = { rule: StorageRule; print: string; readings: SignalReading[]; waits: SavedRule | undefined }

// A clock may be set at any time: borders are looked for at least so often.
const lookMs = 1000

export function createStoring(deps: StoringDeps): Storing {
  const { values, clock, log } = deps
  let running = new Map<number, Running>()
  let bySignal = new Map<number, Running[]>()
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

  /** All rules see one and the same moment, so that the rows of one border share it. */
  function each(act: (one: Running) => void): void {
    instant = instantOf(deps)
    for (const [id, one] of running) {
      const before = kept.length
      try {
        act(one)
        // What was told just now may have been of the very period that waits.
        if (kept.length > before) one.waits = undefined
        if (one.waits) giveBack(one, one.waits)
      } catch (error) {
        log(`report ${id}: ${String(error)}`)
      }
    }
    handOver()
    wake()
  }

  function giveBack(one: Running, before: SavedRule): void {
    const verdict = verdictOf(before.endsAt)
    if (verdict === 'goOn') one.rule.restore(before)
    one.waits = verdict === 'wait' ? before : undefined
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

  const store = (value: KeptValue) => void kept.push(value)

  function onReading(signalId: number, reading: EdgeReading): void {
    const concerned = bySignal.get(signalId)
    if (!concerned || isPaused) return
    for (const { readings } of concerned) readings.push({ signalId, reading })
    if (!isRoundOpen) queueMicrotask(endRound)
    isRoundOpen = true
  }

  /** A block is taken as a whole: its values are looked at together, not each beside the old ones of the others. */
  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    each(({ rule, readings }) => {
      if (readings.length > 0) rule.onReadings(readings.splice(0))
    })
  }

  function tick(): void {
    endRound()
    each(({ rule }) => rule.onTime())
  }

  function wake(): void {
    if (isPaused || running.size === 0) return
    const wanted = [...running.values()].map(({ rule }) => rule.nextAt())
    timer.wakeBy(Math.min(instant.now + lookMs, ...wanted))
  }

  let rollovers: ReadonlyMap<number, number> = new Map()

  function start(bound: BoundConfig, report: GatewayReport): Running | undefined {
    const print = printOf(bound, report)
    const same = running.get(report.id)
    if (same?.print === print) return same
    try {
      const condition = conditionOf(bound, report, read)
      const rule = createRule(report, {
        ...{ zone: bound.config.zone, time: () => instant, read, store },
        rolloverOf: (signalId) => rollovers.get(signalId),
        condition,
      })
      const before = saved.find((one) => one.reportId === report.id && one.print === print)
      const one: Running = { rule, print, readings: [], waits: undefined }
      if (before) giveBack(one, before)
      return one
    } catch (error) {
      log(`report ${report.id} does not run: ${String(error)}`)
      return undefined
    }
  }

  function apply(bound: BoundConfig | undefined): void {
    endRound()
    instant = instantOf(deps)
    rollovers = rolloversOf(bound)
    const next = (bound?.config.reports ?? []).map((report) => [report.id, start(bound!, report)] as const)
    running = new Map(next.flatMap(([id, one]) => (one ? [[id, one]] : [])))
    saved = []
    bySignal = new Map()
    for (const one of running.values()) {
      for (const signalId of one.rule.signalIds) bySignal.set(signalId, [...(bySignal.get(signalId) ?? []), one])
    }
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

/** In whole ms: moments that differ by whole ms stay so when they are turned into platform time and rounded. */
function instantOf({ clock, wall }: Pick<StoringDeps, 'clock' | 'wall'>): Instant {
  const now = Math.floor(clock.now())
  const platform = clock.platform(now)
  return { now, at: platform ?? Math.round(wall()), isPlatform: platform !== undefined }
}

/** Calls back once, at the earliest of the moments asked for since (monotonic ms). */
function createTimer(now: () => number, act: () => void) {
  let timer: NodeJS.Timeout | undefined
  let timerAt = Number.POSITIVE_INFINITY
  function stop(): void {
    clearTimeout(timer)
    timer = undefined
    timerAt = Number.POSITIVE_INFINITY
  }
  return {
    stop,
    wakeBy(moment: number) {
      if (timerAt <= moment) return
      stop()
      timerAt = moment
      const ring = () => {
        stop()
        act()
      }
      timer = setTimeout(ring, Math.max(0, Math.ceil(moment - now())))
    },
  }
}

/** Of everything that gives a report's numbers their meaning: SHA-256, in hex. */
function printOf({ equipmentId, bindingId, config }: BoundConfig, report: GatewayReport): string {
  const ids = signalIdsOf(report)
  const signals = config.drivers.flatMap((driver) => driver.signals.filter(({ id }) => ids.has(id)))
  const meaning = canonicalize({ equipmentId, bindingId, zone: config.zone, report, signals })!
  return createHash('sha256').update(meaning).digest('hex')
}

/** Of variables of this device; those of another are never read here. */
/** Where its counters begin again at 0. */
function rolloversOf(bound: BoundConfig | undefined): Map<number, number> {
  const signals = (bound?.config.drivers ?? []).flatMap((driver) => driver.signals)
  return new Map(signals.flatMap(({ id, rollover }) => (rollover === undefined ? [] : [[id, rollover] as const])))
}

function conditionOf({ equipmentId }: BoundConfig, report: GatewayReport, read: ReadSignal) {
  const compiled = compiledCondition(report)
  if (!compiled) return undefined
  if (!isFormula(compiled)) throw new Error(`its condition is wrong at character ${compiled.fault.at}`)
  return {
    signalIds: compiled.references.map(({ signalId }) => signalId),
    holds: () => holds(compiled, (one) => (one.equipmentId === equipmentId ? read(one.signalId) : undefined)),
  }
}
