import type { RoomPart } from '../config-parts.ts'
import { replaceScripts } from './current-store.ts'

export default {
  key: 'scripts',
  replace: replaceScripts,
} satisfies RoomPart
