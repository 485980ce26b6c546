// Parses the file of a page into its document, within limits. Runs on a thread of the decoder.
import { measureJson } from '../core/json-measure.ts'
import { unstorableAt } from '../core/storable.ts'
import { fail, type Language } from './errors.ts'
import { badField, badInput } from './input-fault.ts'
import { limits } from './limits.ts'
import { countOfType, PageDocument } from './page-document.ts'
import { upgradePage } from './page-upgrade.ts'

/** Fields of a page that replace those in its file. */
export type PageFields = {
  width?: number | undefined
  height?: number | undefined
  bgColor?: string | undefined
  fit?: string | undefined
  bgImage?: string | undefined
  type?: string | undefined
}

/**
 * The document from the page's file and its fields. Throws 10001 with the fault, tooLarge, widgetTooLarge,
 * pageWeatherCapacity, pageSceneCapacity.
 */
export function readDocument(json: string, fields: PageFields, language: Language): PageDocument {
  const fit = measureJson(Buffer.from(json), { values: limits.pageJsonValues, depth: limits.jsonDepth })
  if (fit === 'values') throw fail('tooLarge', { limit: `${limits.pageJsonValues} JSON` })
  if (fit === 'depth') throw badField('json', 'notAllowed', language)
  let file: unknown
  try {
    file = JSON.parse(json)
  } catch {
    throw badField('json', 'malformed', language)
  }
  return documentFrom(file, fields, language)
}

/**
 * Like `readDocument`, of a file that was parsed within the limits of values and depth. Throws the same, malformed JSON
 * aside.
 */
export function documentFrom(file: unknown, fields: PageFields, language: Language): PageDocument {
  const large = firstLarge(file)
  if (large) throw fail('widgetTooLarge', { name: large, limit: limits.widgetValues }, { field: 'json' })
  const unstorable = unstorableAt(file)
  if (unstorable !== undefined) throw badField(unstorable || 'json', 'notAllowed', language)
  const parsed = PageDocument.safeParse(withFields(upgradePage(file), fields), { reportInput: true })
  if (!parsed.success) throw badInput(parsed.error, language)
  mustHaveFew(parsed.data)
  return parsed.data
}

/** [S5 Designer] */
function mustHaveFew({ widgets }: PageDocument): void {
  if (countOfType(widgets, 'Weather') > limits.pageWeather)
    throw fail('pageWeatherCapacity', { limit: limits.pageWeather }, { field: 'json' })
  if (countOfType(widgets, 'Webgl') > limits.pageScenes)
    throw fail('pageSceneCapacity', { limit: limits.pageScenes }, { field: 'json' })
}

/**
 * Adds the fields of the page to the container, and removes a password, which must not be in a document that all
 * viewers read.
 */
function withFields(file: unknown, fields: PageFields): unknown {
  if (typeof file !== 'object' || file === null) return file
  const { password: _, ...con } = (file as { con?: { password?: unknown } }).con ?? {}
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { ...file, con: { ...con, ...given } }
}

type Json = { [key: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The name of the first widget that exceeds the limit of values and keys, not counting its children. */
function firstLarge(file: unknown): string | undefined {
  const widgets = isObject(file) && Array.isArray(file.widgets) ? file.widgets : []
  for (const widget of widgets) {
    if (!isObject(widget)) continue
    const { children, ...own } = widget
    if (countValues(own, limits.widgetValues) > limits.widgetValues)
      return String(widget.widgetName ?? widget.id ?? '').slice(0, limits.titleLength)
    const inner = firstLarge({ widgets: children })
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Counts values and keys; stops soon after `most`. */
function countValues(value: unknown, most: number): number {
  if (!isObject(value)) return 1
  let count = 1
  for (const each of Object.values(value)) {
    count += (Array.isArray(value) ? 0 : 1) + countValues(each, most - count)
    if (count > most) return count
  }
  return count
}
