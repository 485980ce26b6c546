// Errors of wall displays. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  displayCapacity: {
    code: 2510,
    en: 'A project has at most {limit} displays',
    zh: '每个项目最多 {limit} 块大屏',
    brief: ['The project has no room for more displays', '已达到项目大屏数量上限'],
  },
  pairingUnknown: {
    code: 2511,
    en: 'No display shows this code; it may have expired',
    zh: '没有大屏显示该配对码，可能已过期',
  },
})
