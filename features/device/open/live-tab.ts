// What a room brings as a tab of the device page: `device-tab.tsx` in its folder, collected by the page.
import type { ComponentType } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { DeviceState, Watching } from './live-monitoring.ts'

export type DeviceTabProps = {
  id: EquipmentId
  /** In the user's language. */
  name: string
  /** The device's zone. */
  zone: string
  /** Null until its monitoring is opened. */
  watching: Watching | null
  state: DeviceState | undefined
  intervalS: number
  /** Its values come in. */
  isLive: boolean
}

export type DeviceTab = {
  /** In the address: `?tab=history`. */
  key: string
  /** The tabs stand in this order; those of the page itself are 10 to 40. */
  place: number
  label: Record<Language, string>
  /** Whoever may not does not see it. */
  may: Permission
  Body: ComponentType<DeviceTabProps>
}
