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

export type UpkeepNeeds = {
  compactor: Compactor
  landing: LandingQueue
  ring: Ring
  pace: Pace
  counters: HistorianCounters
  now(): number
  log(line: string): void
}

export type Upkeep = {
  start(): void
  /** Runs everything that can be done now, independent of the clock. */
  all(): Promise<void>
  stop(): Promise<void>
}

export function createUpkeep(needs: UpkeepNeeds): Upkeep {
  const { compactor, landing, ring, pace, counters, now, log } = needs
  const startedAt = now()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let isStopped = false
  let isBusy = false
  let longestDays = usualDays
  let mayBeCrowded = true
  let nightOf: number | undefined
  let failures = 0

  /** One after the other, also those that `all` asks for. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = last.then(act)
    last = result.catch(() => undefined)
    return result
  }

  async function compact(slot: number): Promise<boolean> {
    const generation = landing.generation()
    if (generation === undefined) return false
    const done = await compactor.compact({
      slot,
      generation,
      now: now(),
      weeksFrom: now() - longestDays * dayMs,
      weeksTo: now() + (weeksAhead + 1) * weekMs,
      truncateLockMs: pace.truncateLockMs,
      truncatePatienceMs: pace.truncatePatienceMs,
    })
    // its generation was renewed, or another process writes: the next check decides
    if (done.isStale) return false
    counters.compactedPoints += done.points
    counters.chunksWritten += done.chunks
    counters.damagedChunks += done.damaged
    if (done.damaged > 0) log(`history: ${done.damaged} landed batches are damaged, see the quarantine`)
    ring.free(slot, done.chunks > 0 ? done.points / done.chunks : 0)
    mayBeCrowded = true
    landing.wake()
    return true
  }

  async function compactSealed(): Promise<void> {
    for (let slot = ring.sealed()[0]; slot !== undefined && !isStopped; slot = ring.sealed()[0])
      if (!(await compact(slot))) return
  }

  /** One merge step; true when nothing is left. */
  async function merge(level: 1 | 2): Promise<boolean> {
    const generation = landing.generation()
    if (generation === undefined || isStopped) return true
    const work = { generation, budgetMs: pace.mergeMs }
    const before = dayOf(now() - pace.foldGraceMs) * dayMs
    const merged = await compactor.merge(level === 1 ? { ...work, level } : { ...work, level, before })
    counters.mergedChunks += merged.replaced
    counters.chunksWritten += merged.written
    counters.damagedChunks += merged.damaged
    if (merged.damaged > 0) log(`history: ${merged.damaged} chunks are damaged and left as they are`)
    return merged.isDone || merged.isStale
  }

  async function retain(weeksOnly: boolean): Promise<void> {
    if (landing.generation() === undefined) return
    const kept = await compactor.retain({ now: now(), weeksOnly })
    longestDays = kept.longestDays
    counters.strayChunks = kept.strays
    if (kept.strays > 0) log(`history: ${kept.strays} chunks have times without a partition`)
  }

  /** Runs after each UTC midnight; the first run is delayed, since a start has other work. */
  function isNight(): boolean {
    const night = dayOf(now() - pace.foldGraceMs)
    if (nightOf === undefined) return now() - startedAt >= pace.firstNightMs
    return nightOf !== night
  }

  let isFolding = false

  async function look(): Promise<void> {
    await landing.seal(false)
    await compactSealed()
    if (mayBeCrowded && !isStopped) mayBeCrowded = !(await merge(1))
    if (isNight() && !isStopped) {
      await retain(false)
      nightOf = dayOf(now() - pace.foldGraceMs)
      isFolding = true
    }
    if (isFolding && !isStopped) isFolding = !(await merge(2))
  }

  async function tick(): Promise<void> {
    isBusy = true
    try {
      await inTurn(look)
      failures = 0
    } catch (error) {
      failures += 1
      if (!isStopped)
        log(`history: upkeep ${isDatabaseDown(error) ? 'waits for the database' : 'failed'}: ${errorText(error)}`)
    } finally {
      isBusy = false
    }
  }

  const schedule = (): void => {
    if (isStopped) return
    const wait = Math.min(pace.upkeepMs * 2 ** Math.min(failures, 6), Math.max(60_000, pace.upkeepMs))
    timer = setTimeout(() => {
      if (isBusy) return schedule()
      void tick().then(schedule)
    }, wait)
    timer.unref()
  }

  return {
    start() {
      void inTurn(() => retain(true)).catch((error) =>
        log(`history: weeks could not be created ahead: ${errorText(error)}`),
      )
      schedule()
    },
    all: () =>
      inTurn(async () => {
        await landing.settled()
        await landing.seal(true)
        await compactSealed()
        while (!(await merge(1)));
        await retain(false)
        while (!(await merge(2)));
      }),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await compactor.stop()
      await last
    },
  }
}
