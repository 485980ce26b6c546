// Public keys in OpenSSH form (RFC 4253 section 6.6, RFC 5656, RFC 8709): `ssh-rsa AAAA… name`. Node only.
import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'

const line = /^(ssh-rsa|ssh-ed25519|ecdsa-sha2-nistp256) ([A-Za-z0-9+/]+={0,2})(?:[ \t][^\r\n]*)?$/

/** The fields of a key, each with a four-byte length prefix; undefined if they do not fill the bytes. */
function fieldsOf(bytes: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const end = at + 4 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return at === bytes.length ? fields : undefined
}

const uncompressed = 4
const coordinateBytes = 32

/** A number without the leading zero byte that keeps it positive. */
const numberOf = (field: Buffer): string => field.subarray(field[0] === 0 ? 1 : 0).toString('base64url')

function jwkOf(kind: string, [, first, second]: readonly Buffer[]): JsonWebKey | undefined {
  if (!first) return undefined
  if (kind === 'ssh-ed25519') return { kty: 'OKP', crv: 'Ed25519', x: first.toString('base64url') }
  if (!second) return undefined
  if (kind === 'ssh-rsa') return { kty: 'RSA', e: numberOf(first), n: numberOf(second) }
  if (second.length !== 1 + 2 * coordinateBytes || second[0] !== uncompressed) return undefined
  const [x, y] = [second.subarray(1, 1 + coordinateBytes), second.subarray(1 + coordinateBytes)]
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

/** Returns undefined for a text in another form. Throws for an invalid key. */
export function sshKeyOf(text: string): KeyObject | undefined {
  const [, kind = '', data = ''] = line.exec(text) ?? []
  const fields = kind === '' ? undefined : fieldsOf(Buffer.from(data, 'base64'))
  const count = kind === 'ssh-ed25519' ? 2 : 3
  if (fields?.length !== count || fields[0]?.toString('latin1') !== kind) return undefined
  const jwk = jwkOf(kind, fields)
  return jwk && createPublicKey({ key: jwk, format: 'jwk' })
}
