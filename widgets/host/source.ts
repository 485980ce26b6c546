// What a page asks of where its values come from. Live monitoring is one source, the past another; which kinds of
// bindings a source knows is its own business. [DESIGN 3.2]
import type { Value } from '../../core/data-type.ts'
import type { Freshness } from '../../signal/web/freshness.ts'
import type { CellReading, SignalCell } from '../../signal/web/values.ts'
import type { Bound } from '../binds.ts'

export type ValueSource = {
  /** Nothing for a binding that leads nowhere, or to what this source does not know. */
  cell: (bound: Bound) => SignalCell | undefined
  freshness: (bound: Bound, reading: CellReading) => Freshness
  /** Own words of a variable for its values. */
  texts: (bound: Bound) => string | null
  /** What a text shows where the value is bad, beside its mark; nothing: that there is none. */
  standIn?: (bound: Bound) => Value | null
  /** What a text shows before the first value; nothing: that there is none. It is never live. */
  before?: (bound: Bound) => Value | null
  /** While a page is edited: widgets show these values where they are known, and else what they are bound to. */
  isForEditing?: boolean
  /** Epoch ms on the platform's clock. */
  now: () => number
}
