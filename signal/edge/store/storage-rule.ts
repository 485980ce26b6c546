// When a history report stores: the five modes as state machines, told what was read and what time it is. Pure; what is
// kept then says keeper.ts. [S3 History report] [DESIGN 9 Value and quality]
import type { GatewayReport } from '../../../contract/gateway-config.ts'
import { limits } from '../../../contract/limits.ts'
import { good } from '../../../core/data-type.ts'
import type { EdgeReading } from '../values.ts'
import { createBeat, lengthMs } from './beat.ts'
import { type Borders, createBorders, type Instant } from './border.ts'
import { type ChangeWatch, createChangeWatch } from './change.ts'
import {
  createRows,
  createSummaries,
  type Keeper,
  type KeeperDeps,
  keptOf,
  type ReadSignal,
  type SavedTally,
  type Store,
} from './keeper.ts'

export type SignalReading = { signalId: number; reading: EdgeReading }

export type RuleContext = {
  zone: string
  time: () => Instant
  read: ReadSignal
  store: Store
  rolloverOf?: KeeperDeps['rolloverOf']
  /** Variables the condition looks at, and whether it holds; undefined: nobody can tell. */
  condition?: { signalIds: readonly number[]; holds: () => boolean | undefined } | undefined
}

export type StorageRule = {
  /** Readings of these are wanted. */
  signalIds: ReadonlySet<number>
  /** What one round of reading brought, all of it in `read` already. */
  onReadings(readings: readonly SignalReading[]): void
  onTime(): void
  /** When `onTime` is wanted, monotonic ms. */
  nextAt(): number
  /** What a periodic summary has counted so far, for a restart; of the others nothing could go on after one. */
  save(): SavedRule | undefined
  /** Goes on counting where that ended; a period that ended meanwhile is kept as far as it was seen. */
  restore(saved: SavedRule): void
}

/** `endsAt`: epoch ms. */
export type SavedRule = { endsAt: number; tallies: SavedTally[] }

/** When of a rule; it tells the keeper. `isPaused`: nobody knows whether what is read now belongs to it. */
type Mode = {
  signalIds: readonly number[]
  onReadings?: (readings: readonly SignalReading[]) => void
  onTime: () => void
  nextAt: () => number
  isPaused?: () => boolean
  borders?: Borders
}

const never = () => Number.POSITIVE_INFINITY

export function createRule(report: GatewayReport, context: RuleContext): StorageRule {
  const { columns } = report
  const isSummary = report.type === 'summary'
  const keeper = (isSummary ? createSummaries : createRows)({ columns, ...context })
  const mode = modes[report.mode](report, context, keeper)
  return {
    signalIds: new Set([...mode.signalIds, ...(isSummary ? columns.map(({ signalId }) => signalId) : [])]),
    onReadings(readings) {
      // First the mode: what turned a condition true is the first reading of the time in which it holds.
      mode.onReadings?.(readings)
      const isPaused = mode.isPaused?.() ?? false
      for (const { signalId, reading } of readings) keeper.read(signalId, reading, isPaused)
    },
    onTime: mode.onTime,
    nextAt: mode.nextAt,
    save: () => (isSummary && mode.borders ? { endsAt: mode.borders.endsAt(), tallies: keeper.save() } : undefined),
    restore({ endsAt, tallies }) {
      mode.borders?.resume(endsAt)
      keeper.restore(tallies)
    },
  }
}

type CreateMode = (report: GatewayReport, context: RuleContext, keeper: Keeper) => Mode

const modes: Record<GatewayReport['mode'], CreateMode> = {
  periodic,
  interval,
  conditional,
  change: (report, context, keeper) =>
    report.triggerSignalId === undefined ? ownChanges(report, context) : triggered(report, context, keeper),
  single,
}

/** At the borders of the period. A summary belongs to the period it was counted in, a row to the border just passed. */
function periodic({ period, type }: GatewayReport, { zone, time }: RuleContext, keeper: Keeper): Mode {
  const borders = createBorders(required(period), zone, time)
  if (type === 'summary') keeper.open(time().now)
  function look(): void {
    const passed = borders.passed()
    if (!passed) return
    if (type === 'summary') keeper.mark(passed.ended)
    else if (passed.isFresh) keeper.mark(passed.latest)
  }
  // What is read after a border is not counted before it, even if the timer is late.
  return { signalIds: [], onReadings: look, onTime: look, nextAt: borders.nextAt, borders }
}

