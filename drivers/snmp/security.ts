// Checks a received message before it is decoded: its length, and in v3 its flags. Pure. Source: RFC 3412, chapter 6.
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

/**
 * Whether a received message is complete, and as secure as the user of v3 requires: authenticated, and encrypted.
 * Reports may be neither: they carry no values, and the first ones come before the keys are known.
 */
export function isUsable(message: Buffer, { version, authProtocol, privProtocol }: SnmpParams): boolean {
  const inside = element(message)
  if (inside?.tag !== sequence || inside.rest.length > 0) return false
  if (version !== 'v3' || authProtocol === 'none') return true
  const header = after(inside.content, integer)
  const flags = after(header?.content, integer, integer)?.content[0] ?? 0
  const needed = authFlag | (privProtocol === 'none' ? 0 : privFlag)
  if ((flags & needed) === needed) return true
  const scoped = after(inside.content, integer, sequence, octets)
  return after(scoped?.content, octets, octets)?.tag === report
}
