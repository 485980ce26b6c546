// Rules of projects. Pure.
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The name of a copy, with a number if necessary; the original name is truncated to make room for the suffix. */
export function copyName(name: string, taken: readonly string[], language: Language): string {
  const used = new Set(taken)
  for (let number = 1; ; number += 1) {
    const count = number === 1 ? '' : ` ${number}`
    const end = language === 'en' ? ` (copy${count})` : `（副本${count}）`
    // The original name is cut so that no surrogate pair is split.
    const copy = name.slice(0, limits.titleLength - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
    if (!used.has(copy)) return copy
  }
}

/**
 * All ids in their new order. Among the visible ones the listed ids come first, then the others in their previous
 * order; invisible ones keep their positions.
 */
export function ordered<Id extends number>(all: readonly Id[], visible: readonly Id[], listed: readonly Id[]): Id[] {
  const sorted = new Set([...listed, ...visible])
  const next = sorted.values()
  return all.map((id) => (sorted.has(id) ? next.next().value! : id))
}

/** The ids with one of them moved up or down by one position. */
export function moved<Id extends number>(ids: readonly Id[], at: number, step: 1 | -1): Id[] {
  const to = at + step
  if (at < 0 || at >= ids.length || to < 0 || to >= ids.length) return [...ids]
  const rest = ids.filter((_, index) => index !== at)
  return [...rest.slice(0, to), ids[at]!, ...rest.slice(to)]
}
