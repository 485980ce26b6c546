// The reserved words of a formula, and their meaning for the parser.

/** Maximum nesting of brackets, number of words, and length of a word in an error. */
export const formulaBudget = { depth: 32, words: 1000, wordShown: 40 } as const

export const spellings: Record<string, string> = {
  '=': '==',
  '<>': '!=',
  '≠': '!=',
  '≥': '>=',
  '≤': '<=',
  '×': '*',
  '÷': '/',
}
export const operators = ['**', '==', '!=', '<=', '>=', '<>', '&&', '||', ...'+-*/%<>=!?:≠≥≤×÷']
/** Operators written as words. */
export const wordOperators: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
])
export const constants: ReadonlyMap<string, number | boolean> = new Map<string, number | boolean>([
  ['true', true],
  ['false', false],
  ['pi', Math.PI],
])

export const space = /[ \t\r\n\u00a0\u3000]+/y
export const reference = /\$\{[ \u3000]*(\d{1,10})[ \u3000]*\.[ \u3000]*(\d{1,10})[ \u3000]*\}/y
export const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,3})?/y
export const wordLetters = /[\p{L}_$][\p{L}\p{N}_$]*/uy
const maxId = 2_147_483_647
export const isId = (id: number): boolean => id >= 1 && id <= maxId
const quotes: Record<string, string> = { '"': '"', "'": "'", '“': '”', '‘': '’' }

/** Replaces full-width letters, digits and signs one for one, so that positions stay the same. */
export const narrow = (text: string) =>
  text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

/**
 * The quote that ends a quoted text starting at `at`, or undefined if none starts there. `plain` is the narrowed text.
 */
export const quoteAt = (text: string, plain: string, at: number): string | undefined =>
  quotes[text[at]!] ?? quotes[plain[at]!]

/** The end of a quoted text: the first matching quote from `from` on, or the end of the text. */
export function endOfText(text: string, plain: string, quote: string, from: number): number {
  const ends = narrow(quote)
  let end = from
  while (end < text.length && text[end] !== quote && plain[end] !== ends) end++
  return end
}
