// The values of a chart: a number that can be drawn, or the reason why there is none. Pure. A value that is bad,
// negative or not a number is never drawn as another one; the legend names it with its reason.
import { errorCode } from '../../contract/errors.ts'
import { asNumber, type Value } from '../../core/data-type.ts'
import { valueWords } from '../../ui/value-words.ts'
import type { Input, Reading } from '../widget.ts'
import type { EntryFields } from './fields.ts'
import { colourOf } from './look.ts'

const noPermission = errorCode('noPermission')

/** Why an entry has no value. `unseen`: the viewer may not see it; `negative`, `text`: the chart cannot draw it. */
type Out = 'bad' | 'unseen' | 'never' | 'negative' | 'text'

export type Entry = {
  name: string
  /** The entry's colour, as CSS. */
  colour: string
  value: number | null
  /** Why there is no value, or why it is not drawn. */
  out: Out | null
  isStale: boolean
}

export type Named = { name: string; colour: string }

/** Names and colours of the bindings of a slot, in order. */
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

/** Key of the sentence that replaces a chart without any values to draw; null if there are some. */
export const emptyOf = (entries: readonly Entry[]): 'unbound' | 'allUnseen' | null =>
  entries.length === 0 ? 'unbound' : entries.every(({ out }) => out === 'unseen') ? 'allUnseen' : null

/** A share of a whole cannot be negative. */
export const asShare = (entry: Entry): Entry =>
  entry.value !== null && entry.value < 0 ? { ...entry, out: 'negative' } : entry

export type Written = { decimals: number; unit: string }

export const withUnit = (value: Value, { decimals, unit }: Written): string =>
  valueWords(value, { dataType: 'float32', decimals: decimals < 0 ? null : decimals }) + (unit ? ` ${unit}` : '')
