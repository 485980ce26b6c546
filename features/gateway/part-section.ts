// What a room brings to the panel of a gateway: `gateway-section.tsx` in its folder, collected by the panel.
import type { ComponentType } from 'react'
import type { GatewayInfo } from './contract.ts'

export type GatewaySection = {
  /** Sections and actions stand in this order, after the panel's own. */
  place: number
  /** Below the facts of the gateway. */
  Section?: ComponentType<{ gateway: GatewayInfo }>
  /** Among the actions. */
  Action?: ComponentType<{ gateway: GatewayInfo }>
}
