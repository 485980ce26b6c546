// The words of a room in both languages. A key that exists only in one of them fails the type check.
import { useMemo } from 'react'
import type { Language } from '../contract/errors.ts'
import { language, useLanguage } from './language.ts'

/** A text, or its forms by number: `{ one: '{{count}} device', other: '{{count}} devices' }`. */
export type Word = string | { one: string; other: string }

type Marks<S extends string> = S extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Marks<Rest> : never
type TextOf<W> = W extends string ? W : W extends { other: infer O extends string } ? O : never
type Params<W> = { [K in Marks<TextOf<W>>]: string | number }
type Args<W> = [Marks<TextOf<W>>] extends [never] ? [] : [params: Params<W>]

/** `t('key')`, or `t('key', { count })` where the English text has marks. */
export type Translate<Words> = <K extends keyof Words & string>(key: K, ...args: Args<Words[K]>) => string

export type Text<Words> = {
  room: string
  keys: readonly (keyof Words & string)[]
  /** In the current language; parts use `useText` instead, so that they follow a switch. */
  t: Translate<Words>
  in: (language: Language) => Translate<Words>
  /** As declared. */
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
    return (key, ...args) => filled(bundle[key] ?? key, args[0] ?? {})
  }
  return {
    room,
    keys: Object.keys(of.en) as (keyof Words & string)[],
    t: (key, ...args) => inLanguage(language())(key, ...args),
    in: inLanguage,
    bundles: of,
  }
}

/** One of a room's texts in both languages. */
export function labelOf<Words>(text: Text<Words>, key: keyof Words & string): Label {
  const bare = (language: Language) => (text.in(language) as unknown as (key: string) => string)(key)
  return { en: bare('en'), 'zh-cn': bare('zh-cn') }
}

/** A room's translate function, renewed when the language changes. */
export function useText<Words>(text: Text<Words>): Translate<Words> {
  const now = useLanguage()
  return useMemo(() => text.in(now), [text, now])
}

const mark = /\{\{(\w+)\}\}/g

/** The form for the number, with its marks filled in. Chinese has forms only where one thing needs another sentence. */
function filled(word: Word, params: Readonly<Record<string, string | number>>): string {
  const text = typeof word === 'string' ? word : Number(params.count) === 1 ? word.one : word.other
  return text.replace(mark, (_, name: string) => String(params[name] ?? ''))
}
