// Guards texts in spreadsheets: one that starts like a formula would be executed, and a value comes from a PLC, a title
// from any user. An apostrophe before it makes it a text again.
// Full-width signs count as formula signs in Chinese and Japanese versions, and some programs skip blanks before a
// sign. Where the comma is the decimal sign, cells are separated by `;` and rows by line ends even within quotes, so a
// quote counts as another skipped character.

const signs = '[=+\\-@＝＋－＠]'
const blanks = '[ "\\u00a0\\u2000-\\u200b\\u3000\\ufeff]*'
const beginning = '(^|[;\\t\\r\\n])'
const unsafe = new RegExp(`${beginning}(?='*${blanks}${signs})`, 'g')
const guarded = new RegExp(`${beginning}'(?='*${blanks}${signs})`, 'g')
/** A whole number beyond 2^53 is sent as its digits. */
const number = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i

/** The text, made safe for a cell of a spreadsheet. */
export function guardText(text: string): string {
  if (number.test(text)) return text
  const safe = text.replace(unsafe, "$1'")
  return /^'*[\t\r\n]/.test(safe) ? `'${safe}` : safe
}

/** Reverses `guardText`. */
export function unguardText(cell: string): string {
  const bare = /^'+[\t\r\n]/.test(cell) ? cell.slice(1) : cell
  return bare.replace(guarded, '$1')
}
