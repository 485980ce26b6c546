// Secrets at rest: AES-256-GCM with a key of this installation, stored with mode 0600 beside its data.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, errorText, SetupError } from '../../db/setup-error.ts'

export type Seal = {
  seal(secret: string): Buffer
  unseal(sealed: Buffer): string
  /** Derives another key for one purpose; it does not reveal the seal's own key. */
  keyFor(purpose: string): Buffer
}

function loadKey(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key')
  makeKey(dataDir, path)
  const key = readKey(path)
  if (key.length === 32) return key
  throw new SetupError(
    'DATA_DIR',
    `${path} is damaged: restore it from a backup, or remove it and renew every gateway's secret`,
  )
}

function makeKey(dataDir: string, path: string): void {
  try {
    // 0711: as root, the database's own user must pass through to its folder; secrets inside have mode 0600
    mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    if (existsSync(path)) return
    writeFileSync(path, randomBytes(32), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Another process created the key file at the same time.
    if (errorCode(error) === 'EEXIST' && existsSync(path)) return
    const reason = errorCode(error) === 'EEXIST' ? 'it is a file' : (errorCode(error) ?? errorText(error))
    const message = `DATA_DIR ${dataDir} cannot be written (${reason}): set it to a folder that can`
    throw new SetupError('DATA_DIR', message, error)
  }
}

function readKey(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new SetupError('DATA_DIR', `${path} cannot be read (${errorText(error)}): restore it from a backup`, error)
  }
}

/** The installation's seal; its key is created at the first start. */
export function openSeal(dataDir: string): Seal {
  const key = loadKey(dataDir)
  return {
    keyFor: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
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
