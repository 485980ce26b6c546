// Cuts a text to a length. Pure.

/** The first `length` UTF-16 units of a text; a surrogate pair is not split. */
export const cutTo = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
