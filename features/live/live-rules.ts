// How live values are to be read: fresh or stale, in band or not, grouped; and what the monitoring is doing. Pure.

import { staleAfterMs } from '../../signal/web/freshness.ts'
import type { Fault, MonitoredGateway, MonitoringState } from '../../signal/web/monitoring.ts'
import { serverClock } from '../../signal/web/server-clock.ts'
import type { Around } from '../history/part-past.tsx'
import type { LiveSignal } from './contract.ts'

export type { Around }

export type Phase =
  | 'loading'
  | 'live'
  | 'connecting'
  | 'paused'
  | 'offline'
  | 'sleeping'
  | 'remoteDownload'
  | 'unbound'
  | 'failed'

type Watched = MonitoringState<MonitoredGateway & { mode?: string }, LiveSignal>

/** What the page says the monitoring is doing. [S4] */
export function phaseOf(state: Watched): Phase {
  if (state.paused) return 'paused'
  if (!state.loaded) return 'loading'
  const { gateway, gatewayFault } = state
  if (!gateway) return gatewayFault && !isUnbound(gatewayFault) ? 'failed' : 'unbound'
  if (gateway.state === 'sleeping') return 'sleeping'
  if (!gateway.online) return 'offline'
  if (gateway.vpn || gateway.mode === 'download') return 'remoteDownload'
  if (state.on) return state.socket === 'open' ? 'live' : 'connecting'
  return gatewayFault || state.openFault ? 'failed' : 'loading'
}

/** A device without a gateway: 1102 here, 2001 in the specification's words. [S8] */
export const isUnbound = ({ code }: Fault): boolean => code === 1102 || code === 2001

export function aroundOf(state: Watched | undefined): Around {
  const intervalS = state?.gateway?.interval ?? 1
  const phase = state ? phaseOf(state) : 'loading'
  const staleMs = phase === 'loading' ? null : staleAfterMs(intervalS)
  const isReachable = phase === 'live' || phase === 'connecting' || phase === 'paused' || phase === 'failed'
  return { intervalS, staleMs, isReachable, now: serverClock.now, isPast: false, zone: undefined }
}

export type Scale = { min: number; max: number; low: number; high: number }
type Ranged = Pick<LiveSignal, 'dataType' | 'min' | 'max' | 'normalLow' | 'normalHigh'>

/** Scale and normal band of a variable's bar, or nothing if it has neither limits nor band. */
export function scaleOf({ dataType, min, max, normalLow, normalHigh }: Ranged): Scale | undefined {
  if (dataType === 'bool' || dataType === 'string') return undefined
  const [low, high] = [normalLow ?? min, normalHigh ?? max]
  if (low === null || high === null || !(high > low)) return undefined
  const margin = (high - low) / 2
  return { min: min ?? low - margin, max: max ?? high + margin, low, high }
}

export type SignalGroup = { name: string; signals: LiveSignal[] }

/** Variables under their group names, in the order the configuration has them; those without a group come last. */
export function groupsOf(signals: readonly LiveSignal[]): SignalGroup[] {
  const groups = new Map<string, LiveSignal[]>()
  for (const signal of signals) groups.set(signal.group ?? '', [...(groups.get(signal.group ?? '') ?? []), signal])
  return [...groups]
    .map(([name, of]) => ({ name, signals: of }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === ''))
}

/** Whether a variable can be written at all, whoever asks. */
export const isWritable = ({ access }: Pick<LiveSignal, 'access'>): boolean => access !== 'r'

/** [S9] Bands of signal strength. */
export function strengthBand(percent: number): 'veryGood' | 'good' | 'average' | 'poor' {
  if (percent >= 70) return 'veryGood'
  if (percent >= 50) return 'good'
  return percent >= 30 ? 'average' : 'poor'
}
