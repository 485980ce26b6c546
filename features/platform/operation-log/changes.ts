// The changes of an operation, from its before and after: one line per field. Pure.
import type { Language } from '../../../contract/errors.ts'
import { aboutOf } from '../../../drivers/abouts.ts'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { joinParts, joinWords, withHeading, withNote } from '../../../ui/punctuation.ts'
import { fieldValue } from './field-values.ts'
import { fieldName } from './field-words.ts'

type Change = { field: string; from: string; to: string }

/** Formats a JSON value in one line. */
export function inWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return nothingShown
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Internal ids: the log stores them, the screen omits them. */
const isForMachines = (field: string): boolean => /(^ids?|Id|^pageIds|Hash|^hash)$/.test(field)

/** Combines a value and its text: `automatic (1)`. */
function withWord(record: Record<string, unknown>, language: Language): Record<string, unknown> {
  const { text, value, ...others } = record
  if (typeof text !== 'string' || value === undefined || typeof value === 'object') return record
  return { ...others, value: withNote(text, Number(value), language) }
}

function told(field: string, value: unknown, language: Language): string {
  if (value === undefined || value === null) return nothingShown
  const word = fieldValue(field, value, language)
  if (word !== undefined) return word
  if (isRecord(value)) return partsOf(value, language) || nothingShown
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return joinWords(value, language) || nothingShown
  return inWords(value)
}

/** Names of all fields that the log shows of a value, including nested records. */
export const fieldsIn = (value: unknown): string[] =>
  isRecord(value)
    ? Object.entries(withWord(value, 'en')).flatMap(([field, part]) =>
        isForMachines(field) ? [] : [field, ...fieldsIn(part)],
      )
    : []

/** The fields of a nested record in one line. */
const partsOf = (value: Record<string, unknown>, language: Language): string =>
  joinWords(
    Object.entries(value)
      .filter(([field, part]) => !isForMachines(field) && part !== null && part !== undefined)
      .map(([field, part]) => `${fieldName(field, language)} ${told(field, part, language)}`),
    language,
  )

/**
 * Fields that differ, and the value of a write even if unchanged. A field that exists on one side only has a dash on
 * the other; two plain values are one change without a name.
 */
export function changesOf(before: unknown, after: unknown, language: Language = 'en'): Change[] {
  if (!isRecord(before) && !isRecord(after)) {
    return before === null && after === null ? [] : [{ field: '', from: inWords(before), to: inWords(after) }]
  }
  const fieldsOf = (side: unknown): Record<string, unknown> => (isRecord(side) ? withWord(side, language) : {})
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !isForMachines(field))
    .map((field) => ({ field, from: told(field, old[field], language), to: told(field, now[field], language) }))
    .filter(({ field, from, to }) => from !== to || field === 'value')
}

const namedObjects = ['report', 'template', 'group', 'project', 'roleName', 'page', 'share']

/** Shows other objects by their translated names; a changed name is shown as it was written. */
export const withNames =
  (shown: (name: string) => string) =>
  (change: Change): Change => {
    const told = (name: string) => (name === nothingShown ? name : shown(name))
    return namedObjects.includes(change.field) ? { ...change, from: told(change.from), to: told(change.to) } : change
  }

/** Shows drivers and connections by their names instead of their keys. */
export const ofDrivers =
  (language: Language) =>
  (change: Change): Change => {
    const told = (value: string) => {
      if (change.field === 'driver') return aboutOf(value)?.names[language] ?? value
      return change.field === 'connection' ? value.replace(/^[a-z-]+:/, '') : value
    }
    return { ...change, from: told(change.from), to: told(change.to) }
  }

/** All changes of an operation in one text: `name: Pump 1 → Pump 2; sort number: 2`, where there was none before. */
export const changesText = (
  { before, after }: { before: unknown; after: unknown },
  language: Language,
  shown: (name: string) => string = (name) => name,
): string => {
  const parts = changesOf(before, after, language)
    .map(withNames(shown))
    .map(ofDrivers(language))
    .map(({ field, from, to }) => {
      const change = before === null || from === nothingShown ? to : `${from} → ${to}`
      return field && field !== 'value' ? withHeading(fieldName(field, language), change, language) : change
    })
  return joinParts(parts, language)
}
