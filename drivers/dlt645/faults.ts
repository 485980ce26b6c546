// Converts error answers of a meter to codes of contract/errors.
import { DriverFault } from '../driver.ts'
import type { Standard } from './catalogue.ts'

type Meaning = [bit: number, code: 1715 | 1718 | 1720 | 1721 | 1745, words: string]

/** The error byte of DL/T 645-2007, 7.1; the most specific bit comes first. */
const meanings2007: readonly Meaning[] = [
  [2, 1745, 'wrong password or no permission'],
  [1, 1715, 'the meter has no such data'],
  [3, 1720, 'the baud rate cannot be changed'],
  [4, 1718, 'too many time zones of the year'],
  [5, 1718, 'too many periods of the day'],
  [6, 1718, 'too many tariffs'],
  [0, 1721, 'other error'],
]

/** The error byte of DL/T 645-1997: bit 0 is illegal data there, bit 1 a wrong data identifier. */
const meanings1997: readonly Meaning[] = [
  [2, 1745, 'wrong password'],
  [1, 1715, 'the meter has no such data identifier'],
  [4, 1718, 'too many time zones of the year'],
  [5, 1718, 'too many periods of the day'],
  [6, 1718, 'too many tariffs'],
  [0, 1718, 'illegal data'],
]

/** The fault of an error answer; without an error byte 1721. */
export function errorFault(data: Uint8Array, standard: Standard): DriverFault {
  const byte = data[0] ?? 0
  const meanings = standard === '1997' ? meanings1997 : meanings2007
  const found = meanings.filter(([bit]) => ((byte >> bit) & 1) === 1)
  const words = found.map(([, , each]) => each).join(', ') || 'unknown error'
  return new DriverFault(
    found[0]?.[1] ?? 1721,
    `meter error ${byte.toString(16).toUpperCase().padStart(2, '0')}: ${words}`,
  )
}
