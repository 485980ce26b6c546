// The words of a room in both languages. A key that exists only in one of them fails the type check. A language file replaces
// the English words while it is on screen.
import { useMemo } from 'react'
import type { Language } from '../contract/errors.ts'
import { type FileText, fileOver, language, useLanguage, useScreenLanguage } from './language.ts'

/** A text, or its plural forms: `{ one: '{{count}} device', other: '{{count}} devices' }`. */
export type Word = string | { one: string; other: string }

type Marks<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Marks<Rest> : never
type TextOf<W> = W extends string ? W : W extends { other: infer O extends string } ? O : never
type ParamsOf<W> = { [K in Marks<TextOf<W>>]: string | number }
type Args<W> = [Marks<TextOf<W>>] extends [never] ? [] : [params: ParamsOf<W>]
type Params = Readonly<Record<string, string | number>>

/** Returns a text: `t('key')`, or `t('key', { count })` if the English text has placeholders. */
export type Translate<Words> = <K extends keyof Words & string>(key: K, ...args: Args<Words[K]>) => string

export type Text<Words> = {
  room: string
  keys: readonly (keyof Words & string)[]
  /**
   * The text in the current language. Components use `useText` instead, so that they follow a change of the language.
   */
  t: Translate<Words>
  /** The text in English or Chinese; if a language file is on screen, it replaces the texts of its base language. */
  in: (language: Language) => Translate<Words>
  /** The texts as declared. */
  bundles: Record<Language, Record<string, Word>>
}

/** A single pair of texts, e.g. a menu's label. */
export type Label = Record<Language, string>

/** Declares a room's words: `words('group', { en: { title: 'Groups' }, 'zh-cn': { title: '分组' } })`. */
export function words<const Words extends Record<string, Word>>(
  room: string,
  of: { en: Words; 'zh-cn': { [K in keyof NoInfer<Words>]: Word } },
): Text<Words> {
  const inLanguage = (lng: Language): Translate<Words> => {
    const bundle: Record<string, Word> = of[lng]
    return (key, ...args) => {
      const params: Params = args[0] ?? {}
      return textOfFile(room, key, lng, params) || filled(formOf(bundle[key] ?? key, params), params)
    }
  }
  return {
    room,
    keys: Object.keys(of.en) as (keyof Words & string)[],
    t: (key, ...args) => inLanguage(language())(key, ...args),
    in: inLanguage,
    bundles: of,
  }
}

/** A text of a room as a label in both languages. */
export function labelOf<Words>(text: Text<Words>, key: keyof Words & string): Label {
  const bare = (language: Language) => (text.in(language) as unknown as (key: string) => string)(key)
  return {
    // The text is looked up when it is read, because a language file may be loaded after the label was made.
    get en() {
      return bare('en')
    },
    get 'zh-cn'() {
      return bare('zh-cn')
    },
  }
}

/** A label as it is shown: the language file on screen replaces the English one. Nothing for none. */
export function labelIn(label: Label, language: Language): string
export function labelIn(label: Label | null | undefined, language: Language): string | undefined
export function labelIn(label: Label | null | undefined, language: Language): string | undefined {
  return label ? fileOver(language)?.labels?.[label.en] || label[language] : undefined
}

/** The texts by which a label is found: in both languages, and as it is shown. */
export const spellingsOf = (label: Label, language: Language): string[] => [
  ...Object.values(label),
  labelIn(label, language),
]

/** A room's translate function, renewed when the language changes. */
export function useText<Words>(text: Text<Words>): Translate<Words> {
  const now = useLanguage()
  const code = useScreenLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a language file changes the texts of the same language
  return useMemo(() => text.in(now), [text, now, code])
}

const mark = /\{\{(\w+)\}\}/g

/** The form for the number. Chinese has forms only where one thing needs another sentence. */
const formOf = (word: Word, { count }: Params): string =>
  typeof word === 'string' ? word : Number(count) === 1 ? word.one : word.other

/** The text of the language file on screen; nothing if that has none. */
function textOfFile(room: string, key: string, language: Language, params: Params): string | undefined {
  const file = fileOver(language)
  const text: FileText | undefined = file?.texts?.[room]?.[key]
  if (!file || !text) return undefined
  const form = typeof text === 'string' ? text : text[file.plural.select(Number(params.count))] || text.other
  return form && filled(form, params)
}

const filled = (text: string, params: Params): string =>
  text.replace(mark, (_, name: string) => String(params[name] ?? ''))
