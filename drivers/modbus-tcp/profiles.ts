// Address tables of PLC brands that speak Modbus: names and numbers as the brand writes them, and their protocol addresses.
// `source` names the table that profile.test.ts compares. Missing, because no table was found: LS (its areas are set in
// the PLC), inputs and outputs of Schneider M241 and larger, input areas of Yaskawa, 32-bit counters of Delta and Inovance.
import type { Words } from '../driver.ts'
import type { Area } from './address.ts'

/**
 * A run of numbers with one name. `from`, `to`: first and last number; `start`: protocol address of the first one.
 * `digits`: how the number is written; default decimal. `form`: with `wordBit` an address names a bit of a word, such as
 * X0.15; with `hexBit` the last digit is the bit of the word, 0 to F. `registers`: of one number; default 1.
 */
export type ProfileArea = {
  name: string
  from: number
  to: number
  area: Area
  start: number
  digits?: 'octal' | 'hex'
  form?: 'wordBit' | 'hexBit'
  registers?: 2
}

type Profile = { names: Words; source: string; examples: readonly string[]; areas: readonly ProfileArea[] }

type Row = [name: string, from: number, to: number, start: number]

const rowsOf =
  (area: Area, more: Partial<ProfileArea> = {}) =>
  (...rows: Row[]): ProfileArea[] =>
    rows.map(([name, from, to, start]) => ({ name, from, to, area, start, ...more }))

const coils = rowsOf('C')
const octalCoils = rowsOf('C', { digits: 'octal' })
const octalInputs = rowsOf('D', { digits: 'octal' })
const registers = rowsOf('H')

const words = (en: string, zh = en): Words => ({ en, 'zh-cn': zh })

export const profileKeys = [
  'delta-dvp',
  'delta-as',
  'inovance-h3u',
  'inovance-h5u',
  'xinje-xc',
  'xinje-xd',
  'fatek',
  'yaskawa-mp',
  'yaskawa-drive',
  'schneider-m',
] as const
export type ProfileKey = (typeof profileKeys)[number]

