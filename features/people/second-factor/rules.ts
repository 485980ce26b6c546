// Time-based codes (RFC 6238, with SHA-1, 30 s and six digits, as all apps support them) and recovery codes.
import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { limits } from '../../../contract/limits.ts'

const stepMs = 30_000
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (at: number): number => Math.floor(at / stepMs)

/** Encodes bytes in base32 (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let kept = 0
  for (const byte of bytes) {
    kept = ((kept << 8) | byte) & 0xfff
    bits += 8
    for (; bits >= 5; bits -= 5) text += letters[(kept >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + letters[(kept << (5 - bits)) & 31] : text
}

export function fromBase32(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let kept = 0
  for (const letter of text) {
    kept = ((kept << 5) | letters.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((kept >> bits) & 255)
  }
  return Uint8Array.from(bytes)
}

/** The one-time code of a time step. */
export function codeOf(secret: Uint8Array, step: number): string {
  const moving = new DataView(new ArrayBuffer(8))
  moving.setBigUint64(0, BigInt(step))
  const hash = hmac(sha1, secret, new Uint8Array(moving.buffer))
  const from = hash.at(-1)! & 15
  const number = new DataView(hash.buffer, hash.byteOffset).getUint32(from) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The time step of the code: the current one or a neighbour, because clocks differ and people type slowly. */
export function stepOf(secret: Uint8Array, code: string, at: number): number | undefined {
  const now = stepAt(at)
  const steps = Array.from({ length: 2 * limits.codeWindow + 1 }, (_, index) => now - limits.codeWindow + index)
  return steps.find((step) => step >= 0 && codeOf(secret, step) === code)
}

/** Removes spaces and dashes and converts to upper case. */
export const plainCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()

export const isAppCode = (plain: string): boolean => /^\d{6}$/.test(plain)

/** Formats a recovery code for display. */
export const shownCode = (plain: string): string => plain.match(/.{1,4}/g)!.join('-')

/** Content of the QR code for apps. */
export function uriOf(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
