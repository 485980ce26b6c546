// The devices of the MC protocol with their codes and numbering, and the differences between PLC series. Codes: device
// code list of SH-080008. Limits per series: point limits of SH-080008, of the FX5 SLMP manual and of the PLC's own
// manual for compatible PLCs.
import type { Words } from '../driver.ts'

/** `code`: binary device code. `wireBase`: base of the device number in ASCII code. */
type Device = { code: number; isBit: boolean; wireBase: 10 | 16 }

const bit = (code: number, wireBase: 10 | 16 = 10): Device => ({ code, isBit: true, wireBase })
const word = (code: number, wireBase: 10 | 16 = 10): Device => ({ code, isBit: false, wireBase })

export const devices = {
  X: bit(0x9c, 16),
  Y: bit(0x9d, 16),
  M: bit(0x90),
  L: bit(0x92),
  F: bit(0x93),
  V: bit(0x94),
  B: bit(0xa0, 16),
  SB: bit(0xa1, 16),
  SM: bit(0x91),
  TS: bit(0xc1),
  TC: bit(0xc0),
  CS: bit(0xc4),
  CC: bit(0xc3),
  D: word(0xa8),
  W: word(0xb4, 16),
  SW: word(0xb5, 16),
  R: word(0xaf),
  ZR: word(0xb0, 16),
  SD: word(0xa9),
  TN: word(0xc2),
  CN: word(0xc5),
  Z: word(0xcc),
} as const satisfies Record<string, Device>

/** A device of the protocol: the area of an address. */
export type Area = keyof typeof devices

export const deviceOf = (area: string): Device => devices[area as Area]
export const isBitArea = (area: string): boolean => deviceOf(area).isBit

/**
 * How a number is written: `wordBit` is a decimal word number followed by one hexadecimal digit for the bit, as in
 * X12F; `xy` is hexadecimal or octal by series and parameter.
 */
export type Numbering = 'decimal' | 'hex' | 'xy' | 'wordBit'

/** A name in addresses. `shift` is added to its numbers; `end`: the first number that the PLC does not have. */
export type Notation = { area: Area; numbering: Numbering; shift?: number; end?: number }

export type Frame = '3E' | '4E' | '1E'

/**
 * A PLC series. `isWide`: 32-bit device numbers (subcommands 0002 and 0003). `words`, `bits`: most points per read.
 * `random`: most words per random read (0403), 0 where the PLC has none.
 */
export type Series = {
  label: Words
  frame: Frame
  xy: 'hex' | 'octal'
  isWide: boolean
  words: number
  bits: number
  random: number
  notations: Readonly<Record<string, Notation>>
}

const hexAreas: readonly Area[] = ['B', 'W', 'SB', 'SW']
const numberingOf = (area: Area): Numbering =>
  area === 'X' || area === 'Y' ? 'xy' : hexAreas.includes(area) ? 'hex' : 'decimal'

/** Areas that are written with the name of the protocol. */
const plain = (...areas: Area[]): Record<string, Notation> =>
  Object.fromEntries(areas.map((area) => [area, { area, numbering: numberingOf(area) }]))

const timers = ['TN', 'TS', 'TC', 'CN', 'CS', 'CC'] as const
const common = ['X', 'Y', 'M', 'L', 'F', 'B', 'SB', 'SM', 'D', 'W', 'SW', 'R', 'SD', ...timers, 'Z'] as const
const wordBit = (area: Area): Notation => ({ area, numbering: 'wordBit' })
const decimal = (area: Area, more: Partial<Notation> = {}): Notation => ({ area, numbering: 'decimal', ...more })

// Internal relays of a Panasonic PLC from word 900 on, and data registers from 90000 on, are SM and SD.
const panasonicRelays = 14_400
const panasonicData = 90_000
// The R registers of an Inovance PLC are the data registers from here on.
const inovanceR = 8000

export const seriesNames = ['iq-r', 'q', 'fx5', 'fx3', 'keyence', 'inovance', 'panasonic'] as const
export type SeriesName = (typeof seriesNames)[number]

export const allSeries: Readonly<Record<SeriesName, Series>> = {
  'iq-r': {
    label: { en: 'MELSEC iQ-R, iQ-L', 'zh-cn': 'MELSEC iQ-R、iQ-L' },
    frame: '4E',
    xy: 'hex',
    isWide: true,
    words: 960,
    bits: 7168,
    random: 96,
    notations: plain(...common, 'V', 'ZR'),
  },
  q: {
    label: { en: 'MELSEC Q, L', 'zh-cn': 'MELSEC Q、L' },
    frame: '3E',
    xy: 'hex',
    isWide: false,
    words: 960,
    bits: 7168,
    random: 192,
    notations: plain(...common, 'V', 'ZR'),
  },
  fx5: {
    label: { en: 'MELSEC iQ-F (FX5U)', 'zh-cn': 'MELSEC iQ-F（FX5U）' },
    frame: '3E',
    xy: 'octal',
    isWide: false,
    words: 960,
    bits: 3584,
    random: 192,
    notations: plain(...common),
  },
  fx3: {
    label: { en: 'MELSEC-F (FX3U)', 'zh-cn': 'MELSEC-F（FX3U）' },
    frame: '1E',
    xy: 'octal',
    isWide: false,
    words: 64,
    bits: 254,
    random: 0,
    // Counters from 200 on have 32 bits, which 1E transfers in another form.
    notations: { ...plain('X', 'Y', 'M', 'D', 'R', 'TN', 'TS', 'TC', 'CS', 'CC'), CN: decimal('CN', { end: 200 }) },
  },
  keyence: {
    label: { en: 'Keyence KV (XYM notation)', 'zh-cn': '基恩士 KV（XYM 标记）' },
    frame: '3E',
    xy: 'hex',
    isWide: false,
    words: 960,
    bits: 7168,
    random: 0,
    // R is missing: it is a relay in the notation of KV, a file register in that of the protocol.
    notations: { ...plain('X', 'Y', 'M', 'L', 'B', 'SM', 'D', 'W', 'ZR', 'SD', ...timers), DM: decimal('D') },
  },
  inovance: {
    label: { en: 'Inovance H5U, Easy', 'zh-cn': '汇川 H5U、Easy' },
    frame: '3E',
    xy: 'octal',
    isWide: false,
    words: 960,
    bits: 3584,
    random: 48,
    notations: {
      ...plain('X', 'Y', 'M', 'B', 'W'),
      D: decimal('D', { end: inovanceR }),
      R: decimal('D', { shift: inovanceR, end: 32_768 }),
      S: decimal('L'),
    },
  },
  panasonic: {
    label: { en: 'Panasonic FP7, FP0H', 'zh-cn': '松下 FP7、FP0H' },
    frame: '3E',
    xy: 'hex',
    isWide: false,
    words: 960,
    bits: 7168,
    random: 0,
    notations: {
      X: wordBit('X'),
      Y: wordBit('Y'),
      L: wordBit('B'),
      R: { ...wordBit('M'), end: panasonicRelays },
      D: decimal('D', { end: panasonicData }),
      LD: decimal('W'),
      ...plain('SM', 'SD', 'TN', 'TS', 'CN', 'CS'),
    },
  },
}
