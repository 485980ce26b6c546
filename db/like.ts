// Search words as a LIKE pattern: wild cards in them match literally.

/** The words with `%`, `_` and `\` escaped. */
export const literal = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** A pattern that matches any text with these words in it. */
export const contains = (words: string): string => `%${literal(words)}%`
