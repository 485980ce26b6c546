import type { RoomPart } from '../../frame/config-parts.ts'
import { replaceReports } from './current-store.ts'

export default {
  key: 'reports',
  replace: replaceReports,
} satisfies RoomPart
