// A variable with its last reading, as live monitoring returns it.
import type { Driver, Signal } from '../../../contract/equipment-config.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Platform } from '../../frame/serve.ts'
import { encodingOf } from '../driver/rules.ts'
import { LiveSignal } from '../live/contract.ts'

/** A variable with its driver, and the device's setting for values before the first reading. */
export type Shown = Signal & { driverName: string; driver: Driver; mode: 'last' | 'custom'; default: string | null }

/** A type in the stored form: null values are absent properties. */
type Sparse<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Fields returned for a variable; other loaded fields stay on the platform. */
export const liveFields = LiveSignal.keyof().options

/** Ignores the device's initial-value setting while the device was heard from within this time: values are live. */
const lateMs = 60_000

/** A variable with its current reading. `live`: the last values of the device must have been loaded. */
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
  // A single literal with the spread at its end: with the spread before other fields, copying takes ten times as long,
  // for thousands of variables.
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
