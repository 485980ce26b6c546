// A variable as live monitoring answers it: with what it last said.
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Platform } from '../../frame/serve.ts'
import { encodingOf } from '../driver/rules.ts'
import { LiveSignal } from '../live/contract.ts'

/** A variable with its driver, and what its device shows before the first value. */
export type Shown = Signal & { driverName: string; driver: Driver; mode: 'last' | 'custom'; default: string | null }

/** As it is stored: what a variable has not is no field of it. */
type Sparse<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** What is answered of a variable; all else that is loaded with it stays here. */
export const liveFields = LiveSignal.keyof().options

/** Values that came so lately are shown whatever the device shows before the first one: they are live, or nearly so. */
const lateMs = 60_000

/** `live`: what the device last said must have been recalled. */
export function withReading(
  { driver, mode, default: text, ...signal }: Shown,
  equipmentId: EquipmentId,
  live: Pick<Platform['live'], 'get' | 'trend' | 'heardAt'>,
  now: number,
  hasTrend: boolean,
): LiveSignal {
  const isLate = now - (live.heardAt(equipmentId) ?? 0) > lateMs
  const reading = mode === 'custom' && isLate ? undefined : live.get(equipmentId, signal.id)
  const encoding = signal.dataType === 'string' ? encodingOf(driver) : undefined
  // One literal with the copy at its end: a copy before other fields costs ten times as much, for thousands of variables.
  const answer = {
    unit: null,
    decimals: null,
    texts: null,
    length: null,
    min: null,
    max: null,
    scale: null,
    offset: null,
    normalLow: null,
    normalHigh: null,
    group: null,
    pinned: false,
    standIn: mode === 'custom' ? (text ?? '') : null,
    value: reading?.value ?? null,
    code: reading?.code ?? 0,
    time: reading?.at ?? null,
    trend: hasTrend ? live.trend(equipmentId, signal.id) : [],
    ...(signal as Sparse<typeof signal>),
  }
  return encoding ? Object.assign(answer, { encoding }) : answer
}
