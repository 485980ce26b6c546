// What a room brings to the page of settings: `settings-section.tsx` in its folder, collected by the page.
import type { ComponentType } from 'react'
import type { Label } from '../../../ui/words.ts'

export type SettingsSection = { place: number; label: Label; Body: ComponentType }
