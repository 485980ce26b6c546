// The parts of a device's configuration with what each room adds on the platform, in its `config-part.ts`.
import type { PartKey } from '../../contract/config-part.ts'
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { WritableSight } from '../../db/sight.ts'
import { type AnyPart, configParts } from './config.ts'
import type { ChangeCall } from './serve.ts'

/** What a part does beyond the version itself. */
export type Stored = {
  /** Makes its list the current one in its tables, where lists join on it. */
  replace?: (sight: WritableSight, equipmentId: EquipmentId, config: EquipmentConfig, at: number) => Promise<void>
  /** Once it is committed: caches follow. */
  saved?: (call: ChangeCall, equipmentId: EquipmentId, config: EquipmentConfig) => void
}
export type RoomPart = Stored & { key: PartKey }
export type StoredPart = AnyPart & Stored

const rooms = Object.values(import.meta.glob<{ default: RoomPart }>('../*/*/config-part.ts', { eager: true }))
const byKey = new Map<string, Stored>(rooms.map((room) => [room.default.key, room.default]))

export const storedParts: readonly StoredPart[] = configParts.map((part) => ({ ...byKey.get(part.key), ...part }))
