// The type of a tab that a room adds to the device page: `device-tab.tsx` in its folder.
import type { ComponentType } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { DeviceState, Watching } from './live-monitoring.ts'

export type DeviceTabProps = {
  id: EquipmentId
  /** Name of the device in the user's language. */
  name: string
  /** Time zone of the device. */
  zone: string
  /** The running monitoring; null until it is started. */
  watching: Watching | null
  state: DeviceState | undefined
  intervalS: number
  /** Whether values are arriving. */
  isLive: boolean
}

export type DeviceTab = {
  /** The tab's key in the URL: `?tab=history`. */
  key: string
  /** Sort order among the tabs; the page's own tabs are 10 to 40. */
  place: number
  label: Record<Language, string>
  /** Users without this permission do not see the tab. */
  may: Permission
  Body: ComponentType<DeviceTabProps>
  /** A number beside the label; undefined or 0: none. */
  useCount?: (id: EquipmentId) => number | undefined
}
