// What every storage mode is made of: what it is given, what it knows, and what it does.
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

/** Variables the condition looks at, and whether it holds; undefined: nobody can tell. */
export type Condition = { signalIds: readonly number[]; holds: () => boolean | undefined }

type RuleParts = {
  beat: BeatState
  borders: BorderState
  condition: ConditionState
  watches: WatchState[]
  summary: SummaryState
}

/** All that a rule knows, each part where its mode has it; a structured clone of it is the same rule again. */
export type RuleState = Partial<RuleParts>

/** `known`: what it was when somebody could tell. */
export type ConditionState = { known: boolean | undefined; isUnclear: boolean; isLookedAt: boolean }

/** The part of a state; `create` makes it where it is not there yet. */
export function partOf<K extends keyof RuleParts>(state: RuleState, key: K, create: () => RuleParts[K]): RuleParts[K] {
  const part: RuleParts[K] = state[key] ?? create()
  state[key] = part
  return part
}

/** When of a rule; it tells the keeper. `isPaused`: nobody knows whether what is read now belongs to it. */
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

/** What a mode cannot do without; `checkReports` refuses a report that lacks it before it comes here. */
export function required<T>(given: T | undefined): T {
  if (given === undefined) throw new Error('the report lacks what its mode needs')
  return given
}
