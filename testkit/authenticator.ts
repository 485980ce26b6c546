// An authenticator in software: the answers of a browser with a passkey, byte by byte (WebAuthn level 3, COSE, CBOR),
// and forged answers of an attacker.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { loginPasskey, userInfo } from '../features/people/login/contract.ts'
import {
  type Assertion,
  type Attestation,
  askPasskey,
  beginPasskey,
  type Creation,
  finishPasskey,
  type Request,
} from '../features/people/passkey/contract.ts'
import { type Caller, callerOf } from './server.ts'

type Key = { id: Buffer; handle: Buffer; privateKey: KeyObject; count: number }

/** Deviations from a correct signature. */
type Otherwise = {
  origin?: string
  rpId?: string
  /** The user was verified by a finger, a face or a PIN. */
  isVerified?: boolean
  challenge?: string
  /** Another type of client data: that of a sign-in in place of that of a registration, or the reverse. */
  type?: string
  handle?: Buffer | null
  /** The id of another key than the signing one. */
  id?: Buffer
}

export type Authenticator = {
  keys: Key[]
  /** Creates a key as a page of `origin` requests it. */
  make(creation: Creation, otherwise?: Otherwise): Attestation
  /** Signs with one of its keys, by default the latest. */
  sign(request: Request, otherwise?: Otherwise & { key?: Key }): Assertion
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const flags = { isPresent: 0x01, isVerified: 0x04, mayBeCopied: 0x08, isCopied: 0x10, hasKey: 0x40 }

const short = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** A public key on P-256 as COSE writes it: a map of kty, alg, crv, x, y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coordinate = (label: number, text: string) =>
    Buffer.concat([Buffer.from([label, 0x58, 0x20]), Buffer.from(text, 'base64url')])
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    coordinate(0x21, x),
    coordinate(0x22, y),
  ])
}

const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])

/** The attestation "none": a map of fmt, attStmt, authData. */
const attestationOf = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')],
    ...[Buffer.from([0x59]), short(authData.length), authData],
  ])

/**
 * A software authenticator. `counts`: it counts its signatures; `isSynced`: a service copies its keys to other devices.
 */
export function createAuthenticator(
  origin: string,
  { counts = true, isSynced = false }: { counts?: boolean; isSynced?: boolean } = {},
): Authenticator {
  const keys: Key[] = []

  const dataOf = (rpId: string, key: Key, isVerified: boolean, more?: Buffer) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? key.count : 0)
    const own =
      flags.isPresent |
      (isVerified ? flags.isVerified : 0) |
      (isSynced ? flags.mayBeCopied | flags.isCopied : 0) |
      (more ? flags.hasKey : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([own]), count, more ?? Buffer.alloc(0)])
  }
  const clientData = (type: string, challenge: string, { origin: other, ...otherwise }: Otherwise) =>
    Buffer.from(
      JSON.stringify({
        type: otherwise.type ?? type,
        challenge: otherwise.challenge ?? challenge,
        origin: other ?? origin,
        crossOrigin: false,
      }),
    )

  return {
    keys,
    make(creation, otherwise = {}) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const id = otherwise.id ?? randomBytes(32)
      const key = { id, handle: Buffer.from(creation.user.id, 'base64url'), privateKey, count: 1 }
      keys.push(key)
      const attested = Buffer.concat([Buffer.alloc(16), short(id.length), id, coseOf(publicKey)])
      const { rpId = creation.rp.id, isVerified = true } = otherwise
      const authData = dataOf(rpId, key, isVerified, attested)
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: clientData('webauthn.create', creation.challenge, otherwise).toString('base64url'),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign(request, { key = keys.at(-1)!, ...otherwise } = {}) {
      key.count += 1
      const { rpId = request.rpId, isVerified = true, handle = key.handle, id = key.id } = otherwise
      const authData = dataOf(rpId, key, isVerified)
      const data = clientData('webauthn.get', request.challenge, otherwise)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), key.privateKey)
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(handle ? { userHandle: handle.toString('base64url') } : {}),
        },
      }
    },
  }
}

/** The address of a platform with a host name in place of the IP address, because WebAuthn requires one. */
export const namedUrl = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** The same caller, who reaches the platform by its host name. */
export const byName = (url: string, { cookie }: { cookie: string }): Caller => callerOf(namedUrl(url), cookie)

/** Registers a passkey for the signed-in account. */
export async function addPasskey(who: Caller, authenticator: Authenticator, name: string) {
  const answer = authenticator.make(await who.call(beginPasskey, {}))
  return who.call(finishPasskey, { name, answer })
}

/** Signs in with an authenticator; returns the code of the answer. */
export async function enterBy(
  nobody: Caller,
  authenticator: Authenticator,
  otherwise?: Parameters<Authenticator['sign']>[1],
): Promise<number> {
  const answer = authenticator.sign(await nobody.call(askPasskey, {}), otherwise)
  return (await nobody.ask(loginPasskey, { answer })).code
}

/** Signs in with an authenticator. */
export async function signInBy(url: string, authenticator: Authenticator): Promise<Caller> {
  const nobody = byName(url, { cookie: '' })
  const answer = authenticator.sign(await nobody.call(askPasskey, {}))
  const response = await nobody.raw(loginPasskey.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer }),
  })
  const { code, msg } = (await response.json()) as { code: number; msg: string }
  if (code !== 200) throw new Error(`passkey: ${code} ${msg}`)
  const caller = byName(url, { cookie: response.headers.getSetCookie()[0]!.split(';')[0]! })
  await caller.call(userInfo, {})
  return caller
}
