// A text cut to a length. Pure.

/** Its first letters: a sign of two halves is not cut in the middle. */
export const cutTo = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
