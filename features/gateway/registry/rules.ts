// Secrets of a gateway: a secret for its connection, and a code for claiming it. Server only.
import { randomBytes, randomInt } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import { sha256 } from '../../../core/sha256.ts'

/** Generates new secrets, and the form in which they are stored. */
export function drawSecrets(sn: string, seal: (secret: string) => Buffer) {
  const secret = randomBytes(24).toString('base64url')
  const code = String(randomInt(10 ** limits.claimCodeDigits)).padStart(limits.claimCodeDigits, '0')
  const stored = { secretHash: sha256(secret), secretSealed: seal(secret), claimCodeHash: sha256(`${sn}:${code}`) }
  return { secret, code, stored }
}
