// Secrets encrypted for one gateway, in transit and on its disk: AES-256-GCM, with a key derived from its MQTT
// password. The broker, the database and backups cannot read them. Server and edge only.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'

/** The gateway that can decrypt the secrets. */
export type Recipient = { sn: string; secret: string }

const Content = z.array(z.tuple([z.number().int(), z.string()]))
const saltBytes = 16
const nonceBytes = 12
const tagBytes = 16

const keyOf = ({ sn, secret }: Recipient, salt: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, `gatehouse driver secrets ${sn}`, 32))

/** Encrypts secrets as base64 that only this gateway can open. */
export function sealFor(to: Recipient, secrets: ReadonlyMap<number, string>): string {
  const [salt, nonce] = [randomBytes(saltBytes), randomBytes(nonceBytes)]
  const cipher = createCipheriv('aes-256-gcm', keyOf(to, salt), nonce)
  const content = Buffer.concat([cipher.update(JSON.stringify([...secrets]), 'utf8'), cipher.final()])
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), content]).toString('base64')
}

/** The secrets by their numbers, or nothing if they are for another gateway or damaged. */
export function openSealed(by: Recipient, sealed: string): Map<number, string> | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  const nonceAt = saltBytes + nonceBytes
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(by, bytes.subarray(0, saltBytes)),
      bytes.subarray(saltBytes, nonceAt),
    )
    decipher.setAuthTag(bytes.subarray(nonceAt, nonceAt + tagBytes))
    const content = Buffer.concat([decipher.update(bytes.subarray(nonceAt + tagBytes)), decipher.final()])
    return new Map(Content.parse(JSON.parse(content.toString('utf8'))))
  } catch {
    return undefined
  }
}
