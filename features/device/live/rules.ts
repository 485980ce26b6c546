// Rules for live values: fresh or stale, scale, groups; the phase of the monitoring; reasons against writing. Pure.
import { limits } from '../../../contract/limits.ts'
import type { Around } from '../../../signal/web/freshness.ts'
import { staleAfterMs } from '../../../signal/web/freshness.ts'
import type { Fault, MonitoredGateway, MonitoringState } from '../../../signal/web/monitoring.ts'
import { serverClock } from '../../../signal/web/server-clock.ts'
import type { LinkState } from '../../../ui/link.ts'
import type { LiveSignal } from './contract.ts'

export type { Around }

export type Phase =
  | 'unreachable'
  | 'loading'
  | 'live'
  | 'silent'
  | 'connecting'
  | 'paused'
  | 'offline'
  | 'sleeping'
  | 'remoteDownload'
  | 'unbound'
  | 'failed'

type Watched = MonitoringState<MonitoredGateway & { mode?: string; mayWrite?: boolean }, LiveSignal>

/** Whether the platform is unreachable; its last data about gateways is then outdated. */
const isCutOff = (link: LinkState): boolean => link === 'noNetwork' || link === 'noPlatform'

/**
 * The phase that the page shows. [S4] Of several causes the first between user and PLC counts: network, platform,
 * gateway. A gateway is never shown as offline while the platform is unreachable.
 */
export function phaseOf(state: Watched, link: LinkState): Phase {
  if (isCutOff(link)) return 'unreachable'
  if (state.paused) return 'paused'
  if (!state.loaded) return 'loading'
  const { gateway, gatewayFault } = state
  if (!gateway) return gatewayFault && !isUnbound(gatewayFault) ? 'failed' : 'unbound'
  if (gateway.state === 'sleeping') return 'sleeping'
  if (!gateway.online) return 'offline'
  if (gateway.vpn || gateway.mode === 'download') return 'remoteDownload'
  if (state.on && state.socket !== 'open') return 'connecting'
  if (state.on) return state.silent ? 'silent' : 'live'
  return gatewayFault || state.openFault ? 'failed' : 'loading'
}

/** Whether the reported driver states are outdated; without a report they are not. */
export const isNewsOld = (phase: Phase, ageMs: number | undefined): boolean =>
  ageMs !== undefined && (phase !== 'live' || ageMs > limits.driverNewsMs * 3)

/**
 * Drivers that the gateway cannot connect to their device, with the error code; none while the gateway is unreachable.
 * A driver without variables never connects, and has no fault.
 */
export function unconnectedOf(state: Watched, link: LinkState): [driverId: number, code: number][] {
  if (phaseOf(state, link) !== 'live') return []
  return (state.drivers?.drivers ?? []).flatMap(({ id, isOpen, fault }) =>
    isOpen || !fault ? [] : [[id, fault.code] as [number, number]],
  )
}

/** Whether the error means that the device has no gateway: 1102 in Gatehouse, 2001 in the specification. [S8] */
export const isUnbound = ({ code }: Fault): boolean => code === 1102 || code === 2001

const reachable: readonly Phase[] = ['live', 'silent', 'loading', 'connecting', 'paused', 'failed']

/**
 * How old the values of a device may be. The usual interval applies until the gateway's interval has loaded. While the
 * platform answers, no value is stale before monitoring starts; without the platform all values are stale.
 */
export function aroundOf(state: Watched | undefined, link: LinkState): Around {
  const intervalS = state?.gateway?.interval ?? 1
  const staleMs = state || link !== 'up' ? staleAfterMs(intervalS) : null
  const isReachable = state !== undefined && reachable.includes(phaseOf(state, link))
  return { intervalS, staleMs, isReachable, now: serverClock.now, isPast: false, zone: undefined }
}

const refusals = {
  unreachable: 'noWriteConnection',
  loading: 'noWriteOpening',
  connecting: 'noWriteConnecting',
  silent: 'noWriteSilent',
  paused: 'noWritePaused',
  failed: 'noWriteFailed',
  offline: 'gatewayOffline',
  sleeping: 'gatewaySleeping',
  remoteDownload: 'remoteDownload',
  unbound: 'noBoundGateway',
  live: undefined,
} as const satisfies Record<Phase, string | undefined>

type WriteRefusal =
  | NonNullable<(typeof refusals)[Phase]>
  | 'reading'
  | 'noWriteNetwork'
  | 'databaseDown'
  | 'noWritePermission'

/**
 * The reason why no value can be written to a device now, or undefined. The user must see the current value in the PLC,
 * so the whole path of values must work. [S8 1102, 1304, 1331, 1337]
 */
export function cannotWrite(state: Watched | undefined, link: LinkState): WriteRefusal | undefined {
  if (link === 'noNetwork') return 'noWriteNetwork'
  if (link === 'noDatabase') return 'databaseDown'
  if (link === 'up' && (!state || (!state.loaded && !state.paused))) return 'reading'
  if (state?.gateway?.mayWrite === false) return 'noWritePermission'
  return state ? refusals[phaseOf(state, link)] : refusals.unreachable
}

export type Scale = { min: number; max: number; low: number; high: number }
type Ranged = Pick<LiveSignal, 'dataType' | 'min' | 'max' | 'normalLow' | 'normalHigh'> &
  Partial<Pick<LiveSignal, 'decimals'>>

/** Whether two integers are a mode, such as 0 manual and 1 automatic. */
const isMode = (dataType: string, low: number, high: number): boolean =>
  !dataType.startsWith('float') && high - low <= 1

/** Scale and normal band of a variable's bar; undefined without limits and band. */
export function scaleOf({ dataType, decimals, min, max, normalLow, normalHigh }: Ranged): Scale | undefined {
  if (dataType === 'bool' || dataType === 'string') return undefined
  const [low, high] = [normalLow ?? min, normalHigh ?? max]
  if (low === null || high === null || !(high > low)) return undefined
  if (!decimals && isMode(dataType, low, high)) return undefined
  const margin = (high - low) / 2
  return { min: min ?? low - margin, max: max ?? high + margin, low, high }
}

export type SignalGroup = { name: string; signals: LiveSignal[] }

/** Variables by group name, in the order of the configuration; those without a group are last. */
export function groupsOf(signals: readonly LiveSignal[]): SignalGroup[] {
  const groups = new Map<string, LiveSignal[]>()
  for (const signal of signals) groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  return [...groups]
    .map(([name, of]) => ({ name, signals: of }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === ''))
}

/** Whether a variable is writable at all, independent of permissions. */
export const isWritable = ({ access }: Pick<LiveSignal, 'access'>): boolean => access !== 'r'
