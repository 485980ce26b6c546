// Periodic work: seal, compact, merge, and at night merge whole days and delete. One task at a time.
import { isDatabaseDown } from '../../db/database-down.ts'
import { errorText } from '../../db/setup-error.ts'
import { dayMs, dayOf, weekMs } from './calendar.ts'
import type { Compactor } from './compactor.ts'
import type { HistorianCounters } from './history.ts'
import type { LandingQueue } from './landing.ts'
import type { Pace } from './pace.ts'
import { usualDays, weeksAhead } from './retention.ts'
import type { Ring } from './ring.ts'

type UpkeepNeeds = {
  compactor: Compactor
  landing: LandingQueue
  ring: Ring
  pace: Pace
  counters: HistorianCounters
  now(): number
  log(line: string): void
}

/** Runs due tasks once started; `stop` ends the task in progress and leaves no timer. */
export class Upkeep {
  readonly #needs: UpkeepNeeds
  readonly #startedAt: number
  #timer: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isStopped = false
  #isBusy = false
  #longestDays = usualDays
  #mayBeCrowded = true
  #nightOf: number | undefined
  #isFolding = false
  #failures = 0

  constructor(needs: UpkeepNeeds) {
    this.#needs = needs
    this.#startedAt = needs.now()
  }

  start(): void {
    void this.#inTurn(() => this.#retain(true)).catch((error) => {
      if (!this.#isStopped) this.#needs.log(`history: weeks could not be created ahead: ${errorText(error)}`)
    })
    this.#schedule()
  }

  /** Runs everything that can be done now, independent of the clock. */
  all(): Promise<void> {
    const { landing } = this.#needs
    return this.#inTurn(async () => {
      await landing.settled()
      await landing.seal(true)
      await this.#compactSealed()
      while (!(await this.#merge(1)));
      await this.#retain(false)
      while (!(await this.#merge(2)));
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#needs.compactor.stop()
    await this.#last
  }

  /** Queues tasks, including those that `all` starts. */
  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#last.then(act)
    this.#last = result.catch(() => undefined)
    return result
  }

  async #compact(slot: number): Promise<boolean> {
    const { compactor, landing, ring, pace, counters, now, log } = this.#needs
    const generation = landing.generation()
    if (generation === undefined) return false
    const done = await compactor.compact({
      slot,
      generation,
      now: now(),
      weeksFrom: now() - this.#longestDays * dayMs,
      weeksTo: now() + (weeksAhead + 1) * weekMs,
      truncateLockMs: pace.truncateLockMs,
      truncatePatienceMs: pace.truncatePatienceMs,
    })
    // The generation was renewed, or another process is the writer: the next check decides.
    if (done.isStale) return false
    counters.compactedPoints += done.points
    counters.chunksWritten += done.chunks
    counters.damagedChunks += done.damaged
    if (done.damaged > 0) log(`history: ${done.damaged} landed batches are damaged, see the quarantine`)
    ring.free(slot, done.chunks > 0 ? done.points / done.chunks : 0)
    this.#mayBeCrowded = true
    landing.wake()
    return true
  }

  async #compactSealed(): Promise<void> {
    const { ring } = this.#needs
    for (let slot = ring.sealed()[0]; slot !== undefined && !this.#isStopped; slot = ring.sealed()[0])
      if (!(await this.#compact(slot))) return
  }

  /** Runs one merge step; returns true when no chunk is left to merge. */
  async #merge(level: 1 | 2): Promise<boolean> {
    const { compactor, landing, pace, counters, now, log } = this.#needs
    const generation = landing.generation()
    if (generation === undefined || this.#isStopped) return true
    const work = { generation, budgetMs: pace.mergeMs }
    const before = dayOf(now() - pace.foldGraceMs) * dayMs
    const merged = await compactor.merge(level === 1 ? { ...work, level } : { ...work, level, before })
    counters.mergedChunks += merged.replaced
    counters.chunksWritten += merged.written
    counters.damagedChunks += merged.damaged
    if (merged.damaged > 0) log(`history: ${merged.damaged} chunks are damaged and left as they are`)
    return merged.isDone || merged.isStale
  }

  async #retain(weeksOnly: boolean): Promise<void> {
    const { compactor, landing, counters, now, log } = this.#needs
    if (landing.generation() === undefined) return
    const kept = await compactor.retain({ now: now(), weeksOnly })
    this.#longestDays = kept.longestDays
    counters.strayChunks = kept.strays
    if (kept.strays > 0) log(`history: ${kept.strays} chunks have times without a partition`)
  }

  /** Runs after each UTC midnight; the first run is delayed, since a start has other work. */
  #isNight(): boolean {
    const { pace, now } = this.#needs
    const night = dayOf(now() - pace.foldGraceMs)
    if (this.#nightOf === undefined) return now() - this.#startedAt >= pace.firstNightMs
    return this.#nightOf !== night
  }

  async #look(): Promise<void> {
    const { landing, pace, now } = this.#needs
    await landing.seal(false)
    await this.#compactSealed()
    if (this.#mayBeCrowded && !this.#isStopped) this.#mayBeCrowded = !(await this.#merge(1))
    if (this.#isNight() && !this.#isStopped) {
      await this.#retain(false)
      this.#nightOf = dayOf(now() - pace.foldGraceMs)
      this.#isFolding = true
    }
    if (this.#isFolding && !this.#isStopped) this.#isFolding = !(await this.#merge(2))
  }

  async #tick(): Promise<void> {
    this.#isBusy = true
    try {
      await this.#inTurn(() => this.#look())
      this.#failures = 0
    } catch (error) {
      this.#failures += 1
      const what = isDatabaseDown(error) ? 'waits for the database' : 'failed'
      if (!this.#isStopped) this.#needs.log(`history: upkeep ${what}: ${errorText(error)}`)
    } finally {
      this.#isBusy = false
    }
  }

  #schedule(): void {
    if (this.#isStopped) return
    const { upkeepMs } = this.#needs.pace
    const wait = Math.min(upkeepMs * 2 ** Math.min(this.#failures, 6), Math.max(60_000, upkeepMs))
    this.#timer = setTimeout(() => {
      if (this.#isBusy) return this.#schedule()
      void this.#tick().then(() => this.#schedule())
    }, wait)
    this.#timer.unref()
  }
}
