// English and Chinese translations of an organisation's own names. A name is one text in the database; translations are
// stored by that text, so that a name used a hundred times is translated once.
import { z } from 'zod'
import { nothing, post } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'

const name = z.string().trim().max(limits.translationLength)
const maybeName = name.nullable().transform((text) => text || null)

/** A translation as `[source, English, Chinese]`; null if untranslated. */
export const TranslationEntry = z.tuple([z.string(), z.string().nullable(), z.string().nullable()])
export type TranslationEntry = z.output<typeof TranslationEntry>

export const Translation = z.object({ source: name.min(1), en: maybeName, zh: maybeName })
export type Translation = z.output<typeof Translation>

const nameKinds = [
  'device',
  'group',
  'variable',
  'variableGroup',
  'unit',
  'valueText',
  'report',
  'alarmRule',
  'project',
  'page',
  'pageText',
  'symbol',
  'scene',
  'role',
  'department',
  'person',
  'company',
] as const
export type NameKind = (typeof nameKinds)[number]

export const NameRow = z.object({
  source: z.string(),
  en: z.string().nullable(),
  zh: z.string().nullable(),
  /** Kinds of objects that have this name; empty if it is no longer used. */
  kinds: z.array(z.enum(nameKinds)),
})
export type NameRow = z.output<typeof NameRow>

export const loadTranslations = post('/lfscada/translation/load', {
  may: 'monitor:view',
  through: 'projects',
  about: 'Returns translations of the names that the account sees; null entries if the caller has the current version.',
  input: z.object({ version: z.string().max(64).optional() }),
  output: z.object({ version: z.string(), entries: z.array(TranslationEntry).nullable() }),
})

export const queryNames = post('/lfscada/translation/names', {
  may: 'equipment:view',
  templates: 'all',
  about: 'The names that the organisation gave, with their translations: at most 10,000.',
  heavy: true,
  input: nothing,
  output: z.array(NameRow),
})

export const saveTranslations = post('/lfscada/translation/save', {
  may: 'equipment:edit',
  about:
    'Sets translations of names; both null removes them. For names of people, companies and departments the caller needs the permission to edit these.',
  input: z.object({ entries: z.array(Translation).min(1).max(limits.translationsAtOnce) }),
  output: z.object({ version: z.string() }),
})
