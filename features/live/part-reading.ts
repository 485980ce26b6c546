// A variable as live monitoring answers it: with what it last said.
import type { Driver, Signal } from '../../contract/equipment-config.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { encodingOf } from '../device-driver/rules.ts'
import type { Platform } from '../serve.ts'
import type { LiveSignal } from './contract.ts'

/** A variable with its driver, and what its device shows before the first value. */
export type Shown = Signal & { driverName: string; driver: Driver; mode: 'last' | 'custom'; default: string | null }

/** Values that came so lately are shown whatever the device shows before the first one: they are live, or nearly so. */
const lateMs = 60_000

/** `live`: what the device last said must have been recalled. */
export function withReading(
  { driver, mode, default: text, ...signal }: Shown,
  equipmentId: EquipmentId,
  live: Pick<Platform['live'], 'get' | 'trend' | 'heardAt'>,
  now: number,
): LiveSignal {
  const isLate = now - (live.heardAt(equipmentId) ?? 0) > lateMs
  const reading = mode === 'custom' && isLate ? undefined : live.get(equipmentId, signal.id)
  const standIn = mode === 'custom' ? (text ?? '') : null
  const { unit = null, decimals = null, texts = null, length = null, min = null, max = null } = signal
  const { scale = null, offset = null, normalLow = null, normalHigh = null, group = null, pinned = false } = signal
  const range = { min, max, scale, offset, normalLow, normalHigh }
  const fields = { unit, decimals, texts, length, ...range, group, pinned, standIn }
  const last = { value: reading?.value ?? null, code: reading?.code ?? 0, time: reading?.at ?? null }
  const encoding = signal.dataType === 'string' ? encodingOf(driver) : undefined
  return { ...signal, ...fields, ...last, ...(encoding && { encoding }), trend: live.trend(equipmentId, signal.id) }
}
