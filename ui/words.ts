// The words of a room in both languages. A key that exists only in one of them fails the type check.
import i18next from 'i18next'
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
}

/** A single pair of texts, e.g. a menu's label. */
export type Label = Record<Language, string>

/** Declares a room's words: `words('group', { en: { title: 'Groups' }, 'zh-cn': { title: '分组' } })`. */
export function words<const Words extends Record<string, Word>>(
  room: string,
  of: { en: Words; 'zh-cn': { [K in keyof NoInfer<Words>]: Word } },
): Text<Words> {
  i18next.addResourceBundle('en', room, resources(of.en), true, true)
  i18next.addResourceBundle('zh-cn', room, resources(of['zh-cn']), true, true)
  const inLanguage = (lng: Language): Translate<Words> => {
    const t = i18next.getFixedT(lng, room)
    return (key, ...args) => String(t(key, args[0] ?? {}))
  }
  return {
    room,
    keys: Object.keys(of.en) as (keyof Words & string)[],
    t: (key, ...args) => inLanguage(language())(key, ...args),
    in: inLanguage,
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

/** i18next finds the forms of a number by suffix; `other` also serves languages with a single form. */
function resources(of: Record<string, Word>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(of).flatMap(([key, word]): [string, string][] =>
      typeof word === 'string'
        ? [[key, word]]
        : [
            [`${key}_one`, word.one],
            [`${key}_other`, word.other],
          ],
    ),
  )
}
