// A section of the settings page: `settings-section.tsx` in the folder of a room, collected by the page.
import type { ComponentType } from 'react'
import type { Permission } from '../../../contract/permissions.ts'
import type { Label } from '../../../ui/words.ts'

export type SettingsSection = {
  place: number
  label: Label
  /** The permission of the function that it sets; without it the section is left out. */
  may: Permission
  Body: ComponentType
}
