// The start page of a device for its live page: `device-home.ts` of the room that stores pages.
import type { EquipmentId, PageId } from '../../../contract/fields.ts'
import { onlyRoom } from '../../frame/only-room.ts'

/** Hook. `pageId` is null while `isPending`, for a device without a start page, and if it could not be loaded. */
export type DeviceHome = (equipmentId: EquipmentId) => { pageId: PageId | null; isPending: boolean }

const files = import.meta.glob<{ default: DeviceHome }>('../../*/*/device-home.ts', { eager: true })

export const useDeviceHome: DeviceHome = onlyRoom(files, 'have the start pages of devices')
