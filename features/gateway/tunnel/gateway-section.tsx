import type { GatewaySection } from '../gateway/part-section.ts'
import { TunnelPanel } from './panel.tsx'

export default {
  place: 30,
  Section: ({ gateway }) =>
    gateway.equipmentId === null ? null : <TunnelPanel equipmentId={gateway.equipmentId} gateway={gateway} />,
} satisfies GatewaySection
