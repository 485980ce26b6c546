// The data identifiers of DL/T 645 with their formats, as in the tables of the standard. A row covers ranges of
// identifiers: `00 01 00-3F 00-0C` is the energy of each tariff, now and at the last 12 settlements. Sources: DL/T
// 645-2007, tables A.1 to A.5, and 645-1997, appendix A; each row of 2007 is compared with the tables of the
// package dlt645 (dlt645.test.ts). Formats are signed where the notes of the tables say so.
import { type Format, parseFormat } from './format.ts'

export type Standard = '2007' | '1997'

/**
 * `block`: position of the byte of the identifier, from 0, that selects a value of a block; FF selects all of them.
 * `more`: the format of a second value after the first one: the time of a maximum demand.
 */
type Row = { di: string; format: string; more?: string; block?: number; isWritable?: true }

/** Two hexadecimal digits. */
export const hexByte = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0')
const hexRange = (from: number, to: number): string => `${hexByte(from)}-${hexByte(to)}`

const rows2007: readonly Row[] = [
  // A.1 Energy, kWh, kvarh, kVAh. Combined energy may be negative.
  { di: '00 00 00-3F 00-0C', format: '-XXXXXX.XX', block: 2 },
  { di: '00 01-02 00-3F 00-0C', format: 'XXXXXX.XX', block: 2 },
  { di: '00 03-04 00-3F 00-0C', format: '-XXXXXX.XX', block: 2 },
  { di: '00 05-0A 00-3F 00-0C', format: 'XXXXXX.XX', block: 2 },
  // Energy of phases A, B and C: forward, reverse, combined reactive 1 and 2, four quadrants, apparent.
  ...[0x15, 0x29, 0x3d].flatMap((phase): Row[] => [
    { di: `00 ${hexRange(phase, phase + 1)} 00 00-0C`, format: 'XXXXXX.XX' },
    { di: `00 ${hexRange(phase + 2, phase + 3)} 00 00-0C`, format: '-XXXXXX.XX' },
    { di: `00 ${hexRange(phase + 4, phase + 9)} 00 00-0C`, format: 'XXXXXX.XX' },
  ]),
  // A.2 Maximum demand, kW, kvar, kVA, and its time.
  { di: '01 01-02 00-3F 00-0C', format: 'XX.XXXX', more: 'YYMMDDhhmm', block: 2 },
  { di: '01 03-04 00-3F 00-0C', format: '-XX.XXXX', more: 'YYMMDDhhmm', block: 2 },
  { di: '01 05-0A 00-3F 00-0C', format: 'XX.XXXX', more: 'YYMMDDhhmm', block: 2 },
  // A.3 Instantaneous values: V, A, kW, kvar, kVA, power factor, degrees, %.
  { di: '02 01 01-03 00', format: 'XXX.X', block: 2 },
  { di: '02 02 01-03 00', format: '-XXX.XXX', block: 2 },
  { di: '02 03 00-03 00', format: '-XX.XXXX', block: 2 },
  { di: '02 04 00-03 00', format: '-XX.XXXX', block: 2 },
  { di: '02 05 00-03 00', format: '-XX.XXXX', block: 2 },
  { di: '02 06 00-03 00', format: '-X.XXX', block: 2 },
  { di: '02 07 01-03 00', format: 'XXX.X', block: 2 },
  { di: '02 08 01-03 00', format: 'XX.XX', block: 2 },
  { di: '02 09 01-03 00', format: 'XX.XX', block: 2 },
  { di: '02 0A 01-03 01-15', format: 'XX.XX', block: 3 },
  { di: '02 0B 01-03 01-15', format: 'XX.XX', block: 3 },
  // Neutral current, frequency, mean power of a minute, demands, temperature, batteries, minutes of battery operation.
  { di: '02 80 00 01', format: '-XXX.XXX' },
  { di: '02 80 00 02', format: 'XX.XX' },
  { di: '02 80 00 03', format: '-XX.XXXX' },
  { di: '02 80 00 04-06', format: '-XX.XXXX' },
  { di: '02 80 00 07', format: '-XXX.X' },
  { di: '02 80 00 08-09', format: 'XX.XX' },
  { di: '02 80 00 0A', format: 'XXXXXXXX' },
  // A.5 Parameters.
  { di: '04 00 01 01', format: 'YYMMDDWW', isWritable: true },
  { di: '04 00 01 02', format: 'hhmmss', isWritable: true },
  { di: '04 00 01 03-04', format: 'NN', isWritable: true },
  { di: '04 00 01 05', format: 'XXXX', isWritable: true },
  { di: '04 00 01 06-07', format: 'YYMMDDhhmm', isWritable: true },
  { di: '04 00 02 01-04', format: 'NN' },
  { di: '04 00 02 05', format: 'NNNN' },
  { di: '04 00 02 06', format: 'NN' },
  { di: '04 00 03 01-05', format: 'NN', isWritable: true },
  { di: '04 00 04 01-02', format: 'NNNNNNNNNNNN' },
  { di: '04 00 04 03', format: 'A32' },
  { di: '04 00 04 04-06', format: 'A6' },
  { di: '04 00 04 07-08', format: 'A4' },
  { di: '04 00 04 09-0A', format: 'XXXXXX' },
  { di: '04 00 04 0B-0C', format: 'A10' },
  { di: '04 00 04 0D', format: 'A16' },
  { di: '04 00 05 01-07', format: 'B2', block: 3 },
  { di: '04 00 06 01-03', format: 'B1' },
  { di: '04 00 0B 01-03', format: 'NNNN', isWritable: true },
  { di: '04 00 0E 01-02', format: 'NN.NNNN', isWritable: true },
  { di: '04 00 0E 03-04', format: 'NNN.N', isWritable: true },
]

