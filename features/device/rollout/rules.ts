// How a rollout goes on: which device is in which wave, when a wave is over, when it stops by itself. Pure.
import type { DeviceState } from './contract.ts'

/** The wave of each device in the order in which they are named: the first few, if there are such, are wave 0. */
export function wavesOf(count: number, { canary, waveSize }: { canary: number; waveSize: number }): number[] {
  const first = Math.min(canary, count)
  return Array.from({ length: count }, (_, at) => (at < first ? 0 : Math.floor((at - first) / waveSize) + 1))
}

/** Something of it is under way. */
export const isUnderWay = (state: DeviceState): boolean => ['sent', 'watching', 'takingBack'].includes(state)
/** It did not get what it was to get. */
export const isFailed = (state: DeviceState): boolean => ['failed', 'rolledBack', 'takingBack'].includes(state)
/** It has it, failed or is left out. */
export const isOver = (state: DeviceState): boolean => !isUnderWay(state) && state !== 'waiting'

/** `isAway`: its gateway cannot be reached now. */
export type Standing = { wave: number; state: DeviceState; isAway: boolean }

/** Whether more than the share of a wave failed; what was left out is none of it. */
export function mustStop(devices: readonly Standing[], wave: number, stopShare: number): boolean {
  const counted = devices.filter((each) => each.wave === wave && each.state !== 'skipped')
  const failed = counted.filter(({ state }) => isFailed(state)).length
  return failed * 100 > counted.length * stopShare
}

/** Every device of the wave has it or failed; one that cannot be reached joins when it is back, and holds up nobody. */
export const isWaveOver = (devices: readonly Standing[], wave: number): boolean =>
  devices.every((each) => each.wave !== wave || isOver(each.state) || (each.state === 'waiting' && each.isAway))

export type Going = { wave: number; waveOverAt: number | null; waitS: number; stopShare: number; hasStopped: boolean }

export type Step =
  | { kind: 'goOn' }
  /** Too many of the wave failed. */
  | { kind: 'stop' }
  | { kind: 'waveOver' }
  | { kind: 'nextWave'; wave: number }
  | { kind: 'done' }

/** What a rollout does next. `hasStopped`: it did so in this wave, and somebody went on nevertheless. */
export function nextStep(devices: readonly Standing[], going: Going, now: number): Step {
  const { wave, waveOverAt, waitS, stopShare, hasStopped } = going
  if (!hasStopped && mustStop(devices, wave, stopShare)) return { kind: 'stop' }
  if (!isWaveOver(devices, wave)) return { kind: 'goOn' }
  const later = devices.filter((each) => each.wave > wave).map((each) => each.wave)
  if (later.length === 0) return { kind: devices.every(({ state }) => isOver(state)) ? 'done' : 'goOn' }
  if (waveOverAt === null) return { kind: 'waveOver' }
  return now >= waveOverAt + waitS * 1000 ? { kind: 'nextWave', wave: Math.min(...later) } : { kind: 'goOn' }
}

/** A device may be sent something now: its wave has come, and it waits. */
export const isDue = ({ wave, state, isAway }: Standing, current: number): boolean =>
  state === 'waiting' && wave <= current && !isAway

/** What a person may do with a device. */
export const canRetry = (state: DeviceState): boolean => state === 'failed' || state === 'rolledBack'
export const canSkip = (state: DeviceState): boolean => state === 'waiting'
