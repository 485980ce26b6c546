// The language of the screen: stored in `langs`, switched without a reload, announced by <html lang>. A language file, such as
// `languages/de.json`, replaces English texts; calls to the platform stay English.
import type { Language } from '../contract/errors.ts'
import { baseOf, browserLanguages, firstLanguage } from './first-language.ts'
import { keep, readKept } from './kept.ts'
import { createStore, useStore } from './store.ts'

const kept = 'langs'

/** How long the first page waits for the file of its language; later it is shown in English until the file has arrived. */
const startMs = 2_000

/** A text, or its forms by the plural category of the language (`one`, `few`, … `other`). */
export type FileText = string | Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * A file of `languages/`. `texts`: by room and key. `labels`: names of pages, areas and tabs, by their English text. A text that
 * is missing or empty is shown in English.
 */
export type LanguageFile = {
  texts?: Readonly<Record<string, Readonly<Record<string, FileText>>>>
  labels?: Readonly<Record<string, string>>
}

type LoadFile = () => Promise<{ default: LanguageFile | null }>

type LoadedFile = LanguageFile & { code: string; plural: Intl.PluralRules }
type Shown = { language: Language; file: LoadedFile | null }

/** The base languages. `html` is the language tag of the page. */
export const languages = [
  { value: 'zh-cn', label: '中文', short: '中', html: 'zh-CN' },
  { value: 'en', label: 'English', short: 'EN', html: 'en' },
] as const satisfies readonly { value: Language; label: string; short: string; html: string }[]

/** The language files of this build, by their code. */
let files: Readonly<Record<string, LoadFile>> = {}
/** The newest choice: an earlier one whose file arrives later is not shown. */
let wanted = firstLanguage(readKept(kept), browserLanguages())

const shown = createStore<Shown>({ language: baseOf(wanted), file: null })

/** The language of texts without a language file, and of all calls: English while a language file is on screen. */
export const language = (): Language => shown.get().language
/**
 * The base language on screen, for components, which are drawn again at each change of the language, also between
 * English and a language file.
 */
export const useLanguage = (): Language => useStore(shown).language
export const watchLanguage = shown.watch

/** The language file on screen, where it replaces texts of this language. */
export function fileOver(replaced: Language): LoadedFile | null {
  const { language, file } = shown.get()
  return language === replaced ? file : null
}

const codeOf = ({ language, file }: Shown): string => file?.code ?? language

/** The code of the language on screen: `en`, `zh-cn`, or that of a language file. */
export const useScreenLanguage = (): string => codeOf(useStore(shown))

export type ScreenLanguage = { value: string; label: string; short: string; html: string }

/** All languages that the user can choose, each with its name in its own language. */
export const screenLanguages = (): ScreenLanguage[] => [...languages, ...Object.keys(files).map(screenLanguageOf)]

function screenLanguageOf(code: string): ScreenLanguage {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return {
    value: code,
    label: name.charAt(0).toLocaleUpperCase(code) + name.slice(1),
    short: code.toUpperCase(),
    html: code,
  }
}

/**
 * Registers the language files of a build, and shows the one that this browser starts in. Resolves when the first page can be
 * drawn: immediately without a file, after two seconds at most otherwise. A file that cannot be loaded leaves English.
 */
export async function startLanguages(all: Readonly<Record<string, LoadFile>>): Promise<void> {
  files = all
  const first = firstLanguage(readKept(kept), browserLanguages(), Object.keys(files))
  show(baseOf(first), null)
  if (!files[first]) return
  await Promise.race([load(first).catch(() => null), new Promise((resolve) => setTimeout(resolve, startMs))])
}

/** Switches the language of the whole screen, and stores the choice. */
export function setLanguage(next: Language): void {
  keep(kept, next)
  wanted = next
  show(next, null)
}

/** Changes to any of the `screenLanguages`. Rejects if its file cannot be loaded; then the language stays as it was. */
export async function chooseLanguage(code: string): Promise<void> {
  if (files[code]) await load(code)
  else setLanguage(baseOf(code))
  if (wanted === code) keep(kept, code)
}

/** Loads a language file and shows it, unless another language was chosen meanwhile. */
async function load(code: string): Promise<void> {
  wanted = code
  const file = (await files[code]?.())?.default
  if (wanted === code) show(baseOf(code), { ...file, code, plural: new Intl.PluralRules(code) })
}

function show(language: Language, file: LoadedFile | null): void {
  const now = shown.get()
  if (now.language !== language || now.file !== file) shown.set({ language, file })
  if (typeof document === 'undefined') return
  // Sets the language of the document for assistive technology, hyphenation and the choice of a font.
  const code = codeOf(shown.get())
  document.documentElement.lang = languages.find(({ value }) => value === code)?.html ?? code
}

/** Switches to the language of an organisation, unless one was chosen in this browser or its language file is based on it. */
export function offerLanguage(next: Language): void {
  if (readKept(kept) !== null || next === language()) return
  wanted = next
  show(next, null)
}
