import type { GatewaySection } from '../open/gateway-section.ts'
import { TunnelPanel } from './panel.tsx'

export default {
  place: 30,
  Section: ({ gateway }) =>
    gateway.equipmentId === null ? null : <TunnelPanel equipmentId={gateway.equipmentId} gateway={gateway} />,
} satisfies GatewaySection
