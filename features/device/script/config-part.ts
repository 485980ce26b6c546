import type { RoomPart } from '../../frame/config-parts.ts'
import { replaceScripts } from './current-store.ts'

export default {
  key: 'scripts',
  replace: replaceScripts,
} satisfies RoomPart
