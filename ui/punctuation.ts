// Punctuation between words that are put together in code: half-width in English, full-width in Chinese.
import type { Language } from '../contract/errors.ts'
import { language } from './language.ts'

/** `a, b` or `a、b`. On the server, the language is that of the caller. */
export const joinWords = (words: readonly string[], lng: Language = language()): string =>
  words.join(lng === 'en' ? ', ' : '、')

/** Parts that may contain commas: `a, b; c` or `a、b；c`. */
export const joinParts = (parts: readonly string[], lng: Language = language()): string =>
  parts.join(lng === 'en' ? '; ' : '；')

/** A word with a note, such as a code or a unit: `bad (1715)` or `异常（1715）`. */
export const withNote = (word: string, note: string | number, lng: Language = language()): string =>
  lng === 'en' ? `${word} (${note})` : `${word}（${note}）`

/** A heading and what it introduces: `a: b` or `a：b`. */
export const withHeading = (heading: string, content: string, lng: Language = language()): string =>
  `${heading}${lng === 'en' ? ': ' : '：'}${content}`

/** Stands for a name while the text around it is written; no stored text contains it. */
const nameMark = '\0'

/**
 * Inserts a name in either script, without a space between two Chinese characters at its ends: `井液位高于 4.5 m`. The name
 * itself stays as the user entered it. `write`: returns the text with a mark in place of the name.
 */
export function withName(name: string, write: (mark: string) => string): string {
  const [first = '', ...others] = write(nameMark).split(nameMark)
  return others.reduce((before, after) => joinHan(joinHan(before, name), after), first)
}

function joinHan(before: string, after: string): string {
  const isBetweenHan = /\p{Script=Han} ?$/u.test(before) && /^ ?\p{Script=Han}/u.test(after)
  return isBetweenHan ? before.replace(/ $/, '') + after.replace(/^ /, '') : before + after
}

/** Lines in one: with a space between them, but not after a full-width mark. */
export const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replace(/(?<=[。！？；：，]) /g, '')

/** A text as a sentence: with a full stop, unless it ends with a mark of its own. */
export const sentenceOf = (text: string, lng: Language = language()): string =>
  /[.!?…。！？]$/.test(text) ? text : `${text}${lng === 'en' ? '.' : '。'}`
