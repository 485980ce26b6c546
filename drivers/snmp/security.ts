// Checks a received message before it is decoded: its length and version, and in v3 its flags. The library fails on
// messages of another version, or secured in another way than its user. Pure. Source: RFC 3412, chapter 6.
import type { SnmpParams } from './params.ts'

const sequence = 0x30
const integer = 0x02
const octets = 0x04
const report = 0xa8
const authFlag = 1
const privFlag = 2

type Element = { tag: number; content: Buffer; rest: Buffer }

/** The first element of BER in bytes, or nothing if it is incomplete. */
function element(bytes: Buffer | undefined): Element | undefined {
  if (!bytes || bytes.length < 2) return undefined
  const short = bytes[1]!
  const lengthBytes = short < 0x80 ? 0 : short & 0x7f
  if (lengthBytes > 4 || bytes.length < 2 + lengthBytes) return undefined
  const length = lengthBytes === 0 ? short : bytes.readUIntBE(2, lengthBytes)
  const start = 2 + lengthBytes
  if (bytes.length < start + length) return undefined
  return { tag: bytes[0]!, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) }
}

/** The element after those with these tags. */
function after(bytes: Buffer | undefined, ...tags: number[]): Element | undefined {
  let rest = bytes
  for (const tag of tags) {
    const next = element(rest)
    if (next?.tag !== tag) return undefined
    rest = next.rest
  }
  return element(rest)
}

/** Numbers of the versions in messages. */
const numbers: Record<SnmpParams['version'], number> = { v1: 0, v2c: 1, v3: 3 }

/**
 * Whether a received message is complete, of the version, and as secure as the user of v3: authenticated, and encrypted.
 * Reports may be less secure: they carry no values, and the first ones come before the keys are known.
 */
export function isUsable(message: Buffer, { version, authProtocol, privProtocol }: SnmpParams): boolean {
  const inside = element(message)
  if (inside?.tag !== sequence || inside.rest.length > 0) return false
  const number = element(inside.content)
  if (number?.tag !== integer || number.content.length !== 1 || number.content[0] !== numbers[version]) return false
  if (version !== 'v3') return true
  const header = after(inside.content, integer)
  const flags = (after(header?.content, integer, integer)?.content[0] ?? 0) & (authFlag | privFlag)
  const hasPriv = authProtocol !== 'none' && privProtocol !== 'none'
  const needed = (authProtocol === 'none' ? 0 : authFlag) | (hasPriv ? privFlag : 0)
  if (flags === needed) return true
  if ((flags & ~needed) !== 0) return false
  const scoped = after(inside.content, integer, sequence, octets)
  return after(scoped?.content, octets, octets)?.tag === report
}
