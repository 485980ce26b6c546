// A colour in the parts of the picker: six hex digits and an alpha of 0 to 100. [S9 alpha 0-100] Pure.
type ColourParts = { hex: string; alpha: number }

/** Filters the input of the hex box: at most six hex digits. [S5 Colour picker] */
export const hexDigits = (typed: string): string => typed.replace(/[^0-9a-f]/gi, '').slice(0, 6)

/** Completes hex digits to six: three are doubled, an empty text is white, others are filled up with zeros. */
export function fullHex(typed: string): string {
  const digits = hexDigits(typed).toLowerCase()
  if (digits === '') return 'ffffff'
  if (digits.length === 3) return [...digits].map((digit) => digit + digit).join('')
  return digits.padEnd(6, '0')
}

const pair = (of: number): string => Math.round(of).toString(16).padStart(2, '0')
const clamp = (of: number, most: number): number => Math.min(most, Math.max(0, of))

export function colourText({ hex, alpha }: ColourParts): string {
  const whole = `#${fullHex(hex)}`
  return alpha >= 100 ? whole : whole + pair((clamp(alpha, 100) / 100) * 255)
}

/** The parts of a stored colour; undefined for a shade, a named colour, or none. */
export function colourParts(stored: string): ColourParts | undefined {
  const hex = /^#(?:([0-9a-f]{3,4})|([0-9a-f]{6})([0-9a-f]{2})?)$/i.exec(stored)
  if (hex) {
    const [, short = '', long = '', alpha = ''] = hex
    const four = alpha || (short.length === 4 ? short[3]!.repeat(2) : 'ff')
    return { hex: fullHex(long || short.slice(0, 3)), alpha: Math.round((Number.parseInt(four, 16) / 255) * 100) }
  }
  const rgb = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)$/i.exec(stored)
  if (!rgb) return undefined
  const [, red, green, blue, part = '1', percent = ''] = rgb
  const digits = [red, green, blue].map((each) => pair(clamp(Number(each), 255))).join('')
  return { hex: digits, alpha: Math.round(clamp(percent ? Number(part) : Number(part) * 100, 100)) }
}

/** Length of the history of colours. [S9 colour history 20] */
const mostRecent = 20

/** Puts a colour in front of the list, without duplicates. */
export const withRecent = (recent: readonly string[], colour: string): string[] =>
  [colour, ...recent.filter((each) => each !== colour)].slice(0, mostRecent)

/** The stored list; empty if it is invalid. */
export function recentOf(kept: string | null): string[] {
  const colours = (kept ?? '').split(' ').filter((each) => colourParts(each) !== undefined)
  return [...new Set(colours)].slice(0, mostRecent)
}

/** The predefined colours in columns, each from dark to light: greys and nine hues. [S9 50 predefined] */
export const predefined: readonly string[] = [
  ...['171b20', '7a1f1f', '7a3d0c', '6b5300', '3a5a1c', '1c5a4f', '14506b', '1b3f70', '3f3576', '652c5f'],
  ...['535d68', 'a82a2a', 'a9500a', '8f6f00', '4f7a26', '26786a', '1c6c91', '1d5fa8', '5a4ca3', '8a3d82'],
  ...['8a939d', 'c62828', 'd9730d', 'b08900', '6b9c3a', '3b7f78', '2f8db8', '3f82cc', '7a78b8', '8a5a9e'],
  ...['c3c9d0', 'e57373', 'f0a35a', 'd8bd4a', '9dc273', '7dbcb3', '7fbfdc', '86b4e6', 'aaa7dc', 'c08cd6'],
  ...['ffffff', 'fbeaea', 'fdf0e3', 'faf4dc', 'eaf3df', 'e0f0ed', 'e0f0f7', 'e7eff8', 'ecebf7', 'f4e8f6'],
].map((hex) => `#${hex}`)
