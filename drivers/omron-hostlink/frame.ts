// Frames of Host Link (W342, section 4): @, unit, header code, text, check sum, asterisk, carriage return.
import { randomBytes } from 'node:crypto'
import type { FirstFrame, LineProtocol, UnitFrame } from '../marked-line.ts'

// Distinguishes these markers from those of an earlier process, whose answers can still arrive.
const markerStart = randomBytes(4).toString('hex').toUpperCase()
let markers = 0
// The command that returns its text.
const markerCode = 'TS'
/** Code of the answer to a command that the PLC does not know. */
export const unknownCode = 'IC'

/** Codes have two letters. Each marker has a new text, which is returned once. */
export const hostLinkProtocol: LineProtocol = {
  written: writtenFrame,
  first: firstFrame,
  marker: () => ({ code: markerCode, text: `${markerStart}${(++markers).toString(36).toUpperCase()}` }),
  isMarked: ({ code, text }, marker) => code === marker.code && text === marker.text,
  answers: ({ code }, request) => code === request.code || code === unknownCode,
}

/** The check sum of the characters of a frame before it: exclusive or, in hexadecimal. */
function checkSumOf(characters: string): string {
  let sum = 0
  for (let index = 0; index < characters.length; index++) sum ^= characters.charCodeAt(index)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** The characters of a frame. */
export function writtenFrame({ unit, code, text }: UnitFrame): string {
  const start = `@${String(unit).padStart(2, '0')}${code}${text}`
  return `${start}${checkSumOf(start)}*\r`
}

// Longer than the longest frame, an answer of 269 words by FINS.
const maxLength = 1200
const form = /^@(\d\d)([A-Z]{2})([^@\r]*)([\dA-F]{2})\*$/

/** The first frame in received characters; nothing while none is complete. */
export function firstFrame(received: string): FirstFrame | undefined {
  const end = received.indexOf('\r')
  if (end < 0) return received.length > maxLength ? { damaged: true, rest: '' } : undefined
  const rest = received.slice(end + 1)
  const start = received.lastIndexOf('@', end)
  const found = start < 0 ? null : form.exec(received.slice(start, end))
  const [whole, unit, code, text, sum] = found ?? []
  if (!whole || checkSumOf(whole.slice(0, -3)) !== sum) return { damaged: true, rest }
  return { frame: { unit: Number(unit), code: code!, text: text! }, damaged: start > 0, rest }
}
