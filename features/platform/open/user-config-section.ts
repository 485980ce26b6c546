// A section of the settings page: `settings-section.tsx` in the folder of a room, collected by the page.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'

export type SettingsSection = { place: number; label: Label; Body: ComponentType }
