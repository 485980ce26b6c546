// Secrets at rest: AES-256-GCM with a key of this installation, kept 0600 beside its data.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, SetupError } from '../../db/setup-error.ts'

export type Seal = { seal(secret: string): Buffer; unseal(sealed: Buffer): string }

function loadKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new SetupError('DATA_DIR', `DATA_DIR ${dataDir} is not writable: set it to a writable folder`, error)
  }
  const key = readFileSync(path)
  if (key.length === 32) return key
  throw new SetupError(
    'DATA_DIR',
    `${path} is damaged: restore it from a backup, or remove it and renew every gateway's secret`,
  )
}

/** The installation's seal; its key is made at the first start. */
export function openSeal(dataDir: string): Seal {
  const key = loadKey(dataDir)
  return {
    seal(secret) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    unseal(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}
