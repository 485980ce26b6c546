// The rules of pages embedded in pages. Pure.

const maxNested = 3

/** The reason why a page cannot be embedded in this chain of pages, outermost first; undefined if it can. */
export function cannotHold(chain: readonly number[], pageId: number): 'holdsItself' | 'tooDeep' | undefined {
  if (chain.includes(pageId)) return 'holdsItself'
  return chain.length >= maxNested ? 'tooDeep' : undefined
}
