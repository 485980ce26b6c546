// Describes the data type of a variable, the scaling of its raw value, and its access.
import type { Signal } from '../../../contract/equipment-config.ts'
import { hasRange } from '../../../core/scaling.ts'
import type { LiveSignal } from '../live/contract.ts'
import { liveText } from '../live/text.ts'

type Key =
  | 'dataType'
  | 'byteOrder'
  | 'prefix'
  | 'scale'
  | 'offset'
  | 'rawLow'
  | 'rawHigh'
  | 'valueLow'
  | 'valueHigh'
  | 'clamp'
type Form = Pick<Signal, Key> | Pick<LiveSignal, Key>

/**
 * The storage form of a variable: `uint16 · BADC`, `string · s7`, i.e. the data type with byte order and string prefix.
 */
export const formWords = ({ dataType, byteOrder, prefix }: Form): string =>
  [dataType, byteOrder, prefix].filter(Boolean).join(' · ')

const accessKeys = { r: 'accessR', w: 'accessW', rw: 'accessRw' } as const

export const isAccess = (text: string): text is Signal['access'] => Object.hasOwn(accessKeys, text)

/** Whether a variable can be read and written: `read only`. */
export const accessWords = (access: Signal['access']): string => liveText.t(accessKeys[access])

/** The scaling of the raw value; undefined without scaling. */
export function scaleWords(signal: Form): string {
  const { scale, offset, rawLow, rawHigh, valueLow, valueHigh, clamp } = signal
  if (hasRange(signal)) {
    const range = `${rawLow} … ${rawHigh} → ${valueLow} … ${valueHigh}`
    return clamp ? `${range}, ${liveText.t('clamped')}` : range
  }
  const factor = (scale ?? 1) === 1 ? '' : ` × ${scale}`
  const shift = offset ? ` ${offset < 0 ? '−' : '+'} ${Math.abs(offset)}` : ''
  return factor || shift ? `${liveText.t('raw')}${factor}${shift}` : ''
}
