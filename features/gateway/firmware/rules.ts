// Progress of an upgrade, derived from the gateway's reports. Pure.
import type { BoxTold } from '../../../contract/box.ts'

export const upgradeStates = [
  'waiting',
  'ordered',
  'loading',
  'trial',
  'done',
  'failed',
  'skipped',
  'cancelled',
] as const
export type UpgradeState = (typeof upgradeStates)[number]
export const runStates = ['running', 'paused', 'done', 'cancelled'] as const
export type RunState = (typeof runStates)[number]

export const underWay: readonly UpgradeState[] = ['ordered', 'loading', 'trial']
export const isOver = (state: UpgradeState): boolean => state !== 'waiting' && !underWay.includes(state)

export type UpgradeProgress = {
  state: UpgradeState
  version: string
  loaded: number
  orderedAt: number | null
  changedAt: number
}
export type Seen = {
  isOnline: boolean
  /** The gateway's last report, and its time. */
  firmware: BoxTold['firmware'] | null
  toldAt: number | null
  /** The command that ordered the upgrade. */
  command: { status: string; code: number | null } | null
  now: number
}
export type Next = { state: UpgradeState; loaded?: number; code?: number; reason?: string }

const good = 200

/** The next state of an ordered upgrade; undefined if unchanged. */
export function nextOf(upgrade: UpgradeProgress, seen: Seen, stallMs: number): Next | undefined {
  const { firmware, toldAt, command } = seen
  // The order was rejected or not delivered: no upgrade is in progress.
  if (upgrade.state === 'ordered' && command && command.status !== 'waiting' && command.code !== good)
    return refusedBy(command.code)
  const isNews = firmware !== null && toldAt !== null && upgrade.orderedAt !== null && toldAt > upgrade.orderedAt
  return (isNews && toldOf(upgrade, firmware)) || stalled(upgrade, seen, stallMs)
}

/** 1316: the gateway has this version already. Unanswered orders, and orders during an interruption, are repeated. */
function refusedBy(code: number | null): Next {
  if (code === 1316) return { state: 'skipped', code }
  if (code === 1301 || code === 1304 || code === 1337 || code === 1338 || code === 1731) return { state: 'waiting' }
  return { state: 'failed', code: code ?? 1310 }
}

function toldOf({ state, version, loaded }: UpgradeProgress, firmware: BoxTold['firmware']): Next | undefined {
  if (firmware.phase === 'loading' && firmware.target === version)
    return state === 'loading' && loaded === firmware.loaded ? undefined : { state: 'loading', loaded: firmware.loaded }
  if (firmware.phase === 'trial') return state === 'trial' ? undefined : { state: 'trial' }
  if (firmware.phase !== 'idle') return undefined
  if (firmware.version === version) return { state: 'done' }
  if (firmware.failed?.version === version) return { state: 'failed', code: 1310, reason: firmware.failed.reason }
  return undefined
}

/** Fails an upgrade without progress. Offline gateways are waited for, except after a restart into the new version. */
function stalled({ state, changedAt }: UpgradeProgress, { isOnline, now }: Seen, stallMs: number): Next | undefined {
  if (now - changedAt < stallMs || (!isOnline && state !== 'trial')) return undefined
  return { state: 'failed', code: 1310, reason: state === 'trial' ? 'it did not come back' : 'no progress' }
}

/**
 * Whether the next gateway waits for this one: during its restart always, otherwise while it is or recently was online.
 */
export const isHolding = (
  { state, changedAt }: Pick<UpgradeProgress, 'state' | 'changedAt'>,
  { isOnline, now }: Pick<Seen, 'isOnline' | 'now'>,
  graceMs: number,
): boolean => underWay.includes(state) && (state === 'trial' || isOnline || now - changedAt < graceMs)

/** Number of further orders possible now. */
export const roomFor = (atOnce: number, holding: number): number => Math.max(0, atOnce - holding)

/** The state of a run after its upgrades have changed. */
export function runAfter(
  run: { state: RunState; maxFailures: number },
  counts: { waiting: number; active: number; failed: number },
): RunState {
  if (run.state !== 'running') return run.state
  if (counts.waiting === 0 && counts.active === 0) return 'done'
  return counts.failed >= run.maxFailures && counts.waiting > 0 ? 'paused' : 'running'
}

export const runCan = (state: RunState, act: 'pause' | 'resume' | 'cancel'): boolean =>
  act === 'pause'
    ? state === 'running'
    : act === 'resume'
      ? state === 'paused'
      : state === 'running' || state === 'paused'
