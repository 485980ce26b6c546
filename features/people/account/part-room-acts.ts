// The acts on accounts that other rooms contribute, shown in every list of accounts.
import type { RoomAct } from './part-act.ts'

/** In the order of their keys. */
export const roomActs: readonly RoomAct[] = Object.values(
  import.meta.glob<{ default: RoomAct }>('../../*/*/account-act.tsx', { eager: true }),
)
  .map((room) => room.default)
  .sort((a, b) => a.key.localeCompare(b.key))
