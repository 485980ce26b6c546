// The states of upgrades and runs in words.
import type { RunState, UpgradeState } from './rules.ts'

export const upgradeWords = {
  waiting: 'stateWaiting',
  ordered: 'stateOrdered',
  loading: 'stateLoading',
  trial: 'stateTrial',
  done: 'stateDone',
  failed: 'stateFailed',
  skipped: 'stateSkipped',
  cancelled: 'stateCancelled',
} as const satisfies Record<UpgradeState, string>

export const runWords = {
  running: 'runRunning',
  paused: 'runPaused',
  done: 'runDone',
  cancelled: 'runCancelled',
} as const satisfies Record<RunState, string>
