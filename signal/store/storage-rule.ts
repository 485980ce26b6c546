// Decides when a history report stores: the five modes as state machines, driven by readings and the time. Pure except
// for their state, which is plain data; keeper.ts decides what is stored. [S3 History report]
// [DESIGN 9 Value and quality]
import type { GatewayReport } from '../../contract/gateway-config.ts'
import { createBeat, lengthMs, stillBeat } from './beat.ts'
import { createBorders, placedAt } from './border.ts'
import { changeOfTrigger, ownChanges, singleOnTrigger } from './change-modes.ts'
import { createRows, createSummaries, type Keeper, newSummary, type SavedTally } from './keeper.ts'
import {
  type ConditionState,
  type CreateMode,
  type Mode,
  never,
  partOf,
  type RuleContext,
  type RuleState,
  required,
} from './mode.ts'
import type { SignalReading } from './reading.ts'

export type StorageRule = {
  /** The variables whose readings are used. */
  signalIds: ReadonlySet<number>
  /** Readings of one round, which `read` already returns. */
  onReadings(readings: readonly SignalReading[]): void
  onTime(): void
  /** When `onTime` must be called, monotonic ms. */
  nextAt(): number
  /** The state of a periodic summary, for a restart; other modes cannot continue after one. */
  save(): SavedRule | undefined
  /** Continues a saved summary; a period that ended meanwhile is stored with the readings seen. */
  restore(saved: SavedRule): void
}

/** `endsAt`: end of the period, epoch ms. */
export type SavedRule = { endsAt: number; tallies: SavedTally[] }

/** Starts a rule; with the `state` of another, which it modifies, it continues that one. */
export function createRule(report: GatewayReport, context: RuleContext, state: RuleState = {}): StorageRule {
  const { columns } = report
  const isSummary = report.type === 'summary'
  const deps = { columns, ...context }
  const keeper = isSummary
    ? createSummaries(
        deps,
        partOf(state, 'summary', () => newSummary(columns)),
      )
    : createRows(deps)
  const mode = modes[report.mode](report, context, keeper, state)
  return {
    signalIds: new Set([...mode.signalIds, ...(isSummary ? columns.map(({ signalId }) => signalId) : [])]),
    onReadings(readings) {
      // The mode is evaluated first: the reading that turned a condition true is the first one of the time in which the
      // condition holds.
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

const newCondition = (): ConditionState => ({ known: undefined, isUnclear: false, isLookedAt: false })

const modes: Record<GatewayReport['mode'], CreateMode> = {
  periodic,
  interval,
  conditional,
  change: (report, ...rest) => (report.triggerSignalId === undefined ? ownChanges : changeOfTrigger)(report, ...rest),
  single: (report, ...rest) => (report.triggerSignalId === undefined ? single : singleOnTrigger)(report, ...rest),
}

/**
 * Stores at the boundaries of the period. A summary belongs to the period in which it was counted, a row to the
 * boundary that just passed.
 */
function periodic(
  { period, type }: GatewayReport,
  { zone, time }: RuleContext,
  keeper: Keeper,
  state: RuleState,
): Mode {
  const length = required(period)
  const isNew = state.borders === undefined
  const borders = createBorders(
    length,
    zone,
    time,
    partOf(state, 'borders', () => placedAt(length, zone, time())),
  )
  if (isNew && type === 'summary') keeper.open(time().now)
  function look(): void {
    const passed = borders.passed()
    if (!passed) return
    if (type === 'summary') keeper.mark(passed.ended)
    else if (passed.isFresh) keeper.mark(passed.latest)
  }
  // Readings after a boundary are not counted before it, even if the timer is late.
  return { signalIds: [], onReadings: look, onTime: look, nextAt: borders.nextAt, borders }
}

/** Stores at a fixed interval from the start, on the monotonic clock. */
function interval({ period, type }: GatewayReport, { time }: RuleContext, keeper: Keeper, state: RuleState): Mode {
  const isNew = state.beat === undefined
  const beat = createBeat(lengthMs(required(period)), partOf(state, 'beat', stillBeat))
  const { now } = time()
  if (isNew) beat.start(now)
  if (isNew && type === 'summary') keeper.open(now)
  function look(): void {
    const due = beat.due(time().now)
    if (due !== undefined) keeper.mark(due)
  }
  return { signalIds: [], onReadings: look, onTime: look, nextAt: beat.nextAt }
}

/**
 * Stores immediately when the condition turns true, then every period while the condition holds; nothing while it is
 * undetermined.
 */
function conditional({ period, type }: GatewayReport, context: RuleContext, keeper: Keeper, state: RuleState): Mode {
  const { time } = context
  const { signalIds, holds } = required(context.condition)
  const everyMs = type === 'summary' ? never() : lengthMs(required(period))
  const beat = createBeat(everyMs, partOf(state, 'beat', stillBeat))
  const seen = partOf(state, 'condition', newCondition)

  function look(): boolean {
    const { now } = time()
    const held = holds()
    seen.isLookedAt = true
    seen.isUnclear = held === undefined
    if (held === true && seen.known !== true) {
      keeper.open(now)
      beat.start(now)
    }
    if (held === false && seen.known === true) {
      keeper.close(now)
      beat.stop()
    }
    seen.known = held ?? seen.known
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
    // The condition may hold before any reading: a condition of constants is true from the start.
    nextAt: () => (seen.isLookedAt ? beat.nextAt() : time().now),
    isPaused: () => seen.isUnclear && seen.known === true,
  }
}

/** Stores when the condition turns from known false to true. */
function single(_: GatewayReport, { time, condition }: RuleContext, keeper: Keeper, state: RuleState): Mode {
  const { signalIds, holds } = required(condition)
  const seen = partOf(state, 'condition', newCondition)
  return {
    signalIds,
    onReadings() {
      const held = holds()
      if (held === true && seen.known === false) keeper.mark(time().now)
      seen.known = held ?? seen.known
    },
    onTime: () => undefined,
    nextAt: never,
  }
}
