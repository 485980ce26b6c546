// The type of a section that a room adds to the gateway panel: `gateway-section.tsx` in its folder.
import type { ComponentType } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { GatewayInfo } from '../gateway/contract.ts'

/** A section with its own entry in the navigation of the panel. */
export type GatewayPanelTab = {
  /** The key of the section in the URL. */
  key: string
  /** Sort order among the tabs of all rooms. */
  place: number
  name: Record<Language, string>
  Show: ComponentType<{ gateway: GatewayInfo }>
}

export type GatewaySection = {
  /** Sort order of links, sections and actions; sections and actions follow the panel's own. */
  place: number
  /** Links at the top of the overview. */
  Links?: ComponentType<{ gateway: GatewayInfo }>
  /** Shown in the overview, below the data of the gateway. */
  Section?: ComponentType<{ gateway: GatewayInfo }>
  tabs?: readonly GatewayPanelTab[]
  /** An action of the section, shown among the actions of the panel. */
  Action?: ComponentType<{ gateway: GatewayInfo }>
}
