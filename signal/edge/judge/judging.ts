// Alarm rules, judged on the gateway: what is read and its timers drive the rules of signal/judge, what they raise and clear
// goes to the outbox, ahead of records. Over readings of the past signal/judge/series-judging.ts drives the same. [S3 Alarm]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayRule } from '../../../contract/gateway-config.ts'
import { createJudge } from '../../judge/judge.ts'
import { type AlarmEvent, createJudgedRule, type JudgedRule, untouched } from '../../judge/rule.ts'
import type { Clock } from '../clock.ts'
import { createTimer } from '../timer.ts'
import type { Values } from '../values.ts'

export type JudgingDeps = {
  values: Pick<Values, 'get' | 'listen'>
  clock: Pick<Clock, 'now'>
  /** A name for a new alarm: 16 hex digits. */
  draw: () => string
  /** Takes what happened, under the configuration that runs now, and what stands after it; it may have been handed over. */
  sink: (events: readonly AlarmEvent[], standing: SavedAlarms) => void
  log: (message: string) => void
}

/** Alarms that stand; `print` tells of which rule of which binding. */
export type SavedAlarms = { ruleId: number; print: string; alarm: string }[]

/** Alarms that the platform judged so far. */
export type HandedAlarms = readonly { ruleId: number; alarm: string }[]

export type Judging = {
  /**
   * From now on these rules. One whose definition and binding are the same goes on, and one that was judged on the platform
   * with what stood there; what stood of the others is over.
   */
  apply(bound: BoundConfig | undefined, handed?: HandedAlarms): void
  /** What was read so far is judged now: before another configuration takes over. */
  flush(): void
  /** The box sleeps: nothing is judged, and afterwards nothing that was read before counts. */
  pause(): void
  resume(): void
  standing(): SavedAlarms
  /** Before the first `apply`: what stood when an earlier run ended. */
  restore(saved: SavedAlarms): void
  /** Leaves no timer. */
  stop(): void
}

export function createJudging({ values, clock, draw, sink, log }: JudgingDeps): Judging {
  const judge = createJudge((id, error) => log(`alarm rule ${id}: ${String(error)}`))
  let running = new Map<number, { rule: JudgedRule; print: string }>()
  let saved: SavedAlarms = []
  let happened: AlarmEvent[] = []
  let wokenAt = Number.NEGATIVE_INFINITY
  let isPaused = false
  let isRoundOpen = false
  const timer = createTimer(clock.now, () => {
    endRound()
    turn(judge.onTime)
  })

  const read = (signalId: number) => {
    const reading = values.get(signalId)
    return reading && reading.at >= wokenAt ? reading : undefined
  }

  function turn(act: (now: number) => void): void {
    act(clock.now())
    handOver()
    wake()
  }

  function handOver(): void {
    if (happened.length === 0) return
    const events = happened
    happened = []
    sink(events, standing())
  }

  function onReading(signalId: number): void {
    if (isPaused || !judge.take(signalId) || isRoundOpen) return
    isRoundOpen = true
    queueMicrotask(endRound)
  }

  function endRound(): void {
    if (!isRoundOpen) return
    isRoundOpen = false
    turn(judge.endRound)
  }

  function wake(): void {
    timer.stop()
    if (!isPaused) timer.wakeBy(judge.nextAt())
  }

  function start(
    bound: BoundConfig,
    rule: GatewayRule,
    handed: HandedAlarms,
  ): { rule: JudgedRule; print: string } | undefined {
    const print = printOf(bound, rule)
    const same = running.get(rule.id)
    if (same?.print === print) return same
    const fresh = running.has(rule.id) ? [] : handed
    const stood =
      saved.find((one) => one.ruleId === rule.id && one.print === print) ??
      fresh.find(({ ruleId }) => ruleId === rule.id)
    const state = { ...untouched(), alarm: stood?.alarm ?? null }
    const tell = (event: AlarmEvent) => void happened.push(event)
    try {
      return { rule: createJudgedRule(rule, { equipmentId: bound.equipmentId, read, draw, tell }, state), print }
    } catch (error) {
      log(`alarm rule ${rule.id} does not run: ${String(error)}`)
      return undefined
    }
  }

  const standing = (): SavedAlarms =>
    [...running].flatMap(([ruleId, { rule, print }]) => {
      const alarm = rule.alarm()
      return alarm === null ? [] : [{ ruleId, print, alarm }]
    })

  function apply(bound: BoundConfig | undefined, handed: HandedAlarms = []): void {
    const next = new Map(
      (bound?.config.alarms ?? []).flatMap((rule) => {
        const one = start(bound!, rule, handed)
        return one ? [[rule.id, one] as const] : []
      }),
    )
    // Told under the configuration that runs by now: the platform knows the rule by its number.
    const now = clock.now()
    for (const [id, { rule }] of running) if (next.get(id)?.rule !== rule) rule.end(now)
    running = next
    saved = []
    judge.run([...running.values()].map(({ rule }) => rule))
    if (handed.length > 0) sink([], standing())
    turn(judge.onTime)
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
      wokenAt = Math.floor(clock.now())
      for (const { rule } of running.values()) rule.forget()
      judge.run([...running.values()].map(({ rule }) => rule))
      turn(judge.onTime)
    },
    standing,
    restore(given) {
      saved = given
    },
    stop() {
      endRound()
      ignore()
      timer.stop()
      running = new Map()
    },
  }
}

/** SHA-256, in hex. */
function printOf({ equipmentId, bindingId }: BoundConfig, rule: GatewayRule): string {
  return createHash('sha256').update(canonicalize({ equipmentId, bindingId, rule })!).digest('hex')
}
