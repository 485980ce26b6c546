// Stores alarm events of gateways and of the platform's own evaluation, one batch after the other, then notifies. A
// failed batch is retried; an event that can never be stored goes to quarantine.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isDatabaseDown } from '../../../db/database-down.ts'
import type { DB } from '../../../db/schema.ts'
import type { ActiveAlarms, AlarmSink } from '../../../signal/cloud/cloud.ts'
import type { JudgedEvent } from '../../../signal/cloud/judging.ts'
import { isPoison } from '../../../signal/history/landing-store.ts'
import {
  type AlarmChange,
  judgeOnPlatform,
  reconcile,
  setEventApart,
  takeEvents,
  takeJudged,
  type Within,
} from './take-store.ts'

export type AlarmTaker = AlarmSink & {
  /** Evaluates the platform's own rules; called by a timer. */
  judge(): void
  /** Resolves when all events so far are in the list, or the database is unavailable. */
  idle(): Promise<void>
  /** As above, for alarms evaluated on the platform; rejects while the database is unavailable. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export type TakerNeeds = {
  db: Kysely<DB>
  now(): number
  /** Work in the transaction of a change. */
  within: Within
  /** Called after the commit. */
  onChange(changes: readonly AlarmChange[]): void
  log(line: string): void
}

/**
 * Messages per transaction, and the maximum number of waiting reports of active alarms; gateways repeat these reports
 * after they connect.
 */
const atOnce = 100
const standingMost = 5000
/** Maximum number of waiting events of the platform's evaluation, while the database is unavailable. */
const judgedMost = 20_000
/** If a batch follows another one within `floodMs`, wait `lingerMs` to collect more events. */
const floodMs = 250
const lingerMs = 50
const retryMs = 1000

export function createAlarmTaker({ db, now, within, onChange, log }: TakerNeeds): AlarmTaker {
  const standing = new Map<number, ActiveAlarms>()
  const judged: JudgedEvent[] = []
  let floodUntil = 0
  /** Why the last run failed. */
  let fault: unknown
  let hasEvents = true
  let isToJudge = false
  let isStopped = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function tell({ changes, tell: after }: { changes: readonly AlarmChange[]; tell(): void }): void {
    if (changes.length === 0) return
    try {
      after()
      onChange(changes)
    } catch (error) {
      log(`alarms: nobody could be told: ${String(error)}`)
    }
  }

  /** Returns false if there are no more. */
  async function takeSome(): Promise<boolean> {
    let most = atOnce
    for (;;) {
      try {
        const taken = await takeEvents(db, most, within)
        tell(taken)
        return taken.taken > 0
      } catch (error) {
        if (!isPoison(error)) throw error
        if (most === 1) {
          log(`alarms: what a gateway told goes to quarantine: ${String(error)}`)
          await setEventApart(db, String(error))
          return true
        }
        most = 1
      }
    }
  }

  /** Stores events of the platform's evaluation; logs and drops an event that cannot be stored. */
  async function takeOwn(): Promise<void> {
    let most = atOnce
    while (judged.length > 0) {
      // In a flood a transaction costs more than its rows: collects more of them.
      if (performance.now() < floodUntil) await sleep(lingerMs)
      const some = judged.slice(0, most)
      try {
        tell(await takeJudged(db, some, within))
        judged.splice(0, some.length)
        floodUntil = performance.now() + floodMs
      } catch (error) {
        if (!isPoison(error)) throw error
        if (most === 1) log(`alarms: one that was judged here is lost: ${String(judged.splice(0, 1) && error)}`)
        most = 1
      }
    }
  }

  async function turn(): Promise<void> {
    while (hasEvents) {
      hasEvents = false
      if (await takeSome()) hasEvents = true
    }
    await takeOwn()
    for (const [equipmentId, told] of [...standing]) {
      tell(await reconcile(db, told, within))
      if (standing.get(equipmentId) === told) standing.delete(equipmentId)
    }
    if (!isToJudge) return
    isToJudge = false
    tell(await judgeOnPlatform(db, now(), within))
  }

  async function run(): Promise<void> {
    try {
      while (!isStopped && (hasEvents || judged.length > 0 || standing.size > 0 || isToJudge)) await turn()
    } catch (error) {
      fault = error
      if (!isDatabaseDown(error)) log(`alarms: ${String(error)}`)
      hasEvents = true
      if (!isStopped) timer = setTimeout(wake, retryMs)
    } finally {
      running = undefined
    }
  }

  function wake(): void {
    clearTimeout(timer)
    if (!isStopped) running ??= run()
  }

  return {
    happened() {
      hasEvents = true
      wake()
    },
    standing(of) {
      if (standing.size >= standingMost && !standing.has(of.equipmentId)) return
      standing.set(of.equipmentId, of)
      wake()
    },
    judged(events) {
      if (judged.length + events.length > judgedMost) return false
      judged.push(...events)
      wake()
      return true
    },
    judge() {
      isToJudge = true
      wake()
    },
    idle: async () => running,
    async settled() {
      await running
      if (judged.length > 0) throw fault ?? new Error('alarms wait to be taken')
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
