// Describes fields in which a device may differ from its template: item, label, and both values. Pure.
import type { PartKey, Thing } from '../../../contract/config-part.ts'
import type { EquipmentConfig } from '../../../contract/equipment-config.ts'
import type { Language } from '../../../contract/errors.ts'
import { listOf } from '../../frame/config.ts'
import { fieldViewOf } from '../../frame/config-views.ts'
import { isJson, isSame, type Told, type View } from '../../platform/versioned/rules.ts'
import { type OwnField, ownKey } from '../template-binding/rules.ts'

export type OwnLine = {
  field: OwnField
  key: string
  thing: string
  label: string
  /** Values of the device and of the template. */
  mine: Told
  theirs: Told
}

const fieldAt = (thing: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), thing)

/** The view of a field such as `params.host` of a driver; undefined within a value that is compared as a whole. */
function viewAt(view: View | undefined, thing: unknown, path: readonly string[]): View | undefined {
  const [key, ...rest] = path
  if (key === undefined) return view
  if (view?.is !== 'fields' || !isJson(thing)) return undefined
  return viewAt(view.fields(thing)[key], thing[key], rest)
}

const inWords: Record<string, 'limit' | 'deadBand' | 'change'> = {
  'condition.limit': 'limit',
  'condition.deadBand': 'deadBand',
  'condition.change': 'change',
}

type Thinglike = Thing & { name?: string; title?: string; type?: string }

type OwnSides = {
  before: EquipmentConfig
  /** The template's items, without the fields that the device keeps for itself. */
  template: ReadonlyMap<string, Thinglike>
  language: Language
  word: (key: 'limit' | 'deadBand' | 'change') => string
}

const shown = (value: unknown): Told =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined

function lineOf(field: OwnField, { before, template, language, word }: OwnSides): OwnLine | undefined {
  const there = template.get(`${field.part} ${field.origin}`)
  const here = (listOf(before, { key: field.part }) as readonly Thinglike[]).find(
    ({ origin }) => origin === field.origin,
  )
  if (!there) return undefined
  const [first = '', ...rest] = field.field.split('.')
  const own = fieldViewOf(field.part as PartKey, first, there)
  const view = viewAt(own, fieldAt(there, first), rest)
  const named = inWords[field.field]
  const label = named ? word(named) : view && 'label' in view ? view.label[language] : field.field
  const isSecret = view?.is === 'secret'
  const told = (thing: Thinglike | undefined) => (isSecret || !thing ? undefined : shown(fieldAt(thing, field.field)))
  return {
    ...{ field, key: ownKey(field), label, thing: there.title ?? there.name ?? `#${field.origin}` },
    ...{ mine: told(here ?? there), theirs: told(there) },
  }
}

/** The device's own fields, and differing fields that could become its own. */
export function ownLines(ownable: readonly OwnField[], own: ReadonlySet<string>, sides: OwnSides): OwnLine[] {
  return ownable.flatMap((field) => {
    const line = lineOf(field, sides)
    if (!line) return []
    return own.has(line.key) || !isSame(line.mine, line.theirs) ? [line] : []
  })
}
