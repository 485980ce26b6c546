// Combines the session locks that rooms define.
import { type RawBuilder, sql } from 'kysely'
import type { SessionLock } from './part-session-lock.ts'

const locks: readonly SessionLock[] = Object.values(
  import.meta.glob<{ default: SessionLock }>('../*/session-lock.ts', { eager: true }),
).map((room) => room.default)

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`

/** Whether the account requires a lock: over a row of `account`. */
export const usesLock = anyOf(locks.map(({ isUsed }) => isUsed))

/** Whether the session has not shown its lock lately; programs with an API key are exempt. `now`: epoch ms. */
export const isLocked = (now: number): RawBuilder<boolean> =>
  sql<boolean>`session.api_key_id is null and ${anyOf(locks.map(({ isDue }) => isDue(now)))}`

/** Sources that the pages of accounts with a lock may connect to. */
export const lockConnects: readonly string[] = locks.flatMap(({ connects }) => connects)
