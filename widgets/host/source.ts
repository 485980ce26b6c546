// The source of a page's values. Live monitoring is one source, the past another; each decides which kinds of bindings
// it supports. [DESIGN 3.2]
import type { Value } from '../../core/data-type.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import type { Bound } from '../binds.ts'

export type ValueSource = {
  /** The cell of a binding; undefined for an empty binding, or one that this source does not support. */
  cell: (bound: Bound) => SignalCell | undefined
  freshness: (bound: Bound, reading: CellReading) => Freshness
  /** The texts that are defined for values of the variable. */
  texts: (bound: Bound) => string | null
  /** The text shown beside the mark of a bad value; undefined: a dash. */
  standIn?: (bound: Bound) => Value | null
  /** The text shown before the first value; undefined: a dash. Never drawn as live. */
  before?: (bound: Bound) => Value | null
  /**
   * True while the page is edited: widgets then show values where they are available, otherwise the name of the
   * binding.
   */
  isForEditing?: boolean
  /** The values never change: no cell is watched, and no value gets old. */
  isFixed?: boolean
  /** Epoch ms on the platform's clock. */
  now: () => number
}
