// Frames of MEWTOCOL-COM: % or <, station, # for a command, $ for an answer or ! for an error, text, check sum, carriage
// return.
import { randomInt } from 'node:crypto'
import type { FirstFrame, LineProtocol, LineText, UnitFrame } from '../marked-line.ts'

/** Code of an answer that reports an error; its text is the error code. */
export const errorCode = '!'

// A marker reads seven contacts (RCP): the relay that is always on and the one that is always off, in the pattern of a number.
// The answer is that pattern; no other command that is used has an answer of seven digits.
const alwaysOn = 'R9010'
const alwaysOff = 'R9011'
const markerStart = 'P7'
const patternBits = 7
let markers = randomInt(1 << patternBits)

function nextMarker(): LineText {
  markers = (markers + 1) % (1 << patternBits)
  const pattern = markers.toString(2).padStart(patternBits, '0')
  const contacts = [...pattern].map((bit) => (bit === '1' ? alwaysOn : alwaysOff))
  return { code: 'RC', text: markerStart + contacts.join('') }
}

/** The answer to a marker. */
const patternOf = ({ text }: LineText): string =>
  text.slice(markerStart.length).replaceAll(alwaysOn, '1').replaceAll(alwaysOff, '0')

/** The check sum of the characters of a frame before it: exclusive or, in hexadecimal. */
function checkSumOf(characters: string): string {
  let sum = 0
  for (let index = 0; index < characters.length; index++) sum ^= characters.charCodeAt(index)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

const stationOf = (unit: number): string => (unit === 0 ? 'EE' : String(unit).padStart(2, '0'))

const maxLength = 2100
const answerForm = /^[%<](\d\d|EE)(?:\$([A-Z]{2})|(!))([\dA-F]*)([\dA-F]{2})$/
// A command: our own, on a line that returns it.
const commandForm = /^[%<](?:\d\d|EE)#/

/** The first frame in received characters; nothing while none is complete. Commands are skipped. */
function firstFrame(received: string): FirstFrame | undefined {
  const end = received.indexOf('\r')
  if (end < 0) return received.length > maxLength ? { damaged: true, rest: '' } : undefined
  const rest = received.slice(end + 1)
  const start = Math.max(received.lastIndexOf('%', end), received.lastIndexOf('<', end))
  if (start < 0) return { damaged: true, rest }
  const characters = received.slice(start, end)
  const isWhole = checkSumOf(characters.slice(0, -2)) === characters.slice(-2)
  if (isWhole && commandForm.test(characters)) return { damaged: start > 0, rest }
  const [, station, code, error, text] = (isWhole && answerForm.exec(characters)) || []
  if (station === undefined) return { damaged: true, rest }
  const unit = station === 'EE' ? 0 : Number(station)
  return { frame: { unit, code: code ?? error!, text: text! }, damaged: start > 0, rest }
}

const protocolWith = (header: string): LineProtocol => ({
  written: ({ unit, code, text }: UnitFrame) => {
    const start = `${header}${stationOf(unit)}#${code}${text}`
    return `${start}${checkSumOf(start)}\r`
  },
  first: firstFrame,
  marker: nextMarker,
  isMarked: ({ code, text }, marker) => code === marker.code && text === patternOf(marker),
  answers: ({ code }, request) => code === request.code || code === errorCode,
})

export const mewtocolProtocols = { standard: protocolWith('%'), extended: protocolWith('<') }
