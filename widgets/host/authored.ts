import type { Viewer } from './prepare.ts'
import type { ValueSource } from './source.ts'

/** The editor has no values: each widget shows its resting look. */
export const noValues: ValueSource = {
  cell: () => undefined,
  freshness: () => 'never',
  texts: () => null,
  now: () => 0,
}

/** Shows all regions, and texts in the language of their author. The designer adds the names of variables. */
export const asAuthored: Viewer = { regions: null, words: (source) => source }
