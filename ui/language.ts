// The language of the screen: kept in `langs`, switched without a reload, announced by <html lang>.
import type { Language } from '../contract/errors.ts'
import { browserLanguages, firstLanguage } from './first-language.ts'
import { keep, readKept } from './kept.ts'
import { createStore, useStore } from './store.ts'

const kept = 'langs'

export const languages = [
  { value: 'zh-cn', label: '中文', short: '中', html: 'zh-CN' },
  { value: 'en', label: 'English', short: 'EN', html: 'en' },
] as const satisfies readonly { value: Language; label: string; short: string; html: string }[]

const current = createStore<Language>(firstLanguage(readKept(kept), browserLanguages()))

export const language = (): Language => current.get()
export const useLanguage = (): Language => useStore(current)
export const watchLanguage = current.watch

/** Switches the language of the whole screen. */
export function setLanguage(next: Language): void {
  keep(kept, next)
  show(next)
}

function show(next: Language): void {
  showLanguage(next)
  current.set(next)
}

/** Switches to the language of an organisation, unless one was chosen in this browser. */
export function offerLanguage(next: Language): void {
  if (readKept(kept) === null && next !== current.get()) show(next)
}

/** Declares the page's language for assistive technology, hyphenation and font choice. */
export function showLanguage(now: Language = language()): void {
  if (typeof document !== 'undefined') document.documentElement.lang = languages.find((l) => l.value === now)!.html
}
