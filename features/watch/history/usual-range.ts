// The range that the user last chose: the default for history.
import { keep, readKept } from '../../../ui/kept.ts'
import { whoAmI } from '../../../ui/me.ts'
import { type Range, ranges } from './part-span.ts'

const keyOf = (): string => `history-range-${whoAmI()?.userId ?? ''}`

/** Stores the range, except a custom one: it means two fixed times. */
export function keepRange(range: Range): void {
  if (range !== 'custom') keep(keyOf(), range)
}

export function usualRange(): Range {
  const kept = readKept(keyOf())
  return ranges.find((range) => range === kept && range !== 'custom') ?? '8h'
}