/** Every so many ms since the start, on the monotonic clock. */
function interval({ period, type }: GatewayReport, { time }: RuleContext, keeper: Keeper): Mode {
  const beat = createBeat(lengthMs(required(period)))
  const { now } = time()
  beat.start(now)
  if (type === 'summary') keeper.open(now)
  function look(): void {
    const due = beat.due(time().now)
    if (due !== undefined) keeper.mark(due)
  }
  return { signalIds: [], onReadings: look, onTime: look, nextAt: beat.nextAt }
}

/** At once when the condition turns true, then every period while it holds. While nobody can tell, nothing. */
function conditional({ period, type }: GatewayReport, { time, condition }: RuleContext, keeper: Keeper): Mode {
  const { signalIds, holds } = required(condition)
  const beat = createBeat(type === 'summary' ? never() : lengthMs(required(period)))
  let known: boolean | undefined
  let isUnclear = false
  let isLookedAt = false

  function look(): boolean {
    const { now } = time()
    const held = holds()
    isLookedAt = true
    isUnclear = held === undefined
    if (held === true && known !== true) {
      keeper.open(now)
      beat.start(now)
    }
    if (held === false && known === true) {
      keeper.close(now)
      beat.stop()
    }
    known = held ?? known
    return held === true
  }

  return {
    signalIds,
    onReadings: look,
    onTime() {
      const isHeld = look()
      const due = beat.due(time().now)
      if (due !== undefined && isHeld) keeper.mark(due)
    },
    // A condition of constants is never read: it is looked at once.
    nextAt: () => (!isLookedAt && signalIds.length === 0 ? time().now : beat.nextAt()),
    isPaused: () => isUnclear && known === true,
  }
}

/** When the condition turns true, having been known to be false. */
function single(_: GatewayReport, { time, condition }: RuleContext, keeper: Keeper): Mode {
  const { signalIds, holds } = required(condition)
  let known: boolean | undefined
  return {
    signalIds,
    onReadings() {
      const held = holds()
      if (held === true && known === false) keeper.mark(time().now)
      known = held ?? known
    },
    onTime: () => undefined,
    nextAt: never,
  }
}

/** All columns when another variable changes. A fault of that one is no change. */
function triggered(report: GatewayReport, { time }: RuleContext, keeper: Keeper): Mode {
  const triggerId = required(report.triggerSignalId)
  const watch = changeWatch(report, false)
  return {
    signalIds: [triggerId],
    onReadings(readings) {
      const { now } = time()
      for (const { signalId, reading } of readings) {
        if (signalId === triggerId && reading.code === good && watch.offer(reading, now)) keeper.mark(now)
      }
    },
    onTime() {
      const { now } = time()
      if (watch.due(now)) keeper.mark(now)
    },
    nextAt: watch.dueAt,
  }
}

/** Each column when its own variable changes, at the moment it was read. */
function ownChanges(report: GatewayReport, { time, store }: RuleContext): Mode {
  const watches = new Map<number, { columnId: number; watch: ChangeWatch }[]>()
  for (const { id, signalId } of report.columns) {
    watches.set(signalId, [...(watches.get(signalId) ?? []), { columnId: id, watch: changeWatch(report, true) }])
  }
  const all = [...watches.values()].flat()
  const keep = (columnId: number, reading: EdgeReading) =>
    store({ columnId, ...keptOf(reading), moment: Math.floor(reading.at) })
  return {
    signalIds: [...watches.keys()],
    onReadings(readings) {
      const { now } = time()
      for (const { signalId, reading } of readings) {
        for (const { columnId, watch } of watches.get(signalId) ?? []) {
          if (watch.offer(reading, now)) keep(columnId, reading)
        }
      }
    },
    onTime() {
      const { now } = time()
      for (const { columnId, watch } of all) {
        const reading = watch.due(now)
        if (reading) keep(columnId, reading)
      }
    },
    nextAt: () => all.reduce((first, { watch }) => Math.min(first, watch.dueAt()), never()),
  }
}

const changeWatch = (report: GatewayReport, isFirstKept: boolean): ChangeWatch => {
  const { fluctuation, isPercent, minIntervalMs = limits.changeIntervalMs } = report
  return createChangeWatch({ fluctuation, isPercent, minIntervalMs, isFirstKept })
}

/** What a mode cannot do without; `checkReports` refuses a report that lacks it before it comes here. */
function required<T>(given: T | undefined): T {
  if (given === undefined) throw new Error('the report lacks what its mode needs')
  return given
}
