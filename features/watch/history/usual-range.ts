// The range a user last chose: history opens with it where the address names none.
import { keep, readKept } from '../../../ui/kept.ts'
import { whoAmI } from '../../../ui/me.ts'
import { type Range, ranges } from './part-span.ts'

const keyOf = (): string => `history-range-${whoAmI()?.userId ?? ''}`

/** A range of two moments means those moments, and is not kept. */
export function keepRange(range: Range): void {
  if (range !== 'custom') keep(keyOf(), range)
}

export function usualRange(): Range {
  const kept = readKept(keyOf())
  return ranges.find((range) => range === kept && range !== 'custom') ?? '8h'
}
