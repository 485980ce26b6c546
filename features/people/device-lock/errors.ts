// Errors of the room. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  lockRefused: { code: 1072, en: 'The device lock was not accepted', zh: '加密锁验证未通过' },
})
