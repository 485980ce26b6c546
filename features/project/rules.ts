// Pure rules of projects.

/** The numbers in their new order: those that are named first, the others behind as they were. */
export function ordered<Id extends number>(projects: readonly { id: Id }[], named: readonly Id[]): Id[] {
  const first = new Set(named)
  return [...first, ...projects.map(({ id }) => id).filter((id) => !first.has(id))]
}

/** The same with one of them a place further up or down. */
export function moved<Id extends number>(ids: readonly Id[], at: number, step: 1 | -1): Id[] {
  const to = at + step
  if (at < 0 || at >= ids.length || to < 0 || to >= ids.length) return [...ids]
  const rest = ids.filter((_, index) => index !== at)
  return [...rest.slice(0, to), ids[at]!, ...rest.slice(to)]
}
