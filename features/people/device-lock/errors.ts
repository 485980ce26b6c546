// Errors of device locks. [S8]
import { roomErrors } from '../../../contract/room-errors.ts'

export const errors = roomErrors({
  lockRefused: { code: 1072, en: 'The device lock was not accepted', zh: '加密锁验证未通过' },
  publicKeyUnknown: {
    code: 1073,
    en: 'A public key must be RSA of 2048 bits or more, EC P-256 or Ed25519',
    zh: '不是有效的公钥，须为 RSA（2048 位及以上）、EC P-256 或 Ed25519',
  },
})
