// Text in registers: encodings, byte order within a register, padding. Pure; shared by every register-based driver.
import type { TextPrefix } from '../../core/data-type.ts'
import { DriverFault } from '../driver.ts'
import { prefixBytes, registerCount } from './registers.ts'

export const encodings = ['ascii', 'utf-8', 'gbk'] as const
export type Encoding = (typeof encodings)[number]

/** Order of two characters in one register: `AB` first character in the high byte, `BA` in the low one. */
export const textOrders = ['AB', 'BA'] as const
type TextOrder = (typeof textOrders)[number]

export type TextFormat = { encoding: Encoding; order: TextOrder; prefix?: TextPrefix | undefined }

// Codes of contract/errors.
const tooLong = 2007
const lacking = 2008
const longPrefix = 1743

/**
 * The text up to the first NUL, of at most `length` bytes. A truncated or unknown character becomes U+FFFD. Throws 1743
 * if the prefix gives more bytes than there are.
 */
export function decodeText(bytes: Uint8Array, length: number, format: TextFormat): string {
  const ordered = unprefixed(inOrder(bytes, format.order), length, format.prefix)
  const end = ordered.indexOf(0)
  const used = end < 0 ? ordered : ordered.subarray(0, end)
  return format.encoding === 'ascii' ? decodeAscii(used) : decoderOf(format.encoding).decode(used)
}

/**
 * The bytes of a text in registers, padded with NUL to `length` bytes and a whole register. Throws 2007 if it needs
 * more than `length` bytes, 2008 for a character that the encoding lacks.
 */
export function encodeText(text: string, length: number, format: TextFormat): Uint8Array {
  const bytes = encoders[format.encoding](text)
  if (bytes.length > length) {
    throw new DriverFault(tooLong, `the text needs ${bytes.length} of ${length} bytes`, {
      needed: bytes.length,
      length,
    })
  }
  const before = prefixBytes(format.prefix)
  const out = new Uint8Array(registerCount('string', length, format.prefix) * 2)
  if (before > 0) out[1] = bytes.length
  out.set(bytes, before)
  return inOrder(out, format.order)
}

/** The bits that writing a text changes: the capacity of an `s7` text is declared by the PLC and left unchanged. */
export function textMask(length: number, { prefix, order }: TextFormat): Uint8Array | undefined {
  if (prefix !== 's7') return undefined
  const mask = new Uint8Array(registerCount('string', length, prefix) * 2).fill(0xff)
  mask[0] = 0
  return inOrder(mask, order)
}

/** The bytes of the text, by its prefix. */
function unprefixed(bytes: Uint8Array, length: number, prefix: TextPrefix | undefined): Uint8Array {
  if (!prefix) return bytes.subarray(0, length)
  const counted = prefix === 's7' ? bytes[1]! : (bytes[0]! << 8) | bytes[1]!
  const room = prefix === 's7' ? Math.min(length, bytes[0]!) : length
  if (counted > room) throw new DriverFault(longPrefix, `the prefix counts ${counted} of ${room} bytes`)
  return bytes.subarray(2, 2 + counted)
}

function inOrder(bytes: Uint8Array, order: TextOrder): Uint8Array {
  if (order === 'AB') return bytes
  const out = new Uint8Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) out[index] = bytes[index ^ 1]!
  return out
}

const decoders = new Map<Encoding, TextDecoder>()
function decoderOf(encoding: Encoding): TextDecoder {
  const known = decoders.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  decoders.set(encoding, decoder)
  return decoder
}

const decodeAscii = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : '\ufffd')).join('')

const encoders: Record<Encoding, (text: string) => Uint8Array> = {
  ascii: (text) => encodeEach(text, (char) => (char.codePointAt(0)! < 128 ? char.codePointAt(0) : undefined)),
  'utf-8': (text) => new TextEncoder().encode(text),
  gbk: (text) => encodeEach(text, (char) => gbkTable().get(char)),
}

function encodeEach(text: string, codeOf: (char: string) => number | undefined): Uint8Array {
  const bytes: number[] = []
  for (const char of text) {
    const code = codeOf(char)
    if (code === undefined) throw new DriverFault(lacking, `the encoding has no character "${char}"`, { char })
    if (code > 255) bytes.push(code >> 8)
    bytes.push(code & 255)
  }
  return Uint8Array.from(bytes)
}

let gbk: Map<string, number> | undefined

/** GBK codes by character. The runtime only decodes GBK, so the table is built once from the decoder. */
function gbkTable(): Map<string, number> {
  if (gbk) return gbk
  const table = new Map<string, number>()
  for (let code = 1; code < 128; code++) table.set(String.fromCharCode(code), code)
  const decoder = new TextDecoder('gbk')
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const char = decoder.decode(Uint8Array.of(lead, trail))
      const one = [...char].length === 1 && !char.includes('\ufffd')
      if (one && !table.has(char)) table.set(char, (lead << 8) | trail)
    }
  }
  gbk = table
  return table
}
