// A person's search words as a LIKE pattern: their wild cards are letters.

/** The words with `%`, `_` and `\` as letters. */
export const literal = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** Matches whatever holds the words. */
export const contains = (words: string): string => `%${literal(words)}%`
