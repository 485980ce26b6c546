// Punctuation between words that are put together in code: half-width in English, full-width in Chinese.
import type { Language } from '../contract/errors.ts'
import { language } from './language.ts'

/** Joins words in a list: `a, b` or `a、b`. On the server the caller's language is used. */
export const joined = (words: readonly string[], lng: Language = language()): string =>
  words.join(lng === 'en' ? ', ' : '、')

/** Parts that may contain commas: `a, b; c` or `a、b；c`. */
export const joinedParts = (parts: readonly string[], lng: Language = language()): string =>
  parts.join(lng === 'en' ? '; ' : '；')

/** A word with a note, such as a code or a unit: `bad (1715)` or `异常（1715）`. */
export const noted = (word: string, note: string | number, lng: Language = language()): string =>
  lng === 'en' ? `${word} (${note})` : `${word}（${note}）`

/** Joins a heading and its content: `a: b` or `a：b`. */
export const headed = (heading: string, content: string, lng: Language = language()): string =>
  `${heading}${lng === 'en' ? ': ' : '：'}${content}`
