// Trends of lists: two history queries for all devices of a list, whose answer is reused for a minute by everyone,
// because lists are refreshed every few seconds. A slow history delays no list: its answer is used at the next refresh.
import type { History, Scope } from '../../../signal/history/history.ts'
import type { OpenCall } from '../../frame/serve.ts'
import { type Dropped, loadDropped, loadGatewayIds, loadSeriesOf } from '../history/part-reading.ts'
import { gapMsOf } from '../history/rules.ts'
import type { Trend, TrendWanted } from '../open/trend-list.ts'
import { chooseColumns, fillTrend, isSparse, type Points, trendSpanMs } from './trend-fill.ts'
import { type StoredColumn, storedPoints, trendSpanOf } from './trend-stored.ts'

type Call = Pick<OpenCall, 'sight' | 'live' | 'history' | 'now'>
type Held = { points: Points; gapMs: number; loadedAt: number }

const reuseMs = 60_000
/** How long stored readings are held: a list that is refreshed less often shows them while it loads newer ones. */
const heldMs = 10 * reuseMs
/** How long a list waits for stored readings. */
const patienceMs = 300
/** Variables filled in one call: those of the longest page. */
const maxFilled = 400
/** Variables whose stored readings are held, oldest out first. */
const maxHeld = 2000

export class StoredTrends {
  readonly #held = new Map<number, Held>()
  readonly #loading = new Map<number, Promise<void>>()

  async of(call: Call, wanted: readonly TrendWanted[]): Promise<Map<number, Trend>> {
    const now = Math.floor(call.now())
    const trends = new Map(
      wanted.map((each) => [each.signalId as number, call.live.trend(each.equipmentId, each.signalId)]),
    )
    const isGappy = ({ signalId, knownTo }: TrendWanted) =>
      knownTo > now - trendSpanMs && isSparse(trends.get(signalId)!)
    const sparse = wanted.filter(isGappy).slice(0, maxFilled)
    await this.#load(call, sparse, now)
    for (const { signalId, knownTo } of sparse) {
      const held = this.#held.get(signalId)
      if (!held || held.points.length === 0) continue
      // Held readings that are older show nothing about the time since.
      const span = { now, gapMs: held.gapMs, knownTo: Math.min(knownTo, held.loadedAt + reuseMs) }
      trends.set(signalId, fillTrend(trends.get(signalId)!, held.points, span))
    }
    return trends
  }

  /** Loads those that are not held, within the patience of a list. */
  async #load(call: Call, wanted: readonly TrendWanted[], now: number): Promise<void> {
    const isDue = ({ signalId }: TrendWanted) =>
      !this.#loading.has(signalId) && (this.#held.get(signalId)?.loadedAt ?? 0) <= now - reuseMs
    const due = wanted.filter(isDue).map(({ signalId }) => signalId as number)
    if (due.length > 0) {
      const found = columnsOf(call, due, now)
      // Without history the list shows live values alone, and asks again at its next refresh.
      const work = found.then((stored) => this.#read(call.history, { ...stored, due, now })).catch(() => undefined)
      // Registered before the first wait, so that lists that are loaded at the same time share one query.
      for (const id of due) this.#loading.set(id, work)
      void work.finally(() => {
        for (const id of due) this.#loading.delete(id)
      })
      // The sight is valid only during the call, so this part is not left to the background.
      await found
    }
    const waits = new Set(wanted.flatMap(({ signalId }) => this.#loading.get(signalId) ?? []))
    if (waits.size > 0) await atMost(Promise.all(waits), patienceMs)
  }

  async #read(history: History, { scope, columns, dropped, due, now }: Due): Promise<void> {
    const points =
      columns.length === 0 ? new Map<number, Points>() : await storedPoints(history, scope, { columns, dropped }, now)
    const bySignal = new Map(columns.map((column) => [column.signalId as number, column]))
    for (const id of due) {
      const column = bySignal.get(id)
      this.#held.delete(id)
      this.#held.set(id, {
        points: (column && points.get(column.id)) ?? [],
        gapMs: column ? gapMsOf(column) : 0,
        loadedAt: now,
      })
    }
    for (const [id, { loadedAt }] of this.#held)
      if (this.#held.size > maxHeld || loadedAt <= now - heldMs) this.#held.delete(id)
  }
}

type Stored = { scope: Scope; columns: readonly StoredColumn[]; dropped: Dropped }
type Due = Stored & { due: readonly number[]; now: number }

/** One stored column for each variable that has one, of any visible devices, and their dropped readings. */
async function columnsOf({ sight }: Call, signalIds: readonly number[], now: number): Promise<Stored> {
  const series = (await loadSeriesOf(sight, signalIds)).map((each) => ({ ...each, aggregation: null }))
  const columns = [...chooseColumns(series).values()]
  const equipmentId = [...new Set(columns.map((column) => column.equipmentId))]
  const gatewayIds = await loadGatewayIds(sight, equipmentId)
  const dropped = await loadDropped(sight, equipmentId, trendSpanOf(now))
  return {
    columns,
    dropped,
    scope: { orgId: sight.orgId, equipmentId, gatewayIds, columnIds: columns.map(({ id }) => id) },
  }
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
