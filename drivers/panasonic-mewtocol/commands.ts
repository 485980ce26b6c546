// The commands of MEWTOCOL-COM that read and write areas, and the data of their answers. Pure.
import { DriverFault, type Span } from '../driver.ts'
import { garbledFault, type LineText } from '../marked-line.ts'
import type { LineCommands, LineJob } from '../marked-session.ts'
import { areaOf, isBitArea } from './address.ts'
import { mewtocolFault } from './faults.ts'
import { errorCode } from './frame.ts'
import type { MewtocolParams } from './params.ts'

const readOnly = 1717
const incomplete = 1719

/** The words that contain a span: of contacts the words of 16, elsewhere itself. */
function wordsOf({ area, start, count }: Span): { first: number; last: number } {
  if (!isBitArea(area)) return { first: start, last: start + count - 1 }
  return { first: start >> 4, last: (start + count - 1) >> 4 }
}

/** Code and text of a command on a span: its verb R or W, the area, first and last word. */
function commandOf(verb: 'R' | 'W', span: Span, data = ''): LineText {
  const { code, digits } = areaOf(span.area)
  const { first, last } = wordsOf(span)
  // Contacts have three letters, such as RCCR; the answer repeats two.
  const whole = code.startsWith('C') ? `${verb}CC${code[1]}` : verb + code
  const number = (value: number): string => String(value).padStart(digits, '0')
  return { code: whole.slice(0, 2), text: whole.slice(2) + number(first) + number(last) + data }
}

function swapped(bytes: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) out[index] = bytes[index ^ 1]!
  return out
}

const jobOf = <T>(request: LineText, result: (text: string) => T): LineJob<T> => ({
  request,
  result: ({ code, text }) => {
    if (code === errorCode) throw mewtocolFault(text)
    return result(text)
  },
})

/** Answers to writes have no data. */
const writeJob = (request: LineText): LineJob<void> =>
  jobOf(request, (text) => {
    if (text !== '') throw garbledFault('an answer to a write with data')
  })

/** The bytes of a span: words with the high byte first, on the wire it is second; a byte per contact. */
function dataOf(text: string, span: Span): Uint8Array {
  const { first, last } = wordsOf(span)
  const expected = (last - first + 1) * 4
  if (text.length !== expected)
    throw new DriverFault(incomplete, `${text.length} characters of data instead of ${expected}`)
  const words = swapped(Buffer.from(text, 'hex'))
  if (!isBitArea(span.area)) return words
  return Uint8Array.from({ length: span.count }, (_, index) => {
    const at = span.start + index - first * 16
    return (words[(at >> 4) * 2 + ((at & 15) > 7 ? 0 : 1)]! >> (at & 7)) & 1
  })
}

// Commands on single contacts have three digits of the word.
const lastSingle = 999

export const mewtocolCommands: LineCommands<MewtocolParams> = {
  read: (span) => jobOf(commandOf('R', span), (text) => dataOf(text, span)),
  write: (span, bytes) => {
    if (areaOf(span.area).isReadOnly) throw new DriverFault(readOnly, `${span.area} is read-only`)
    return writeJob(commandOf('W', span, Buffer.from(swapped(bytes)).toString('hex').toUpperCase()))
  },
  writeBit: ({ area, start, bit, on }) => {
    if (!/^[YRL]$/.test(area) || start > lastSingle) return undefined
    const place = area + String(start).padStart(3, '0') + bit.toString(16).toUpperCase()
    return writeJob({ code: 'WC', text: `S${place}${on ? 1 : 0}` })
  },
}
