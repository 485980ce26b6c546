// What the rooms bring to the panel, in its order.
import type { GatewaySection } from '../open/gateway-section.ts'

export const sections: readonly GatewaySection[] = Object.values(
  import.meta.glob<{ default: GatewaySection }>('../../*/*/gateway-section.tsx', { eager: true }),
)
  .map((room) => room.default)
  .sort((a, b) => a.place - b.place)
