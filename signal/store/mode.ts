// Types of storage modes: their inputs, their state, and their functions.
import type { GatewayReport } from '../../contract/gateway-config.ts'
import type { BeatState } from './beat.ts'
import type { BorderState, Borders, Instant } from './border.ts'
import type { WatchState } from './change.ts'
import type { Keeper, KeeperDeps, ReadSignal, Store, SummaryState } from './keeper.ts'
import type { SignalReading } from './reading.ts'

export type RuleContext = {
  zone: string
  time: () => Instant
  read: ReadSignal
  store: Store
  rolloverOf?: KeeperDeps['rolloverOf']
  condition?: Condition | undefined
}

/** Variables of the condition, and whether it holds; undefined: undetermined. */
export type Condition = { signalIds: readonly number[]; holds: () => boolean | undefined }

type RuleParts = {
  beat: BeatState
  borders: BorderState
  condition: ConditionState
  watches: WatchState[]
  summary: SummaryState
}

/** State of a rule, with the parts of its mode; a structured clone of it continues as the same rule. */
export type RuleState = Partial<RuleParts>

/** `known`: the last determined result of the condition. */
export type ConditionState = { known: boolean | undefined; isUnclear: boolean; isLookedAt: boolean }

/** A part of the state, created by `create` if missing. */
export function partOf<K extends keyof RuleParts>(state: RuleState, key: K, create: () => RuleParts[K]): RuleParts[K] {
  const part: RuleParts[K] = state[key] ?? create()
  state[key] = part
  return part
}

/**
 * Decides when a rule stores, and calls the keeper. `isPaused`: it is unknown whether current readings belong to the
 * rule.
 */
export type Mode = {
  signalIds: readonly number[]
  onReadings?: (readings: readonly SignalReading[]) => void
  onTime: () => void
  nextAt: () => number
  isPaused?: () => boolean
  borders?: Borders
}

export type CreateMode = (report: GatewayReport, context: RuleContext, keeper: Keeper, state: RuleState) => Mode

export const never = () => Number.POSITIVE_INFINITY

/** A field that a mode requires; `checkReports` has rejected reports without it. */
export function required<T>(given: T | undefined): T {
  if (given === undefined) throw new Error('the report lacks what its mode needs')
  return given
}