export const profiles: Readonly<Record<ProfileKey, Profile>> = {
  'delta-dvp': {
    names: words('Delta DVP', '台达 DVP'),
    source: 'Delta DVP-ES2/EX2/SS2/SA2/SX2/SE manual, 4.4 PLC Device Address',
    examples: ['D100', 'M0', 'X17', 'Y0', 'T5', 'C10', 'S20', 'D100.5'],
    areas: [
      ...coils(
        ['S', 0, 1023, 0x0000],
        ['T', 0, 255, 0x0600],
        ['M', 0, 1535, 0x0800],
        ['M', 1536, 4095, 0xb000],
        ['C', 0, 199, 0x0e00],
        ['C', 200, 255, 0x0ec8],
      ),
      ...octalInputs(['X', 0, 0o377, 0x0400]),
      ...octalCoils(['Y', 0, 0o377, 0x0500]),
      ...registers(['T', 0, 255, 0x0600], ['C', 0, 199, 0x0e00], ['D', 0, 4095, 0x1000], ['D', 4096, 11_999, 0x9000]),
    ],
  },
  'delta-as': {
    names: words('Delta AS', '台达 AS'),
    source: 'HslCommunication, DeltaASHelper (addresses); VTScada, Delta driver addressing (ranges)',
    examples: ['D100', 'M0', 'X0.15', 'Y0.5', 'X0', 'T5', 'C10', 'SR100', 'D100.5'],
    areas: [
      ...coils(
        ['M', 0, 8191, 0x0000],
        ['SM', 0, 4095, 0x4000],
        ['S', 0, 2047, 0x5000],
        ['T', 0, 511, 0xe000],
        ['C', 0, 511, 0xf000],
      ),
      ...rowsOf('D', { form: 'wordBit' })(['X', 0, 63, 0x6000]),
      ...rowsOf('C', { form: 'wordBit' })(['Y', 0, 63, 0xa000]),
      ...rowsOf('I')(['X', 0, 63, 0x8000]),
      ...registers(
        ['Y', 0, 63, 0xa000],
        ['D', 0, 32_767, 0x0000],
        ['SR', 0, 2047, 0xc000],
        ['T', 0, 511, 0xe000],
        ['C', 0, 511, 0xf000],
      ),
    ],
  },
  'inovance-h3u': {
    names: words('Inovance H3U', '汇川 H3U'),
    source: 'HslCommunication, InovanceHelper',
    examples: ['D100', 'M0', 'X17', 'Y0', 'S20', 'T5', 'C10', 'R100', 'SD10'],
    areas: [
      ...coils(
        ['M', 0, 8511, 0x0000],
        ['SM', 0, 1023, 0x2400],
        ['S', 0, 4095, 0xe000],
        ['T', 0, 511, 0xf000],
        ['C', 0, 255, 0xf400],
      ),
      ...octalCoils(['X', 0, 0o377, 0xf800], ['Y', 0, 0o377, 0xfc00]),
      ...registers(
        ['D', 0, 8511, 0x0000],
        ['SD', 0, 1023, 0x2400],
        ['R', 0, 32_767, 0x3000],
        ['T', 0, 511, 0xf000],
        ['C', 0, 199, 0xf400],
      ),
    ],
  },
  'inovance-h5u': {
    names: words('Inovance H5U, Easy', '汇川 H5U、Easy'),
    source: 'Neuron documentation, Inovance Modbus TCP; HslCommunication, InovanceHelper',
    examples: ['D100', 'M0', 'B10', 'X17', 'Y0', 'S20', 'R100'],
    areas: [
      ...coils(['M', 0, 7999, 0x0000], ['B', 0, 32_767, 0x3000], ['S', 0, 4095, 0xe000]),
      ...octalCoils(['X', 0, 0o1777, 0xf800], ['Y', 0, 0o1777, 0xfc00]),
      ...registers(['D', 0, 7999, 0x0000], ['R', 0, 32_767, 0x3000]),
    ],
  },
  'xinje-xc': {
    names: words('Xinje XC', '信捷 XC'),
    source: 'Neuron documentation, XINJE Modbus RTU, after the tables of Xinje; Xinje XMP2-32 manual, 3-4-3 (coils)',
    examples: ['D100', 'M0', 'X17', 'Y0', 'S20', 'T5', 'TD5', 'FD100'],
    areas: [
      ...coils(
        ['M', 0, 7999, 0x0000],
        ['S', 0, 1023, 0x5000],
        ['M', 8000, 8511, 0x6000],
        ['T', 0, 618, 0x6400],
        ['C', 0, 634, 0x6c00],
      ),
      ...octalCoils(['X', 0, 0o1037, 0x4000], ['Y', 0, 0o1037, 0x4800]),
      ...registers(
        ['D', 0, 7999, 0x0000],
        ['TD', 0, 618, 0x3000],
        ['CD', 0, 634, 0x3800],
        ['D', 8000, 8511, 0x4000],
        ['FD', 0, 5000, 0x4800],
        ['FD', 8000, 8511, 0x6800],
        ['ED', 0, 36_863, 0x7000],
      ),
    ],
  },
  'xinje-xd': {
    names: words('Xinje XD, XL', '信捷 XD、XL'),
    source: 'Xinje XD manual, pages 253-254; Neuron documentation, XINJE Modbus RTU, after the tables of Xinje',
    examples: ['D100', 'HD10', 'M0', 'X17', 'Y0', 'X10000', 'SM0', 'TD5'],
    areas: [
      ...coils(
        ['M', 0, 20_479, 0x0000],
        ['S', 0, 7999, 0x7000],
        ['SM', 0, 4095, 0x9000],
        ['T', 0, 4095, 0xa000],
        ['C', 0, 4095, 0xb000],
        ['ET', 0, 39, 0xc000],
        ['SEM', 0, 127, 0xc080],
        ['HM', 0, 6143, 0xc100],
        ['HS', 0, 999, 0xd900],
        ['HT', 0, 1023, 0xe100],
        ['HC', 0, 1023, 0xe500],
        ['HSC', 0, 39, 0xe900],
      ),
      ...octalCoils(
        ['X', 0, 0o77, 0x5000],
        ['X', 0o10000, 0o11777, 0x5100],
        ['X', 0o20000, 0o20177, 0x58d0],
        ['X', 0o30000, 0o30077, 0x5bf0],
        ['Y', 0, 0o77, 0x6000],
        ['Y', 0o10000, 0o11777, 0x6100],
        ['Y', 0o20000, 0o20177, 0x68d0],
        ['Y', 0o30000, 0o30077, 0x6bf0],
      ),
      ...registers(
        ['D', 0, 20_479, 0x0000],
        ['ID', 0, 99, 0x5000],
        ['ID', 10_000, 11_599, 0x5100],
        ['ID', 20_000, 20_199, 0x58d0],
        ['ID', 30_000, 30_099, 0x5bf0],
        ['QD', 0, 99, 0x6000],
        ['QD', 10_000, 11_599, 0x6100],
        ['QD', 20_000, 20_199, 0x68d0],
        ['QD', 30_000, 30_099, 0x6bf0],
        ['SD', 0, 4095, 0x7000],
        ['TD', 0, 4095, 0x8000],
        ['CD', 0, 4095, 0x9000],
        ['ETD', 0, 39, 0xa000],
        ['HD', 0, 6143, 0xa080],
        ['HSD', 0, 1023, 0xb880],
        ['HTD', 0, 1023, 0xbc80],
        ['HCD', 0, 1023, 0xc080],
        ['HSCD', 0, 39, 0xc480],
        ['FD', 0, 8191, 0xc4c0],
        ['SFD', 0, 4095, 0xe4c0],
        ['FS', 0, 47, 0xf4c0],
      ),
    ],
  },
  fatek: {
    names: words('Fatek FBs', '永宏 FBs'),
    source: 'Fatek FBs-PLC manual, page 13-48, address mapping between Modbus and Fatek',
    examples: ['R100', 'D10', 'M0', 'X0', 'Y0', 'S20', 'T5', 'C10', 'C200'],
    areas: [
      ...coils(
        ['Y', 0, 255, 0],
        ['X', 0, 255, 1000],
        ['M', 0, 2001, 2000],
        ['S', 0, 999, 6000],
        ['T', 0, 255, 9000],
        ['C', 0, 255, 9500],
      ),
      ...registers(
        ['R', 0, 4167, 0],
        ['R', 5000, 5998, 5000],
        ['D', 0, 2998, 6000],
        ['T', 0, 255, 9000],
        ['C', 0, 199, 9500],
      ),
      ...rowsOf('H', { registers: 2 })(['C', 200, 255, 9700]),
    ],
  },
  'yaskawa-mp': {
    names: words('Yaskawa MP900/2000/3000', '安川 MP900/2000/3000'),
    source: 'Yaskawa MP940 manual, table 4.2; MP900 MPLOGGER manual, A.1.3 (MB, MW)',
    examples: ['MW00100', 'MB001005', 'MB00100F', 'MW00100.5'],
    areas: [...registers(['MW', 0, 65_534, 0]), ...rowsOf('C', { form: 'hexBit' })(['MB', 0, 4095, 0])],
  },
  'yaskawa-drive': {
    names: words('Yaskawa drives', '安川变频器'),
    source: 'Yaskawa A1000 technical manual, C.9 MEMOBUS/Modbus Data Table',
    examples: ['0002H', '0031H', '002CH.0'],
    areas: rowsOf('H', { digits: 'hex' })(['', 0, 0xffff, 0]),
  },
  'schneider-m': {
    names: words('Schneider M221, M340', '施耐德 M221、M340'),
    source: 'Schneider Electric FAQ FA249614, Modbus function codes of an M221',
    examples: ['%MW100', '%M0', '%MW100:X5'],
    areas: [...coils(['%M', 0, 65_535, 0]), ...registers(['%MW', 0, 65_535, 0])],
  },
}
