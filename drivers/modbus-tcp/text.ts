// Text in registers: encodings, byte order within a register, padding. Pure; shared by every register-based driver.
import { DriverFault } from '../driver.ts'

export const encodings = ['ascii', 'utf-8', 'gbk'] as const
export type Encoding = (typeof encodings)[number]

/** Order of two characters in one register: `AB` first character in the high byte, `BA` in the low one. */
export const textOrders = ['AB', 'BA'] as const
export type TextOrder = (typeof textOrders)[number]

export type TextFormat = { encoding: Encoding; order: TextOrder }

// Codes of contract/errors.
const typeError = 1716
const tooLong = 2007

/** Text up to the first NUL, of at most `length` bytes. A character cut in two or unknown becomes U+FFFD. */
export function decodeText(bytes: Uint8Array, length: number, format: TextFormat): string {
  const ordered = inOrder(bytes, format.order).subarray(0, length)
  const end = ordered.indexOf(0)
  const used = end < 0 ? ordered : ordered.subarray(0, end)
  return format.encoding === 'ascii' ? decodeAscii(used) : decoderOf(format.encoding).decode(used)
}

/**
 * Registers' bytes of a text, padded with NUL to `length` bytes and a whole register.
 * Throws 2007 when it needs more than `length` bytes, 1716 for a character the encoding lacks.
 */
export function encodeText(text: string, length: number, format: TextFormat): Uint8Array {
  const bytes = encoders[format.encoding](text)
  if (bytes.length > length) throw new DriverFault(tooLong, `the text needs ${bytes.length} of ${length} bytes`)
  const out = new Uint8Array(Math.ceil(length / 2) * 2)
  out.set(bytes)
  return inOrder(out, format.order)
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
    if (code === undefined) throw new DriverFault(typeError, `the encoding has no character "${char}"`)
    if (code > 255) bytes.push(code >> 8)
    bytes.push(code & 255)
  }
  return Uint8Array.from(bytes)
}

let gbk: Map<string, number> | undefined

/** Character to GBK code. The platform only decodes GBK, so the way back is read off the decoder, once, when needed. */
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
