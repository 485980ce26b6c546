import type { RoomPart } from '../../frame/config-parts.ts'
import { replaceRules } from './current-store.ts'

export default {
  key: 'alarms',
  replace: replaceRules,
} satisfies RoomPart
