// A variable as live monitoring answers it: with what it last said.
import type { Driver, Signal } from '../../contract/equipment-config.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import { encodingOf } from '../device-driver/rules.ts'
import type { Platform } from '../serve.ts'
import type { LiveSignal } from './contract.ts'

/** A variable with its driver. */
export type Shown = Signal & { driverName: string; driver: Driver }

/** `live`: what the device last said must have been recalled. */
export function withReading(
  { driver, ...signal }: Shown,
  equipmentId: EquipmentId,
  live: Pick<Platform['live'], 'get' | 'trend'>,
): LiveSignal {
  const reading = live.get(equipmentId, signal.id)
  const { unit = null, decimals = null, texts = null, length = null, min = null, max = null } = signal
  const { scale = null, offset = null, normalLow = null, normalHigh = null, group = null, pinned = false } = signal
  const fields = { unit, decimals, texts, length, min, max, scale, offset, normalLow, normalHigh, group, pinned }
  const last = { value: reading?.value ?? null, code: reading?.code ?? 0, time: reading?.at ?? null }
  const encoding = signal.dataType === 'string' ? encodingOf(driver) : undefined
  return { ...signal, ...fields, ...last, ...(encoding && { encoding }), trend: live.trend(equipmentId, signal.id) }
}
