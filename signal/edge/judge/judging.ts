// Evaluates alarm rules on the gateway: readings and timers drive the rules of signal/judge; events go to the outbox,
// ahead of records. signal/judge/series-judging.ts drives the same rules over past readings. [S3 Alarm]
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { BoundConfig, GatewayRule } from '../../../contract/gateway-config.ts'
import { AlarmEngine, type PrintedRule } from '../../judge/engine.ts'
import type { AlarmEvent } from '../../judge/rule.ts'
import type { Reading } from '../../store/reading.ts'
import type { Clock } from '../clock.ts'
import { createTimer, type Timer } from '../timer.ts'
import type { Values } from '../values.ts'

type JudgingDeps = {
  values: Pick<Values, 'get' | 'listen'>
  clock: Pick<Clock, 'now'>
  /** Generates the id of a new alarm: 16 hex digits. */
  draw: () => string
  /**
   * Receives events under the current configuration, and the active alarms after them. Without events: the active
   * alarms were only adopted.
   */
  sink: (events: readonly AlarmEvent[], standing: SavedAlarms) => void
  log: (message: string) => void
}

/** Active alarms; `print` identifies rule and binding. */
export type SavedAlarms = { ruleId: number; print: string; alarm: string }[]

/** Active alarms that the platform has evaluated so far. */
export type HandedAlarms = readonly { ruleId: number; alarm: string }[]

/** Evaluates the rules of the current configuration; `stop` leaves no timer. */
export class Judging {
  readonly #needs: JudgingDeps
  readonly #engine: AlarmEngine
  readonly #timer: Timer
  readonly #ignore: () => void
  #saved: SavedAlarms = []
  #happened: AlarmEvent[] = []
  /** When the box woke; earlier readings are ignored. */
  #wokenAt = Number.NEGATIVE_INFINITY
  #isPaused = false
  #isRoundOpen = false

  constructor(needs: JudgingDeps) {
    const { values, clock, draw, log } = needs
    this.#needs = needs
    this.#engine = new AlarmEngine({
      read: (signalId) => this.#read(signalId),
      draw,
      tell: (event) => void this.#happened.push(event),
      onFault: (ruleId, error) => log(`alarm rule ${ruleId}: ${String(error)}`),
    })
    this.#timer = createTimer(clock.now, () => {
      this.flush()
      this.#turn((now) => this.#engine.onTime(now))
    })
    this.#ignore = values.listen((signalId) => this.#onReading(signalId))
  }

  /**
   * Replaces the rules. One with the same definition and binding continues unchanged, a rule that the platform
   * evaluated before continues with its active alarm; alarms of all other rules end.
   */
  apply(bound: BoundConfig | undefined, handed: HandedAlarms = []): void {
    const engine = this.#engine
    const alarmOf = ({ rule, print }: PrintedRule): string | null => {
      const ownAlarm = this.#saved.find((one) => one.ruleId === rule.id && one.print === print)
      const fresh = engine.has(rule.id) ? undefined : handed.find(({ ruleId }) => ruleId === rule.id)
      return (ownAlarm ?? fresh)?.alarm ?? null
    }
    const rules = (bound?.config.alarms ?? []).map((rule) => ({ rule, print: printOf(bound!, rule) }))
    // Events of the replacement are sent under the new configuration; the platform identifies the rule by its number.
    engine.replace(rules, { equipmentId: bound?.equipmentId ?? 0, now: this.#needs.clock.now(), alarmOf })
    this.#saved = []
    if (handed.length > 0) this.#needs.sink([], this.activeAlarms())
    this.#turn((now) => engine.onTime(now))
  }

  /** Evaluates the readings so far, before another configuration is applied. */
  flush(): void {
    if (!this.#isRoundOpen) return
    this.#isRoundOpen = false
    this.#turn((now) => this.#engine.endRound(now))
  }

  /** The box sleeps: nothing is evaluated; after `resume` readings from before are ignored. */
  pause(): void {
    this.flush()
    this.#isPaused = true
    this.#timer.stop()
  }

  resume(): void {
    this.#isPaused = false
    this.#wokenAt = Math.floor(this.#needs.clock.now())
    this.#engine.forget()
    this.#turn((now) => this.#engine.onTime(now))
  }

  /** The active alarms, with the prints of their rules. */
  activeAlarms(): SavedAlarms {
    return this.#engine.activeAlarms()
  }

  /** Call before the first `apply`: the active alarms when an earlier run ended. */
  restore(saved: SavedAlarms): void {
    this.#saved = saved
  }

  /** Evaluates the readings so far, and stops. */
  stop(): void {
    this.flush()
    this.#ignore()
    this.#timer.stop()
    this.#engine.clear()
  }

  #read(signalId: number): Reading | undefined {
    const reading = this.#needs.values.get(signalId)
    return reading && reading.at >= this.#wokenAt ? reading : undefined
  }

  #onReading(signalId: number): void {
    if (this.#isPaused || !this.#engine.take(signalId) || this.#isRoundOpen) return
    this.#isRoundOpen = true
    queueMicrotask(() => this.flush())
  }

  /** Runs rules, hands over what happened, and sets the timer anew. */
  #turn(act: (now: number) => void): void {
    act(this.#needs.clock.now())
    const events = this.#happened
    this.#happened = []
    if (events.length > 0) this.#needs.sink(events, this.activeAlarms())
    this.#timer.stop()
    if (!this.#isPaused) this.#timer.wakeBy(this.#engine.nextAt())
  }
}

/** SHA-256 hash of a rule and its binding, in hex. */
function printOf({ equipmentId, bindingId }: BoundConfig, rule: GatewayRule): string {
  return createHash('sha256').update(canonicalize({ equipmentId, bindingId, rule })!).digest('hex')
}
