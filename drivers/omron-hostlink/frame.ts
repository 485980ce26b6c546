// Frames of Host Link (W342, section 4): @, unit, header code, text, check sum, asterisk, carriage return. Pure.

/** `unit`: 0-31. `code`: two letters. */
export type Frame = { unit: number; code: string; text: string }

/** The check sum of the characters of a frame before it: exclusive or, in hexadecimal. */
function checkSumOf(characters: string): string {
  let sum = 0
  for (let index = 0; index < characters.length; index++) sum ^= characters.charCodeAt(index)
  return sum.toString(16).toUpperCase().padStart(2, '0')
}

/** The characters of a frame. */
export function writtenFrame({ unit, code, text }: Frame): string {
  const start = `@${String(unit).padStart(2, '0')}${code}${text}`
  return `${start}${checkSumOf(start)}*\r`
}

// Longer than the longest frame, an answer of 269 words by FINS.
const maxLength = 1200
const form = /^@(\d\d)([A-Z]{2})([^@\r]*)([\dA-F]{2})\*$/

/**
 * The first frame in received characters, with the rest behind it. `damaged`: characters that are no frame, for example
 * with a wrong check sum. Nothing while no frame is complete.
 */
export function firstFrame(received: string): { frame?: Frame; damaged: boolean; rest: string } | undefined {
  const end = received.indexOf('\r')
  if (end < 0) return received.length > maxLength ? { damaged: true, rest: '' } : undefined
  const rest = received.slice(end + 1)
  const start = received.lastIndexOf('@', end)
  const found = start < 0 ? null : form.exec(received.slice(start, end))
  const [whole, unit, code, text, sum] = found ?? []
  if (!whole || checkSumOf(whole.slice(0, -3)) !== sum) return { damaged: true, rest }
  return { frame: { unit: Number(unit), code: code!, text: text! }, damaged: start > 0, rest }
}
