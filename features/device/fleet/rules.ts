// Names of copies. Pure.

const number = /\{(n{1,6})\}/g

export const hasNumber = (pattern: string): boolean => /\{n{1,6}\}/.test(pattern)

/** Name of a copy: `{n}` becomes its number, `{nnn}` the number with at least three digits. */
const nameOf = (pattern: string, at: number): string =>
  pattern.replace(number, (_, digits: string) => String(at).padStart(digits.length, '0'))

export const namesOf = (pattern: string, first: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => nameOf(pattern, first + index))
