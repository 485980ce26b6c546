// Pure rules of projects.
import type { Language } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/** The name of a copy, with a number if necessary; the original name is truncated to make room for the suffix. */
export function copyName(name: string, taken: readonly string[], language: Language): string {
  const used = new Set(taken)
  for (let number = 1; ; number += 1) {
    const count = number === 1 ? '' : ` ${number}`
    const end = language === 'en' ? ` (copy${count})` : `（副本${count}）`
    // Does not split a surrogate pair.
    const copy = name.slice(0, limits.titleLength - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
    if (!used.has(copy)) return copy
  }
}

/** The ids in their new order: the listed ones first, the others after them in their order. */
export function ordered<Id extends number>(projects: readonly { id: Id }[], named: readonly Id[]): Id[] {
  const first = new Set(named)
  return [...first, ...projects.map(({ id }) => id).filter((id) => !first.has(id))]
}

/** The ids with one of them moved up or down by one. */
export function moved<Id extends number>(ids: readonly Id[], at: number, step: 1 | -1): Id[] {
  const to = at + step
  if (at < 0 || at >= ids.length || to < 0 || to >= ids.length) return [...ids]
  const rest = ids.filter((_, index) => index !== at)
  return [...rest.slice(0, to), ids[at]!, ...rest.slice(to)]
}
