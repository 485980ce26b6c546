// A lock of sessions, which a room of this wing declares in `session-lock.ts`: a locked session gets no data until it
// has shown what its account requires.
import type { RawBuilder } from 'kysely'

export type SessionLock = {
  /** Whether the account requires the lock, as SQL over a row of `account`. */
  isUsed: RawBuilder<boolean>
  /** Whether the session must show it now: over rows of `account` and `session`. `now`: epoch ms. */
  isDue: (now: number) => RawBuilder<boolean>
  /** Sources on the user's computer that the pages of such accounts may connect to. */
  connects: readonly string[]
}
