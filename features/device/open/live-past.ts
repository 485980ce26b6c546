// Playback of the history of a device on its live page: `device-past.tsx` of the room that stores history.
import type { ComponentType } from 'react'
import type { EquipmentId } from '../../../contract/fields.ts'
import type { Around } from '../../../signal/web/freshness.ts'
import type { ReplaySource } from '../../../signal/web/replay.ts'
import { onlyRoom } from '../../frame/only-room.ts'

export type LivePast = {
  /** Whether the address has a past time. */
  useIsPast(): boolean
  /** The stored values of a device while the address has a past time; null while everything is live. */
  usePast(equipmentId: EquipmentId): ReplaySource | null
  /** Whether the requested time is shown or still loading; `first`: nothing is shown yet. */
  usePastWait(past: ReplaySource | null): 'ready' | 'loading' | 'first'
  /** How to interpret the past values of a variable; null while everything is live. */
  useAroundPast(equipmentId: EquipmentId, past: ReplaySource | null): ((signalId: number) => Around) | null
  /** Texts that explain past values, and why writing is disabled meanwhile. */
  usePastWords(): { past: string; noWrite: string }
  /** The bar that switches between live and past. */
  Timeline: ComponentType<{ equipmentId: EquipmentId; past: ReplaySource | null }>
}

const files = import.meta.glob<{ default: LivePast }>('../../*/*/device-past.tsx', { eager: true })

export const livePast: LivePast = onlyRoom(files, 'play back the history of a device')
