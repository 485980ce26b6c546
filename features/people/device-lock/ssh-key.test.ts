import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { lockKeyOf } from './rules.ts'

const field = (bytes: Uint8Array | string): Buffer => {
  const body = Buffer.from(bytes as string)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length)
  return Buffer.concat([size, body])
}
const whole = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'base64url')
  return (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
}
const written = (kind: string, ...fields: readonly (Uint8Array | string)[]): string =>
  `${kind} ${Buffer.concat([kind, ...fields].map(field)).toString('base64')} anna@station`

const rsa = (key: KeyObject) => {
  const { e = '', n = '' } = key.export({ format: 'jwk' })
  return written('ssh-rsa', whole(e), whole(n))
}
const ed = (key: KeyObject) => written('ssh-ed25519', Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url'))
const ec = (key: KeyObject) => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return written('ecdsa-sha2-nistp256', 'nistp256', point)
}

test.each([
  ['RSA 2048', rsa, generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey],
  ['Ed25519', ed, generateKeyPairSync('ed25519').publicKey],
  ['EC P-256', ec, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey],
])('a line of OpenSSH is the same key as its PEM: %s', (kind, write, key) => {
  const der = key.export({ format: 'der', type: 'spki' })
  expect(lockKeyOf(`${write(key)}\n`)).toEqual({ der, kind })
})

test('a key written by ssh-keygen is accepted', () => {
  const text = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl anna'
  expect(lockKeyOf(text)?.kind).toBe('Ed25519')
})

test.each([
  ['a weak key', rsa(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey)],
  ['a kind that it is not', ed(generateKeyPairSync('ed25519').publicKey).replace('ssh-ed25519', 'ssh-rsa')],
  [
    'half a key',
    `ssh-ed25519 ${Buffer.concat([field('ssh-ed25519'), Buffer.from([0, 0, 0, 32, 1])]).toString('base64')}`,
  ],
  ['another kind', written('ssh-dss', 'a', 'b')],
  ['options before it', `command="x" ${ed(generateKeyPairSync('ed25519').publicKey)}`],
])('%s is not accepted', (_, text) => expect(lockKeyOf(text)).toBeUndefined())
