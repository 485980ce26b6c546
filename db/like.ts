// Search words as a LIKE pattern: wild cards in them match literally.

/** The words with `%`, `_` and `\` escaped. */
export const literal = (words: string): string => words.replace(/[\\%_]/g, '\\$&')

/** A LIKE pattern for texts that contain these words. */
export const contains = (words: string): string => `%${literal(words)}%`
