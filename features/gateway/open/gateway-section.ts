// What a room brings to the panel of a gateway: `gateway-section.tsx` in its folder, collected by the panel.
import type { ComponentType } from 'react'
import type { Language } from '../../../contract/errors.ts'
import type { GatewayInfo } from '../gateway/contract.ts'

/** A section with a place of its own in the navigation of the panel. */
export type GatewayPanelTab = {
  /** In the address. */
  key: string
  /** Among the others of all rooms. */
  place: number
  name: Record<Language, string>
  Show: ComponentType<{ gateway: GatewayInfo }>
}

export type GatewaySection = {
  /** Sections and actions stand in this order, after the panel's own. */
  place: number
  /** In the overview, below the facts of the gateway. */
  Section?: ComponentType<{ gateway: GatewayInfo }>
  tabs?: readonly GatewayPanelTab[]
  /** Among the actions. */
  Action?: ComponentType<{ gateway: GatewayInfo }>
}
