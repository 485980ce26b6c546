// A custom report while it is edited. Pure.
import { limits } from '../../../contract/limits.ts'
import type { CustomReport, ReportBucket } from './contract.ts'

/**
 * A field in the editor. `id` identifies the field while it is moved. `template`: the expression with its placeholders,
 * as long as the user has only chosen variables for them.
 */
export type FieldDraft = {
  id: number
  key: string
  title: string
  unit: string
  decimals: number | null
  expression: string
  template?: string
}
/** A variable that an example needs; `@name` is its placeholder in expressions until one is chosen. */
type Role = { name: string; label: string; chosen?: string }
export type Draft = {
  title: string
  bucket: ReportBucket
  zone: string | null
  fields: FieldDraft[]
  roles: Role[]
  note?: string
}

export const plainBucket: ReportBucket = { unit: 'day', every: 1, dayStart: '00:00', shifts: [] }

const nextId = (fields: readonly FieldDraft[]): number => Math.max(0, ...fields.map(({ id }) => id)) + 1

/** The first unused key: `f3`, or `energy2` for a copy of `energy`. */
export function freshKey(fields: readonly Pick<FieldDraft, 'key'>[], like = 'f'): string {
  const taken = new Set(fields.map(({ key }) => key))
  const stem = like.replace(/\d+$/, '').slice(0, 17) || 'f'
  for (let number = like === 'f' ? 1 : 2; ; number += 1) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`
}

export const emptyField = (fields: readonly FieldDraft[]): FieldDraft => ({
  ...{ id: nextId(fields), key: freshKey(fields) },
  ...{ title: '', unit: '', decimals: null, expression: '' },
})

/** Inserts a copy after its original if the maximum number of fields allows. */
export function withCopy(fields: readonly FieldDraft[], place: number): FieldDraft[] {
  const from = fields[place]
  if (!from || fields.length >= limits.reportFields) return [...fields]
  const copy = { ...from, id: nextId(fields), key: freshKey(fields, from.key) }
  return [...fields.slice(0, place + 1), copy, ...fields.slice(place + 1)]
}

export function withMoved(fields: readonly FieldDraft[], place: number, step: 1 | -1): FieldDraft[] {
  const [from, to] = [fields[place], fields[place + step]]
  if (!from || !to) return [...fields]
  return fields.map((field, at) => (at === place ? to : at === place + step ? from : field))
}

export const draftOf = ({ title, bucket, zone, fields }: CustomReport): Draft => ({
  ...{ title, bucket, zone, roles: [] },
  fields: fields.map(({ unit, ...field }, id) => ({ ...field, id, unit: unit ?? '' })),
})

const mark = (name: string) => new RegExp(`@${name}(?![A-Za-z])`, 'g')

const filled = (template: string, roles: readonly Role[]): string =>
  roles.reduce(
    (text, { name, chosen }) => (chosen === undefined ? text : text.replace(mark(name), () => chosen)),
    template,
  )

/**
 * Replaces the placeholder of a role in all expressions; in those that the author edited since, the variable chosen
 * before.
 */
export function withRole(draft: Draft, name: string, reference: string, label: string): Draft {
  const role = draft.roles.find((each) => each.name === name)
  if (!role) return draft
  const replaced = (expression: string) =>
    role.chosen === undefined
      ? expression.replace(mark(name), () => reference)
      : expression.replaceAll(role.chosen, () => reference)
  const roles = draft.roles.map((each) => (each === role ? { name, label, chosen: reference } : each))
  const fields = draft.fields.map((field) => {
    const { expression, template = expression } = field
    const isEdited = expression !== filled(template, draft.roles) || !isWaiting({ expression: template })
    return isEdited
      ? { ...field, expression: replaced(expression) }
      : { ...field, template, expression: filled(template, roles) }
  })
  return { ...draft, fields, roles }
}

/** Whether a variable has to be chosen first. */
export const isWaiting = ({ expression }: Pick<FieldDraft, 'expression'>): boolean => /@[a-z]/i.test(expression)

/** Converts the draft to the form that is sent to the platform. */
export const sentOf = ({ title, bucket, zone, fields }: Draft) => ({
  ...{ title, bucket, zone },
  fields: fields.map(({ id: _, template: __, ...field }) => field),
})
