// Evaluates alarm rules on the gateway: readings and timers drive the rules of signal/judge; events go to the outbox,
// ahead of records. signal/judge/series-judging.ts drives the same rules over past readings. [S3 Alarm]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayRule } from '../../../contract/gateway-config.ts'
import { createJudge } from '../../judge/judge.ts'
import { type AlarmEvent, createJudgedRule, type JudgedRule, newJudgedState } from '../../judge/rule.ts'
import type { Clock } from '../clock.ts'
import { createTimer } from '../timer.ts'
import type { Values } from '../values.ts'

export type JudgingDeps = {
  values: Pick<Values, 'get' | 'listen'>
  clock: Pick<Clock, 'now'>
  /** Generates the id of a new alarm: 16 hex digits. */
  draw: () => string
  /** Receives events under the current configuration and the active alarms after them; no events: only taken over. */
  sink: (events: readonly AlarmEvent[], standing: SavedAlarms) => void
  log: (message: string) => void
}

/** Active alarms; `print` identifies rule and binding. */
export type SavedAlarms = { ruleId: number; print: string; alarm: string }[]

/** Active alarms that the platform has evaluated so far. */
export type HandedAlarms = readonly { ruleId: number; alarm: string }[]

export type Judging = {
  /**
   * Replaces the rules. One with the same definition and binding continues unchanged, a rule that the platform
   * evaluated before continues with its active alarm; alarms of all other rules end.
   */
  apply(bound: BoundConfig | undefined, handed?: HandedAlarms): void
  /** Evaluates the readings so far, before another configuration is applied. */
  flush(): void
  /** The box sleeps: nothing is evaluated; after `resume` readings from before are ignored. */
  pause(): void
  resume(): void
  standing(): SavedAlarms
  /** Call before the first `apply`: the active alarms when an earlier run ended. */
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
    const state = { ...newJudgedState(), alarm: stood?.alarm ?? null }
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
    // These events carry the new configuration; the platform identifies the rule by its number.
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
