// Accepted public keys of device locks, and verification of their signatures. For Node only: no page reads keys.
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { sha256 } from '../../../core/sha256.ts'
import { errors } from './errors.ts'
import { sshKeyOf } from './ssh-key.ts'

/** SubjectPublicKeyInfo as DER; `kind` for display: `RSA 2048`. */
export type LockKey = { der: Buffer; kind: string }

const pem = /^-----BEGIN ((?:RSA )?PUBLIC KEY)-----\r?\n[A-Za-z0-9+/=\r\n]+-----END \1-----$/
const base64 = /^[A-Za-z0-9+/\r\n]+={0,2}$/

function parsed(text: string): KeyObject | undefined {
  try {
    if (pem.test(text)) return createPublicKey(text)
    const ssh = sshKeyOf(text)
    if (ssh) return ssh
    // Anything but a public key is refused, even a private key or a certificate from which one could be derived.
    if (!base64.test(text)) return undefined
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function kindOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string | undefined {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = asymmetricKeyDetails
  // Longer keys only cost time; with an exponent of 1 every text is its own signature.
  const isStrong = modulusLength >= 2048 && modulusLength <= 8192 && publicExponent >= 3n
  if (asymmetricKeyType === 'rsa') return isStrong ? `RSA ${modulusLength}` : undefined
  if (asymmetricKeyType === 'ec') return namedCurve === 'prime256v1' ? 'EC P-256' : undefined
  return asymmetricKeyType === 'ed25519' ? 'Ed25519' : undefined
}

/**
 * Parses a PEM, base64, or an OpenSSH line with RSA of 2048 to 8192 bits, EC P-256 or Ed25519; else returns undefined.
 */
export function lockKeyOf(text: string): LockKey | undefined {
  const key = parsed(text.trim())
  const kind = key && kindOf(key)
  return kind === undefined ? undefined : { der: key!.export({ format: 'der', type: 'spki' }), kind }
}

/** Fingerprint as OpenSSL prints it: `SHA256:` and the base64 of the hash of the DER. */
export const markOf = (der: Uint8Array): string => `SHA256:${sha256(der).toString('base64')}`

/** The key to store, and the log entry, for an administrator's input; null removes the key. Throws 1073. */
export function lockChange(publicKey: string | null, mark: string | null) {
  const before = { lock: mark }
  if (publicKey === null) return { der: null, change: { act: 'removeLock', before } } as const
  const key = lockKeyOf(publicKey)
  if (!key) throw errors.fail('publicKeyUnknown', {}, { field: 'publicKey' })
  const after = { lock: markOf(key.der), kind: key.kind }
  return { der: key.der, change: { act: 'setLock', before, after } } as const
}

/** Splits the browser's answer into random text and signature. */
export function partsOf(verifyData: string): { random: string; signature: Buffer } | undefined {
  const [, random, signature] = /^([\w-]+)\.([A-Za-z0-9+/]+={0,2})$/.exec(verifyData) ?? []
  return random && signature ? { random, signature: Buffer.from(signature, 'base64') } : undefined
}

/** RSA: PKCS #1 v1.5 with SHA-256. EC: ECDSA with SHA-256, as DER or raw r and s. Ed25519 as is. */
export function isSigned(der: Buffer, random: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const text = Buffer.from(random)
  if (key.asymmetricKeyType === 'ed25519') return verify(null, text, key, signature)
  if (key.asymmetricKeyType === 'rsa') return verify('sha256', text, key, signature)
  const dsaEncoding = signature.length === 64 ? 'ieee-p1363' : 'der'
  return verify('sha256', text, { key, dsaEncoding }, signature)
}
