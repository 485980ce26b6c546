import type { Viewer } from './prepare.ts'
import type { ValueSource } from './source.ts'

/** No values in the editor: each widget shows what it is. */
export const noValues: ValueSource = {
  cell: () => undefined,
  freshness: () => 'never',
  texts: () => null,
  now: () => 0,
}

/** All regions, and texts as their author wrote them. */
export const asAuthored: Viewer = { regions: null, words: (source) => source }
