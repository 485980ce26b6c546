// How a name is shown, and which translations are missing. Pure.
import type { Language } from '../../contract/errors.ts'
import type { NameKind, NameRow, TranslationEntry } from './contract.ts'

export type Dictionary = ReadonlyMap<string, { en: string | null; zh: string | null }>

export const dictionaryOf = (entries: readonly TranslationEntry[]): Dictionary =>
  new Map(entries.map(([source, en, zh]) => [source, { en, zh }]))

/** The name in the language, or as it was given. */
export function shown(dictionary: Dictionary, language: Language, source: string): string {
  const found = dictionary.get(source)
  return (language === 'en' ? found?.en : found?.zh) || source
}

const han = /\p{Script=Han}/u
const word = /[a-z]{3}/i

/** Whether a name as given already is one of the language: what has no Chinese character is as good in English. */
export const isOf = (source: string, language: 'en' | 'zh'): boolean => han.test(source) === (language === 'zh')

/** The languages in which a name has neither a translation nor is one of theirs: symbols and units need none. */
export function missingIn({ source, en, zh, kinds }: NameRow): Language[] {
  if (kinds.length === 0 || kinds.every((kind) => kind === 'unit')) return []
  if (han.test(source)) return en ? [] : ['en']
  return zh || !word.test(source) ? [] : ['zh-cn']
}

/** Names in use and translations that are kept, as one list: what is missing first, then by name. */
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
  const isUnit = ({ kinds, en, zh }: NameRow) => en === null && zh === null && kinds.every((kind) => kind === 'unit')
  const rank = (row: NameRow) => (missingIn(row).length > 0 ? 0 : row.kinds.length === 0 ? 3 : isUnit(row) ? 2 : 1)
  return [...rows.values()]
    .sort((one, other) => rank(one) - rank(other) || (one.source < other.source ? -1 : 1))
    .slice(0, most)
}
