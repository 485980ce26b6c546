// Rules of a rollout: the wave of each device, the end of a wave, and when the rollout stops. Pure.
import type { DeviceState } from './contract.ts'

/** The wave of each device in the given order; pilot devices, if any, are wave 0. */
export function wavesOf(count: number, { canary, waveSize }: { canary: number; waveSize: number }): number[] {
  const first = Math.min(canary, count)
  return Array.from({ length: count }, (_, at) => (at < first ? 0 : Math.floor((at - first) / waveSize) + 1))
}

/** A command or the alarm watch is in progress. */
export const isUnderWay = (state: DeviceState): boolean => ['sent', 'watching', 'takingBack'].includes(state)
/** The device did not get the template. */
export const isFailed = (state: DeviceState): boolean => ['failed', 'rolledBack', 'takingBack'].includes(state)
/** The device has the template, failed or was skipped. */
export const isOver = (state: DeviceState): boolean => !isUnderWay(state) && state !== 'waiting'

/**
 * The state of a device in words: its own state, the reason why it waits, or that the template is saved and the
 * device has no gateway now: the alarm watch proves nothing.
 */
export function shownState({ state, gatewayState }: { state: DeviceState; gatewayState: string | null }) {
  if (gatewayState === null && (state === 'watching' || state === 'complete')) return 'savedOnly'
  const isAway = gatewayState === 'offline' || gatewayState === 'sleeping'
  return state === 'waiting' && isAway ? gatewayState : state
}

/** `isAway`: the gateway is offline or asleep. */
export type DeviceProgress = { wave: number; state: DeviceState; isAway: boolean }

/** Whether more than the permitted share of a wave failed; skipped devices do not count. */
function mustStop(devices: readonly DeviceProgress[], wave: number, stopShare: number): boolean {
  const counted = devices.filter((each) => each.wave === wave && each.state !== 'skipped')
  const failed = counted.filter(({ state }) => isFailed(state)).length
  return failed * 100 > counted.length * stopShare
}

/** Whether all devices of the wave are over. Waiting devices with an offline gateway do not delay the wave. */
const isWaveOver = (devices: readonly DeviceProgress[], wave: number): boolean =>
  devices.every((each) => each.wave !== wave || isOver(each.state) || (each.state === 'waiting' && each.isAway))

export type Going = { wave: number; waveOverAt: number | null; waitS: number; stopShare: number; hasStopped: boolean }

type Step =
  | { kind: 'goOn' }
  /** Too many devices of the wave have failed. */
  | { kind: 'stop' }
  | { kind: 'waveOver' }
  | { kind: 'nextWave'; wave: number }
  | { kind: 'done' }

/** The next step of a rollout. `hasStopped`: it stopped in this wave already, and a user resumed it. */
export function nextStep(devices: readonly DeviceProgress[], going: Going, now: number): Step {
  const { wave, waveOverAt, waitS, stopShare, hasStopped } = going
  if (!hasStopped && mustStop(devices, wave, stopShare)) return { kind: 'stop' }
  if (!isWaveOver(devices, wave)) return { kind: 'goOn' }
  const later = devices.filter((each) => each.wave > wave).map((each) => each.wave)
  if (later.length === 0) return { kind: devices.every(({ state }) => isOver(state)) ? 'done' : 'goOn' }
  if (waveOverAt === null) return { kind: 'waveOver' }
  return now >= waveOverAt + waitS * 1000 ? { kind: 'nextWave', wave: Math.min(...later) } : { kind: 'goOn' }
}

/** Whether a device may be started: its wave has started, and it waits. */
export const isDue = ({ wave, state, isAway }: DeviceProgress, current: number): boolean =>
  state === 'waiting' && wave <= current && !isAway

/** Whether the user may retry the rollout for a device. */
export const canRetry = (state: DeviceState): boolean => state === 'failed' || state === 'rolledBack'
export const canSkip = (state: DeviceState): boolean => state === 'waiting'
