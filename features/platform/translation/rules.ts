// Translates names, and finds missing translations. Pure.
import type { Language } from '../../../contract/errors.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type { NameKind, NameRow, TranslationEntry } from './contract.ts'

export type Dictionary = ReadonlyMap<string, { en: string | null; zh: string | null }>

export const dictionaryOf = (entries: readonly TranslationEntry[]): Dictionary =>
  new Map(entries.map(([source, en, zh]) => [source, { en, zh }]))

/** The name in the language, or as entered. */
export function translate(dictionary: Dictionary, language: Language, source: string): string {
  const found = dictionary.get(source)
  return (language === 'en' ? found?.en : found?.zh) || source
}

type Template = {
  parts: readonly string[]
  marks: readonly string[]
  length: number
  en: string | null
  zh: string | null
}
const templatesOf = new WeakMap<Dictionary, readonly Template[]>()
const mark = /\{[^{}]*\}/g
/** A template with fewer letters outside its placeholders would match any text. */
const fewestLetters = 4

/** Translated texts that contain placeholders, the longest first. */
function templates(dictionary: Dictionary): readonly Template[] {
  const known = templatesOf.get(dictionary)
  if (known) return known
  const made = [...dictionary]
    .flatMap(([source, { en, zh }]): Template[] => {
      const [marks, parts] = [source.match(mark) ?? [], source.split(mark)]
      const { length } = parts.join('').replace(/[^\p{L}]/gu, '')
      return marks.length > 0 && length >= fewestLetters ? [{ parts, marks, length, en, zh }] : []
    })
    .sort((one, other) => other.length - one.length)
  templatesOf.set(dictionary, made)
  return made
}

/** The values of the placeholders in a text; undefined if the text does not match the template. */
function filling([first = '', ...rest]: readonly string[], text: string): string[] | undefined {
  if (!text.startsWith(first)) return undefined
  const values: string[] = []
  let from = first.length
  for (const [index, part] of rest.entries()) {
    const isLast = index === rest.length - 1
    const at = isLast && text.endsWith(part) ? text.length - part.length : text.indexOf(part, from + 1)
    if (at <= from || (isLast && at + part.length !== text.length)) return undefined
    values.push(text.slice(from, at))
    from = at + part.length
  }
  return values
}

/**
 * Translates a text that was made from a template by inserting values at its marks (`{value}`), with the same values.
 * Values that are names themselves, such as value texts, are translated too.
 */
export function shownFilled(dictionary: Dictionary, language: Language, text: string): string {
  const exact = translate(dictionary, language, text)
  if (exact !== text) return exact
  for (const { parts, marks, en, zh } of templates(dictionary)) {
    const own = language === 'en' ? en : zh
    const values = own ? filling(parts, text) : undefined
    if (own && values)
      return own.replace(mark, (each) => translate(dictionary, language, values[marks.indexOf(each)] ?? each))
  }
  return text
}

const han = /\p{Script=Han}/u
const word = /[a-z]{3}/i

/** Kinds whose names are usually written the same in both languages: a translation is offered, and never missing. */
const optionalKinds: readonly NameKind[] = ['unit', 'person', 'company']
const isOptional = ({ kinds }: NameRow) => kinds.every((kind) => optionalKinds.includes(kind))

const accountKeys = ['account:edit', 'external:edit', 'staff:edit'] as const
const editKeys: Partial<Record<NameKind, readonly Permission[]>> = {
  person: accountKeys,
  company: [...accountKeys, 'organisation:edit'],
  department: ['department:edit'],
}

/** Whether a user may change the translations of a name; the platform also checks which people the user may edit. */
export const mayTranslate = ({ kinds }: Pick<NameRow, 'kinds'>, may: (key: Permission) => boolean): boolean =>
  may('equipment:edit') && kinds.every((kind) => editKeys[kind]?.some(may) ?? true)

/** The languages in which a name in use has to be translated. */
export const missingIn = (row: NameRow): Language[] => (isOptional(row) ? [] : untranslatedIn(row))

/** The languages that a name is not written in; symbols and marks (`{tag}`) need none. Without Chinese it is English. */
export function untranslatedIn({ source, en, zh }: Pick<NameRow, 'source' | 'en' | 'zh'>): Language[] {
  const words = source.replace(mark, '')
  if (han.test(words)) return en ? [] : ['en']
  return zh || !word.test(words) ? [] : ['zh-cn']
}

/** Names in use and stored translations in one list: missing ones first, then by name. */
export function listNames(
  used: ReadonlyMap<NameKind, readonly string[]>,
  entries: readonly TranslationEntry[],
  most: number,
): NameRow[] {
  const rows = new Map<string, NameRow>(entries.map(([source, en, zh]) => [source, { source, en, zh, kinds: [] }]))
  for (const [kind, sources] of used)
    for (const source of sources) {
      const name = source.trim()
      if (name === '') continue
      const row = rows.get(name) ?? { source: name, en: null, zh: null, kinds: [] }
      if (!row.kinds.includes(kind)) row.kinds.push(kind)
      rows.set(name, row)
    }
  const isBare = (row: NameRow) => row.en === null && row.zh === null && isOptional(row)
  const rank = (row: NameRow) => (missingIn(row).length > 0 ? 0 : row.kinds.length === 0 ? 3 : isBare(row) ? 2 : 1)
  return [...rows.values()]
    .sort((one, other) => rank(one) - rank(other) || (one.source < other.source ? -1 : 1))
    .slice(0, most)
}
