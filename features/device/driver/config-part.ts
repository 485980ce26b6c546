import type { RoomPart } from '../../frame/config-parts.ts'
import { replaceDrivers } from './current-store.ts'

export default {
  key: 'drivers',
  replace: replaceDrivers,
} satisfies RoomPart
