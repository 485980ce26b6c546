// The language a browser starts in.
import type { Language } from '../contract/errors.ts'

/** The stored choice, else the first of the browser's languages that the platform has, else Chinese. */
export function firstLanguage(stored: string | null, wished: readonly string[]): Language {
  if (stored === 'en' || stored === 'zh-cn') return stored
  for (const tag of wished) {
    if (/^zh\b/i.test(tag)) return 'zh-cn'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'zh-cn'
}

/** None outside a browser: a server has no reader's language. */
export const browserLanguages = (): readonly string[] =>
  typeof window === 'undefined' ? [] : window.navigator.languages
