// The parts of a device's configuration, with the additions of each room on the platform, in its `config-part.ts`.
import type { PartKey } from '../../contract/config-part.ts'
import type { EquipmentConfig } from '../../contract/equipment-config.ts'
import type { EquipmentId } from '../../contract/fields.ts'
import type { WritableSight } from '../../db/sight.ts'
import { type AnyPart, configParts } from './config.ts'
import type { ChangeCall } from './serve.ts'

/** Functions of a part of a configuration that run when a version is saved. */
type Stored = {
  /** Writes the current list to the tables of the part, for queries that join on it. */
  replace?: (sight: WritableSight, equipmentId: EquipmentId, config: EquipmentConfig, at: number) => Promise<void>
  /** Called after the commit, to update caches. */
  saved?: (call: ChangeCall, equipmentId: EquipmentId, config: EquipmentConfig) => void
}
export type RoomPart = Stored & { key: PartKey }
export type StoredPart = AnyPart & Stored

const rooms = Object.values(import.meta.glob<{ default: RoomPart }>('../*/*/config-part.ts', { eager: true }))
const byKey = new Map<string, Stored>(rooms.map((room) => [room.default.key, room.default]))

export const storedParts: readonly StoredPart[] = configParts.map((part) => ({ ...byKey.get(part.key), ...part }))