const rows1997: readonly Row[] = [
  // Active energy forward and reverse, reactive energy and its quadrants: now, last month, the month before.
  { di: '90 10-1E', format: 'XXXXXX.XX' },
  { di: '90 20-2E', format: 'XXXXXX.XX' },
  ...[1, 2, 3, 4, 5, 6].map((kind): Row => ({ di: `91 ${kind}0-${kind}E`, format: 'XXXXXX.XX' })),
  ...['94', '98'].flatMap((month): Row[] => [
    { di: `${month} 10-1E`, format: 'XXXXXX.XX' },
    { di: `${month} 20-2E`, format: 'XXXXXX.XX' },
  ]),
  // Maximum demand, and its time.
  { di: 'A0 10-1E', format: 'XX.XXXX' },
  { di: 'A0 20-2E', format: 'XX.XXXX' },
  { di: 'B0 10-1E', format: 'MMDDhhmm' },
  { di: 'B0 20-2E', format: 'MMDDhhmm' },
  // Instantaneous values: V, A, kW, kvar, power factor.
  { di: 'B6 11-13', format: 'XXX' },
  { di: 'B6 21-23', format: 'XX.XX' },
  { di: 'B6 30-33', format: 'XX.XXXX' },
  { di: 'B6 40-43', format: 'XX.XX' },
  { di: 'B6 50-53', format: 'X.XXX' },
  // Date, time, status, constants, numbers.
  { di: 'C0 10', format: 'YYMMDDWW' },
  { di: 'C0 11', format: 'hhmmss' },
  { di: 'C0 20-21', format: 'B1' },
  { di: 'C0 30-31', format: 'NNNNNN' },
  { di: 'C0 32-34', format: 'NNNNNNNNNNNN' },
  { di: 'C1 11-12', format: 'NN' },
]

/** A row with its identifier as ranges of bytes, highest byte first. */
export type Item = { row: Row; ranges: readonly (readonly [number, number])[]; format: Format; more?: Format }

function itemOf(row: Row): Item {
  const ranges = row.di.split(' ').map((part): [number, number] => {
    const [from, to = from] = part.split('-').map((each) => Number.parseInt(each, 16))
    return [from!, to!]
  })
  const more = row.more === undefined ? undefined : parseFormat(row.more)!
  return { row, ranges, format: parseFormat(row.format)!, ...(more && { more }) }
}

/** All rows of a standard. */
export const catalogue: Readonly<Record<Standard, readonly Item[]>> = {
  '2007': rows2007.map(itemOf),
  '1997': rows1997.map(itemOf),
}

/** The row of a data identifier, highest byte first; nothing if the standard has none. */
export const itemWith = (di: readonly number[], standard: Standard): Item | undefined =>
  catalogue[standard].find(({ ranges }) => ranges.every(([from, to], index) => di[index]! >= from && di[index]! <= to))
