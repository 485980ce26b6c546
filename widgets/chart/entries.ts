// What the values of a chart are: a number that may be drawn, or the reason why not. Pure. A value that is bad, negative
// or no number is never drawn as another one: it is named with its reason.
import { errorCode } from '../../contract/errors.ts'
import { asNumber, type Value } from '../../core/data-type.ts'
import { valueWords } from '../../ui/value-words.ts'
import type { Input, Reading } from '../widget.ts'
import type { EntryFields } from './fields.ts'
import { colourOf } from './look.ts'

const noPermission = errorCode('noPermission')

/** `unseen`: the viewer may not see it. */
export type Out = 'bad' | 'unseen' | 'never' | 'negative' | 'text'

export type Entry = {
  name: string
  /** As CSS. */
  colour: string
  value: number | null
  /** Why there is no value, or why it is not drawn. */
  out: Out | null
  isStale: boolean
}

export type Named = { name: string; colour: string }

/** Names and colours of what a slot is bound to, in its order. */
export const namesOf = (inputs: readonly Input[], theme: readonly { color: string }[]): Named[] =>
  inputs.map(({ fields, binding }, index) => {
    const { color, label } = fields as EntryFields
    return { name: label || binding.title || `${index + 1}`, colour: colourOf(index, color, theme) }
  })

type Told = Pick<Reading, 'value' | 'quality'> & { code?: number }

export function entryOf({ name, colour }: Named, { value, quality, code }: Told): Entry {
  const number = asNumber(value)
  const isMissing = quality === 'bad' || quality === 'never'
  const isUnseen = quality === 'bad' && code === noPermission
  const out = isUnseen
    ? 'unseen'
    : isMissing
      ? quality
      : value === null
        ? 'never'
        : number === undefined
          ? 'text'
          : null
  return { name, colour, value: out === null ? number! : null, out, isStale: quality === 'stale' }
}

/** What is said in the middle of a chart whose axes have nothing to show, by its key; nothing where they have. */
export const emptyOf = (entries: readonly Entry[]): 'unbound' | 'allUnseen' | null =>
  entries.length === 0 ? 'unbound' : entries.every(({ out }) => out === 'unseen') ? 'allUnseen' : null

/** In a whole there is nothing less than nothing. */
export const asShare = (entry: Entry): Entry =>
  entry.value !== null && entry.value < 0 ? { ...entry, out: 'negative' } : entry

export type Written = { decimals: number; unit: string }

export const withUnit = (value: Value, { decimals, unit }: Written): string =>
  valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals }) + (unit ? ` ${unit}` : '')
