import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, it, test } from 'vitest'
import { keyPair, pemOf, signatureOf } from '../../../testkit/peers/lock-device.ts'
import { isSigned, lockChange, lockKeyOf, markOf, partsOf } from './rules.ts'

const pairs = { rsa: keyPair('rsa'), ec: keyPair('ec'), ed25519: keyPair('ed25519') }
const kinds = Object.keys(pairs) as (keyof typeof pairs)[]
const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' })

it.each([
  ['rsa', 'RSA 2048'],
  ['ec', 'EC P-256'],
  ['ed25519', 'Ed25519'],
] as const)('a key of %s is accepted as PEM and as base64', (name, kind) => {
  const { publicKey } = pairs[name]
  const known = { kind, der: der(publicKey) }
  expect(lockKeyOf(pemOf(publicKey))).toEqual(known)
  expect(lockKeyOf(`  ${pemOf(publicKey).replaceAll('\n', '\r\n')}`)).toEqual(known)
  expect(lockKeyOf(der(publicKey).toString('base64'))).toEqual(known)
})

test('an RSA key in PKCS #1 form becomes the same key', () => {
  const { publicKey } = pairs.rsa
  const own = publicKey.export({ format: 'pem', type: 'pkcs1' }).toString()
  expect(lockKeyOf(own)?.der).toEqual(der(publicKey))
})

const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
const { n } = pairs.rsa.publicKey.export({ format: 'jwk' })
const one = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: n!, e: 'AQ' } })

it.each([
  ['nothing', ''],
  ['words', 'not a key'],
  ['base64 of something else', Buffer.from('not a key at all').toString('base64')],
  ['RSA of 1024 bits', pemOf(weak)],
  ['RSA with which every text is its own signature', pemOf(one)],
  ['another curve', pemOf(p384)],
  ['a private key', pairs.ec.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
  ['a key with something behind it', `${pemOf(pairs.ec.publicKey)}more`],
  ['a PEM that was cut', pemOf(pairs.ec.publicKey).slice(0, 80)],
  ['another PEM', pemOf(pairs.ec.publicKey).replaceAll('PUBLIC KEY', 'CERTIFICATE')],
])('%s is not accepted as a key', (_, text) => {
  expect(lockKeyOf(text)).toBeUndefined()
  expect(() => lockChange(text, null)).toThrow('publicKeyUnknown')
})

it.each(kinds)('a signature by %s verifies, and no other does', (kind) => {
  const { publicKey, privateKey } = pairs[kind]
  const signature = Buffer.from(signatureOf('gatehouse-abc', privateKey), 'base64')
  expect(isSigned(der(publicKey), 'gatehouse-abc', signature)).toBe(true)
  expect(isSigned(der(publicKey), 'gatehouse-abd', signature)).toBe(false)
  expect(isSigned(der(keyPair(kind).publicKey), 'gatehouse-abc', signature)).toBe(false)
  for (const broken of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(256), signature.subarray(1)])
    expect(isSigned(der(publicKey), 'gatehouse-abc', broken)).toBe(false)
})

test('an EC signature may be in raw r and s form, as smart cards return it', () => {
  const { publicKey, privateKey } = pairs.ec
  const signature = sign('sha256', Buffer.from('x'), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  expect(isSigned(der(publicKey), 'x', signature)).toBe(true)
})

it.each([
  ['gatehouse-a_b.AAEC', { random: 'gatehouse-a_b', signature: Buffer.from([0, 1, 2]) }],
  ['gatehouse-a_b', undefined],
  ['.AAEC', undefined],
  ['a.', undefined],
  ['a.b.c', undefined],
  ['a b.AAEC', undefined],
])('%s reads as %j', (text, parts) => expect(partsOf(text)).toEqual(parts))

test('the log contains the kind and fingerprint of a key', () => {
  const { publicKey } = pairs.ed25519
  const mark = markOf(der(publicKey))
  expect(mark).toMatch(/^SHA256:[A-Za-z0-9+/]{43}=$/)
  expect(lockChange(pemOf(publicKey), 'old')).toEqual({
    der: der(publicKey),
    change: { act: 'setLock', before: { lock: 'old' }, after: { lock: mark, kind: 'Ed25519' } },
  })
  expect(lockChange(null, mark)).toEqual({ der: null, change: { act: 'removeLock', before: { lock: mark } } })
})
