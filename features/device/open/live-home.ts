// The start page of a device for its live page: `device-home.ts` of the room that stores pages.
import type { EquipmentId, PageId } from '../../../contract/fields.ts'

/** Hook. `pageId` is null while `isPending`, for a device without a start page, and if it could not be loaded. */
export type DeviceHome = (equipmentId: EquipmentId) => { pageId: PageId | null; isPending: boolean }

const [room] = Object.values(import.meta.glob<{ default: DeviceHome }>('../../*/*/device-home.ts', { eager: true }))
if (!room) throw new Error('no room has the start pages of devices')

export const useDeviceHome: DeviceHome = room.default
