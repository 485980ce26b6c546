// Signatures of firmware orders, and of the keys that sign them: Ed25519 (decision 50). Server and edge only.
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { OfferedKey, SignedUpgrade, Upgrade } from './box.ts'

/** `publicKey`: 32 bytes in base64url, as gateways store it; `privateKey`: the same format, secret. */
export type SigningKey = { publicKey: string; privateKey: string }

export function generateSigningKey(): SigningKey {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x!, privateKey: d! }
}

type OrderFacts = Omit<Upgrade, 'signed'> & { serial: number }

/** The signed text: JSON separates the fields. It names one gateway, one file, one version and one order. */
const orderText = (sn: string, { upgrade, version, bytes, sha256, trialS, serial }: OrderFacts): string =>
  JSON.stringify(['gatehouse firmware order 1', sn, upgrade, version, bytes, sha256, trialS, serial])
const keyText = (publicKey: string): string => JSON.stringify(['gatehouse signing key 1', publicKey])

function signText({ publicKey: x, privateKey: d }: SigningKey, text: string): string {
  const key = createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', x, d }, format: 'jwk' })
  return sign(null, Buffer.from(text), key).toString('base64url')
}

function isSigned(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}

/**
 * Signs an upgrade of the gateway `sn`. `keys`: the earlier keys, then the one of `by`; `serial` increases with each
 * order.
 */
export function signUpgrade(
  { by, keys, serial }: { by: SigningKey; keys: OfferedKey[]; serial: number },
  sn: string,
  order: Omit<Upgrade, 'signed'>,
): SignedUpgrade {
  return { ...order, signed: { serial, signature: signText(by, orderText(sn, { ...order, serial })), keys } }
}

/**
 * Returns the key that signed an upgrade of `sn` if it is `trusted`, or if a chain of endorsements leads from `trusted`
 * to it; else nothing.
 */
export function signerOf(trusted: string, sn: string, { signed, ...order }: SignedUpgrade): string | undefined {
  const key = newestEndorsed(trusted, signed.keys)
  const text = orderText(sn, { ...order, serial: signed.serial })
  return key !== undefined && isSigned(key, text, signed.signature) ? key : undefined
}

/** Signs the public key that will follow, with the key `by`. */
export const endorse = (by: SigningKey, publicKey: string): string => signText(by, keyText(publicKey))

/**
 * The newest key of `offered` that a chain of endorsements from `trusted` reaches; nothing if `trusted` is not in the
 * list.
 */
function newestEndorsed(trusted: string, offered: readonly OfferedKey[]): string | undefined {
  const at = offered.findIndex(({ key }) => key === trusted)
  if (at < 0) return undefined
  let newest = trusted
  for (const { key, endorsement } of offered.slice(at + 1)) {
    if (endorsement === null || !isSigned(newest, keyText(key), endorsement)) break
    newest = key
  }
  return newest
}
