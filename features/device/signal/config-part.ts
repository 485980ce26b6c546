import type { RoomPart } from '../../frame/config-parts.ts'
import { replaceSignals } from './current-store.ts'

export default {
  key: 'signals',
  replace: replaceSignals,
  saved: ({ live }, equipmentId, { signals }) => live.keepOnly(equipmentId, new Set(signals.map(({ id }) => id))),
} satisfies RoomPart
