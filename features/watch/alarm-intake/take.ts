// Stores alarm events of gateways and of the platform's own evaluation in batches, one after the other, then notifies.
// A failed batch is retried; an event that can never be stored goes to quarantine.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isDatabaseDown } from '../../../db/database-down.ts'
import type { DB } from '../../../db/schema.ts'
import type { ActiveAlarms, AlarmSink } from '../../../signal/cloud/cloud-needs.ts'
import type { JudgedEvent } from '../../../signal/cloud/judging.ts'
import { isPoison } from '../../../signal/history/landing-store.ts'
import type { AlarmChange } from './contract.ts'
import { judgeOnPlatform, reconcile, setEventApart, takeEvents, takeJudged, type Within } from './take-store.ts'

type TakerNeeds = {
  db: Kysely<DB>
  now(): number
  /** Work in the transaction of a change. */
  within: Within
  /** Called with the changes after the commit. */
  onChange(changes: readonly AlarmChange[]): void
  log(line: string): void
}

/**
 * Messages per transaction, and the maximum number of waiting reports of active alarms; gateways repeat these reports
 * after they connect.
 */
const maxAtOnce = 100
const maxReports = 5000
/** Maximum number of waiting events of the platform's evaluation, while the database is unavailable. */
const maxJudged = 20_000
/** If a batch follows another one within `floodMs`, wait `lingerMs` to collect more events. */
const floodMs = 250
const lingerMs = 50
const retryMs = 1000

/** Stores events and notifies; `stop` waits for the transaction in progress and leaves no timer. */
export class AlarmTaker implements AlarmSink {
  readonly #needs: TakerNeeds
  readonly #reports = new Map<number, ActiveAlarms>()
  readonly #judged: JudgedEvent[] = []
  #floodUntil = 0
  /** The reason why the latest run failed. */
  #fault: unknown
  #hasEvents = true
  #isToJudge = false
  #isStopped = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(needs: TakerNeeds) {
    this.#needs = needs
  }

  happened(): void {
    this.#hasEvents = true
    this.#wake()
  }

  activeAlarms(of: ActiveAlarms): void {
    if (this.#reports.size >= maxReports && !this.#reports.has(of.equipmentId)) return
    this.#reports.set(of.equipmentId, of)
    this.#wake()
  }

  judged(events: readonly JudgedEvent[]): boolean {
    if (this.#judged.length + events.length > maxJudged) return false
    this.#judged.push(...events)
    this.#wake()
    return true
  }

  /** Evaluates the rules about gateways and devices that only the platform can judge; called by a timer. */
  judge(): void {
    this.#isToJudge = true
    this.#wake()
  }

  /** Resolves when all events so far are in the list, or the database is unavailable. */
  async idle(): Promise<void> {
    return this.#running
  }

  /** Resolves when the alarms evaluated on the platform are stored; rejects while the database is unavailable. */
  async settled(): Promise<void> {
    await this.#running
    if (this.#judged.length > 0) throw this.#fault ?? new Error('alarms are waiting to be stored')
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  #tell({ changes, tell: after }: { changes: readonly AlarmChange[]; tell(): void }): void {
    if (changes.length === 0) return
    try {
      after()
      this.#needs.onChange(changes)
    } catch (error) {
      this.#needs.log(`alarms: the accounts were not notified: ${String(error)}`)
    }
  }

  /** Stores one batch of events. Returns false if none are left. */
  async #takeSome(): Promise<boolean> {
    const { db, within, log } = this.#needs
    let most = maxAtOnce
    for (;;) {
      try {
        const taken = await takeEvents(db, most, within)
        this.#tell(taken)
        return taken.taken > 0
      } catch (error) {
        if (!isPoison(error)) throw error
        if (most === 1) {
          log(`alarms: an event of a gateway goes to quarantine: ${String(error)}`)
          await setEventApart(db, String(error))
          return true
        }
        most = 1
      }
    }
  }

  /** Stores events of the platform's evaluation; logs and drops an event that cannot be stored. */
  async #takeOwn(): Promise<void> {
    const { db, within, log } = this.#needs
    const judged = this.#judged
    let most = maxAtOnce
    while (judged.length > 0) {
      // During a flood of events a transaction costs more than its rows, so more events are collected for each.
      if (performance.now() < this.#floodUntil) await sleep(lingerMs)
      const some = judged.slice(0, most)
      try {
        this.#tell(await takeJudged(db, some, within))
        judged.splice(0, some.length)
        this.#floodUntil = performance.now() + floodMs
      } catch (error) {
        if (!isPoison(error)) throw error
        if (most === 1) {
          judged.splice(0, 1)
          log(`alarms: an event of the platform's own evaluation is lost: ${String(error)}`)
        }
        most = 1
      }
    }
  }

  async #turn(): Promise<void> {
    const { db, now, within } = this.#needs
    while (this.#hasEvents) {
      this.#hasEvents = false
      if (await this.#takeSome()) this.#hasEvents = true
    }
    await this.#takeOwn()
    for (const [equipmentId, told] of [...this.#reports]) {
      this.#tell(await reconcile(db, told, within))
      if (this.#reports.get(equipmentId) === told) this.#reports.delete(equipmentId)
    }
    if (!this.#isToJudge) return
    this.#isToJudge = false
    this.#tell(await judgeOnPlatform(db, now(), within))
  }

  #hasWork(): boolean {
    return this.#hasEvents || this.#judged.length > 0 || this.#reports.size > 0 || this.#isToJudge
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isStopped && this.#hasWork()) await this.#turn()
    } catch (error) {
      this.#fault = error
      if (!isDatabaseDown(error)) this.#needs.log(`alarms: ${String(error)}`)
      this.#hasEvents = true
      if (!this.#isStopped) this.#timer = setTimeout(() => this.#wake(), retryMs)
    } finally {
      this.#running = undefined
    }
  }

  #wake(): void {
    clearTimeout(this.#timer)
    if (!this.#isStopped) this.#running ??= this.#run()
  }
}
