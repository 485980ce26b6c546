// The look of a symbol from its values: shade and shape before colour. Pure. [LOOK State]
import { asBoolean, asNumber, type Value } from '../../core/data-type.ts'
import { isValueOf } from '../control/options.ts'
import type { Reading } from '../widget.ts'

/**
 * The states of a symbol. `off`: stopped, hollow; `run`: running or open, filled; `shut`: closed, with a bar; `move`:
 * in transit, half filled.
 */
export const symbolStates = ['off', 'run', 'shut', 'move', 'fault'] as const
type SymbolState = (typeof symbolStates)[number]

type Means = 'onOff' | 'position' | 'states'
export type NamedState = { value: string; state: SymbolState }

/** The state for a value; undefined for a value without a state. */
export function stateOf(value: Value | null, means: Means, states: readonly NamedState[]): SymbolState | undefined {
  if (value === null) return undefined
  if (means === 'states') return states.find((each) => isValueOf(value, each.value))?.state
  const number = asNumber(value)
  if (means === 'onOff') {
    const isOn = number === undefined ? asBoolean(value) : number !== 0
    return isOn === undefined ? undefined : isOn ? 'run' : 'off'
  }
  if (number === undefined) return undefined
  return number <= 0.5 ? 'shut' : number >= 99.5 ? 'run' : 'move'
}

export const roles = ['level', 'fault', 'warning', 'notice', 'manual', 'local', 'outOfService'] as const
export type Role = (typeof roles)[number]
export type RoleFields = { role: Role; minVal: number; maxVal: number }

const isOn = ({ value }: Reading): boolean => value !== null && (asNumber(value) ?? (asBoolean(value) ? 1 : 0)) !== 0

/** The filled share, 0 to 1; undefined without a number. */
export function levelOf(
  value: Value | null,
  { minVal, maxVal }: Pick<RoleFields, 'minVal' | 'maxVal'>,
): number | undefined {
  const number = asNumber(value)
  if (number === undefined || minVal === maxVal) return undefined
  return Math.min(1, Math.max(0, (number - minVal) / (maxVal - minVal)))
}

type SymbolLook = {
  state: SymbolState | 'unknown' | 'rest'
  alarm: 'severe' | 'important' | 'normal' | null
  mode: 'M' | 'L' | 'O' | null
  /** The level of the liquid; undefined: as drawn in the library. */
  level: number | undefined
  /** True if a level is bound, but its value is unknown. */
  isLevelUnknown: boolean
  /** The percentage of a position in transit. */
  percent: string
}

const severities = [
  ['fault', 'severe'],
  ['warning', 'important'],
  ['notice', 'normal'],
] as const

const modes = [
  ['outOfService', 'O'],
  ['local', 'L'],
  ['manual', 'M'],
] as const

export function symbolLook(
  main: Reading,
  means: Means,
  states: readonly NamedState[],
  more: readonly { reading: Reading; of: RoleFields }[],
): SymbolLook {
  const told = stateOf(main.value, means, states)
  const has = (role: Role) => more.some(({ reading, of }) => of.role === role && isOn(reading))
  const liquid = more.find(({ of }) => of.role === 'level')
  const level = liquid && levelOf(liquid.reading.value, liquid.of)
  const isLevelUnknown = liquid !== undefined && level === undefined
  const isUnknown = main.isBound ? told === undefined : isLevelUnknown
  return {
    state: isUnknown ? 'unknown' : (told ?? 'rest'),
    alarm: told === 'fault' ? 'severe' : (severities.find(([role]) => has(role))?.[1] ?? null),
    mode: modes.find(([role]) => has(role))?.[1] ?? null,
    level,
    isLevelUnknown,
    percent: told === 'move' && means === 'position' ? `${Math.round(asNumber(main.value) ?? 0)} %` : '',
  }
}
