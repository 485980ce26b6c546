// The two data codes of the MC protocol: binary, with the low byte first, and ASCII, hexadecimal text with the high
// digit first. Pure. Words are two bytes, high byte first, on our side; bits are one byte each, 0 or 1.
import { type Area, deviceOf } from './devices.ts'
import { outOfStep } from './faults.ts'

export type Code = {
  /** Bytes on the wire per byte of a number. */
  unit: 1 | 2
  /** A number of `size` bytes. */
  number(value: number, size: number): Uint8Array
  /** A constant, given in hexadecimal, in the order of its bytes. */
  constant(hex: string): Uint8Array
  /** Device and number of a 3E or 4E frame. */
  device(area: Area, start: number, wide: boolean): Uint8Array
  /** Device and number of a 1E frame. */
  device1E(area: Area, start: number): Uint8Array
  words(bytes: Uint8Array): Uint8Array
  bits(bits: Uint8Array): Uint8Array
  /** Length of `count` bits on the wire. */
  bitBytes(count: number): number
  /** The number at a position. Throws 1712 for anything that is no number. */
  numberAt(received: Uint8Array, at: number, size: number): number
  wordsIn(data: Uint8Array): Uint8Array
  bitsIn(data: Uint8Array, count: number): Uint8Array
}

/** The 1E device code: its name in two characters. */
const code1E = (area: Area): number => {
  const name = area.padEnd(2)
  return (name.charCodeAt(0) << 8) | name.charCodeAt(1)
}

const binaryNumber = (value: number, size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 2 ** (8 * index)) & 0xff)

function swapped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) out[index] = bytes[index ^ 1]!
  return out
}

export const binary: Code = {
  unit: 1,
  number: binaryNumber,
  constant: (hex) => Uint8Array.from(Buffer.from(hex, 'hex')),
  device: (area, start, wide) =>
    Uint8Array.of(...binaryNumber(start, wide ? 4 : 3), ...binaryNumber(deviceOf(area).code, wide ? 2 : 1)),
  device1E: (area, start) => Uint8Array.of(...binaryNumber(start, 4), ...binaryNumber(code1E(area), 2)),
  words: swapped,
  bits: (bits) =>
    Uint8Array.from(
      { length: Math.ceil(bits.length / 2) },
      (_, index) => (bits[index * 2]! << 4) | (bits[index * 2 + 1] ?? 0),
    ),
  bitBytes: (count) => Math.ceil(count / 2),
  numberAt: (received, at, size) => {
    let value = 0
    for (let index = size - 1; index >= 0; index--) value = value * 256 + received[at + index]!
    return value
  },
  wordsIn: swapped,
  bitsIn: (data, count) =>
    Uint8Array.from({ length: count }, (_, index) =>
      checkedBit(index % 2 === 0 ? data[index >> 1]! >> 4 : data[index >> 1]! & 15),
    ),
}

function checkedBit(bit: number): number {
  if (bit !== 0 && bit !== 1) throw outOfStep(`${bit} instead of a bit`)
  return bit
}

const text = (characters: string): Uint8Array => Uint8Array.from(Buffer.from(characters, 'ascii'))
const asciiNumber = (value: number, size: number): string =>
  value
    .toString(16)
    .toUpperCase()
    .padStart(size * 2, '0')

/** Value of a hexadecimal digit. */
function digit(character: number): number {
  if (character >= 0x30 && character <= 0x39) return character - 0x30
  const letter = character & ~0x20
  if (letter >= 0x41 && letter <= 0x46) return letter - 0x41 + 10
  throw outOfStep(`byte ${character} instead of a hexadecimal digit`)
}

export const ascii: Code = {
  unit: 2,
  number: (value, size) => text(asciiNumber(value, size)),
  constant: text,
  device: (area, start, wide) => {
    const number = start.toString(deviceOf(area).wireBase).toUpperCase()
    return text(area.padEnd(wide ? 4 : 2, '*') + number.padStart(wide ? 8 : 6, '0'))
  },
  device1E: (area, start) => text(asciiNumber(code1E(area), 2) + asciiNumber(start, 4)),
  words: (bytes) => text(Buffer.from(bytes).toString('hex').toUpperCase()),
  bits: (bits) => bits.map((bit) => 0x30 + bit),
  bitBytes: (count) => count,
  numberAt: (received, at, size) => {
    let value = 0
    for (let index = 0; index < size * 2; index++) value = value * 16 + digit(received[at + index]!)
    return value
  },
  wordsIn: (data) =>
    Uint8Array.from(
      { length: data.length / 2 },
      (_, index) => digit(data[index * 2]!) * 16 + digit(data[index * 2 + 1]!),
    ),
  bitsIn: (data, count) => Uint8Array.from({ length: count }, (_, index) => checkedBit(data[index]! - 0x30)),
}
