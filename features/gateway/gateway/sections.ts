// Sections of the gateway panel contributed by rooms, in order.
import type { GatewaySection } from '../open/gateway-section.ts'

export const sections: readonly GatewaySection[] = Object.values(
  import.meta.glob<{ default: GatewaySection }>('../../*/*/gateway-section.tsx', { eager: true }),
)
  .map((room) => room.default)
  .sort((a, b) => a.place - b.place)
