// The C-mode commands that read and write areas: RR, RD and the like (W342, section 4-3). Pure.
import { DriverFault, type Span } from '../driver.ts'
import { garbledFault, type LineText } from '../marked-line.ts'
import { isBitArea } from '../omron-fins/areas.ts'
import { hostLinkFault } from './faults.ts'

/** Second letter of the header code, and the largest number in four decimal digits that PLCs of C-mode have. */
const letters: Readonly<Record<string, [letter: string, last: number]>> = {
  CIO: ['R', 6143],
  H: ['H', 511],
  A: ['J', 959],
  D: ['D', 9999],
  T: ['C', 2047],
  C: ['C', 2047],
  TS: ['G', 2047],
  CS: ['G', 2047],
}
const bankForm = /^E([\dA-F]{1,2})_$/
const bank = { letter: 'E', last: 9999 }
// Counters have the numbers after those of timers.
const firstCounter = 2048

/** The largest number of an area; nothing for an area that C-mode cannot access. */
export const lastInCMode = (area: string): number | undefined => (bankForm.test(area) ? bank.last : letters[area]?.[1])

const four = (value: number): string => String(value).padStart(4, '0')

/** Letter and first number of a span. Throws 1715 for an area that C-mode cannot access. */
function placeOf({ area, start }: Span): { letter: string; place: string } {
  const [, number] = bankForm.exec(area) ?? []
  if (number !== undefined) return { letter: bank.letter, place: number.padStart(2, '0') + four(start) }
  const [letter] = letters[area] ?? []
  if (letter === undefined) throw new DriverFault(1715, `C-mode cannot access ${area}`)
  return { letter, place: four(area.startsWith('C') && area !== 'CIO' ? start + firstCounter : start) }
}

export function readRequest(span: Span): LineText {
  const { letter, place } = placeOf(span)
  return { code: `R${letter}`, text: place + four(span.count) }
}

/** `bytes`: words with the high byte first. */
export function writeRequest(span: Span, bytes: Uint8Array): LineText {
  const { letter, place } = placeOf(span)
  return { code: `W${letter}`, text: place + hexOf(bytes) }
}

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

/** Bytes of a text of hexadecimal digits. Throws 1712 for any other text. */
export function bytesIn(text: string): Uint8Array {
  if (!/^(?:[\dA-F]{2})*$/.test(text)) throw garbledFault('the data are not hexadecimal')
  return Buffer.from(text, 'hex')
}

/** The data after the end code of an answer. Throws the fault of the end code. */
export function dataOf(text: string): string {
  const end = text.slice(0, 2)
  if (end.length < 2) throw garbledFault('an answer without end code')
  if (end !== '00') throw hostLinkFault(end)
  return text.slice(2)
}

/**
 * The bytes of a span from the text of an answer: words with the high byte first, or a byte per flag. Throws the fault of
 * the end code, 1719 for another number of words, 1712 for anything else than data.
 */
export function readAnswer(text: string, { area, count }: Span): Uint8Array {
  const data = dataOf(text)
  const expected = isBitArea(area) ? count : count * 4
  if (data.length !== expected) throw new DriverFault(1719, `${data.length} characters of data instead of ${expected}`)
  if (!isBitArea(area)) return bytesIn(data)
  if (/[^01]/.test(data)) throw garbledFault('data that are no flags')
  return Uint8Array.from(data, Number)
}
