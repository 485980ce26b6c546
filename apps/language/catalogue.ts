// Every text that a language file can have, and the comparison of a file with them. Pure.
import type { FileText, LanguageFile } from '../../ui/language.ts'
import type { RoomTexts } from './all-texts.ts'

/**
 * One text, or one plural form of a text. `context` is unique: `web.search`, `group.counted[other]`, or
 * `labels.Groups`. `optional`: placeholders that the form may omit, because `one device` needs no number.
 */
export type Entry = { context: string; area: string; english: string; optional: readonly string[] }

/** The texts of a language file by context. */
export type Translations = ReadonlyMap<string, string>

const labelArea = 'labels'

const marksIn = (text: string): string[] => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

/** The plural categories of a language, such as `one` and `other`. Throws for a code that is not a language tag. */
const formsOf = (code: string): readonly string[] => new Intl.PluralRules(code).resolvedOptions().pluralCategories

/** All entries of a language file, by area, room and declaration. */
export function entriesOf(code: string, rooms: readonly RoomTexts[], labels: readonly string[]): Entry[] {
  const forms = formsOf(code)
  const texts = rooms.flatMap(({ room, area, words }) =>
    Object.entries(words).flatMap(([key, word]): Entry[] => {
      const context = `${room}.${key}`
      if (typeof word === 'string') return [{ context, area, english: word, optional: [] }]
      return forms.map((form) => ({
        context: `${context}[${form}]`,
        area,
        english: form === 'one' ? word.one : word.other,
        optional: form === 'other' ? [] : marksIn(word.other),
      }))
    }),
  )
  const named = labels.map((label) => ({
    context: `${labelArea}.${label}`,
    area: labelArea,
    english: label,
    optional: [],
  }))
  return [...texts, ...named]
}

/** The texts of a language file; empty ones are left out. */
export function translationsIn({ texts = {}, labels = {} }: LanguageFile): Map<string, string> {
  const rooms = Object.entries(texts).flatMap(([room, words]) =>
    Object.entries(words).flatMap(([key, text]): [string, string][] =>
      typeof text === 'string'
        ? [[`${room}.${key}`, text]]
        : Object.entries(text).map(([form, each]) => [`${room}.${key}[${form}]`, each ?? '']),
    ),
  )
  const named = Object.entries(labels).map(([label, text]): [string, string] => [`${labelArea}.${label}`, text])
  return new Map([...rooms, ...named].filter(([, text]) => text !== ''))
}

/** The language file with these texts, in the order of the entries. Other texts are left out. */
export function fileOf(entries: readonly Entry[], translations: Translations): LanguageFile {
  const texts: Record<string, Record<string, FileText>> = {}
  const labels: Record<string, string> = {}
  for (const { context, area, english } of entries) {
    const text = translations.get(context)
    if (!text) continue
    if (area === labelArea) {
      labels[english] = text
      continue
    }
    const [, room = '', key = '', form] = context.match(/^([^.]+)\.([^[]+)(?:\[(\w+)\])?$/) ?? []
    const words = texts[room] ?? {}
    texts[room] = words
    words[key] = form === undefined ? text : withForm(words[key], form, text)
  }
  return { texts, labels }
}

const withForm = (before: FileText | undefined, form: string, text: string): FileText => ({
  ...(typeof before === 'object' && before),
  [form]: text,
})

/** The fault of a translation; undefined if it has none. */
export function faultOf({ english, optional }: Entry, text: string): string | undefined {
  const [needed, used] = [marksIn(english), marksIn(text)]
  const missing = needed.filter((mark) => !used.includes(mark) && !optional.includes(mark))
  const unknown = used.filter((mark) => !needed.includes(mark) && !optional.includes(mark))
  const parts = [missing.length > 0 && `lacks ${missing.join(', ')}`, unknown.length > 0 && `has ${unknown.join(', ')}`]
  const wrong = parts.filter((part) => part !== false)
  return wrong.length > 0 ? `${wrong.join(' and ')}, unlike the English text` : undefined
}

export type Coverage = {
  /** The number of translated texts and of all texts by area, in the order of the entries. */
  areas: ReadonlyMap<string, { done: number; all: number }>
  /** Contexts in the file that no longer exist, or never did. */
  unknown: string[]
  /** Messages about texts with wrong placeholders. */
  faults: string[]
}

/** Compares the texts of a language file with all entries. */
export function coverageOf(entries: readonly Entry[], translations: Translations): Coverage {
  const areas = new Map<string, { done: number; all: number }>()
  const faults: string[] = []
  for (const entry of entries) {
    const area = areas.get(entry.area) ?? { done: 0, all: 0 }
    const text = translations.get(entry.context)
    areas.set(entry.area, { done: area.done + (text ? 1 : 0), all: area.all + 1 })
    const fault = text && faultOf(entry, text)
    if (fault) faults.push(`${entry.context} ${fault}`)
  }
  const known = new Set(entries.map(({ context }) => context))
  return { areas, unknown: [...translations.keys()].filter((context) => !known.has(context)), faults }
}
