// The language a browser starts in, and its base language.
import type { Language } from '../contract/errors.ts'

/** The language of the server's texts and of texts that a language file lacks: every file is based on English. */
export const baseOf = (code: string): Language => (code === 'zh-cn' ? code : 'en')

/**
 * The stored choice, else the first of the browser's languages that the platform has, else Chinese. `files` are the codes of
 * the language files, such as `de`; each is also the choice for its variants, such as `de-AT`.
 */
export function firstLanguage(stored: string | null, wished: readonly string[], files: readonly string[] = []): string {
  if (stored && ['en', 'zh-cn', ...files].includes(stored)) return stored
  for (const tag of wished) {
    const file = files.find((code) => `${tag}-`.toLowerCase().startsWith(`${code}-`))
    if (file) return file
    if (/^zh\b/i.test(tag)) return 'zh-cn'
    if (/^en\b/i.test(tag)) return 'en'
  }
  return 'zh-cn'
}

/** The languages of the browser; empty on a server, which has no reader. */
export const browserLanguages = (): readonly string[] =>
  typeof window === 'undefined' ? [] : window.navigator.languages
