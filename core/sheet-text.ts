// A text on its way into a spreadsheet, where one that begins like a formula would be run as one: a value comes from a
// PLC, a title from anybody. An apostrophe before it makes it a text again.
//
// Full-width signs count where Chinese and Japanese are spoken, blanks before a sign are skipped by some, and where the
// comma is the decimal sign cells are parted at `;`, and rows at a line's end, within quotes too: there a quote is no
// more than another sign that is skipped.

const signs = '[=+\\-@＝＋－＠]'
const blanks = '[ "\\u00a0\\u2000-\\u200b\\u3000\\ufeff]*'
const beginning = '(^|[;\\t\\r\\n])'
const unsafe = new RegExp(`${beginning}(?='*${blanks}${signs})`, 'g')
const guarded = new RegExp(`${beginning}'(?='*${blanks}${signs})`, 'g')
/** A whole number beyond 2^53 travels as its digits. */
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The text as a cell may hold it. */
export function guardText(text: string): string {
  if (number.test(text)) return text
  const safe = text.replace(unsafe, "$1'")
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

/** What `guardText` made of a text, as it was. */
export function unguardText(cell: string): string {
  const bare = /^'+[\t\r\n]/.test(cell) ? cell.slice(1) : cell
  return bare.replace(guarded, '$1')
}
