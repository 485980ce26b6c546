// The one place where a query is bound to its organisation: a store is handed an `OrgDb` and cannot ask for the rows
// of another company.

import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  Updateable,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import { sql } from 'kysely'
import type { DB } from './schema.ts'

type OrgTable = { [T in keyof DB]: DB[T] extends { orgId: number | null } ? T : never }[keyof DB]
type RowOf<T extends OrgTable> = Omit<Insertable<DB[T]>, 'orgId'>

export type OrgDb = {
  readonly orgId: number
  /** Rows of this organisation; join further tables by their keys. */
  from<T extends OrgTable>(table: T): SelectQueryBuilder<DB, T, object>
  insert<T extends OrgTable>(table: T, rows: RowOf<T> | RowOf<T>[]): InsertQueryBuilder<DB, T, InsertResult>
  update<T extends OrgTable>(
    table: T,
    change: Omit<Updateable<DB[T]>, 'orgId'>,
  ): UpdateQueryBuilder<DB, T, T, UpdateResult>
  remove<T extends OrgTable>(table: T): DeleteQueryBuilder<DB, T, DeleteResult>
  /** New ids out of a sequence: never used before and never again. */
  draw(sequence: 'driver_id' | 'signal_id' | 'report_id' | 'column_id', count: number): Promise<number[]>
  /** Until the transaction ends, nobody else of this organisation passes the same lock. */
  lock(purpose: string): Promise<void>
  /** All or nothing; the inner `OrgDb` is bound to the same organisation. */
  transaction<R>(work: (org: OrgDb) => Promise<R>): Promise<R>
}

/** Binds a connection to an organisation. */
export function orgDb(db: Kysely<DB>, orgId: number): OrgDb {
  // Kysely cannot follow a generic table name, so the builders are cast here and nowhere else.
  const column = (table: string) => `${table}.orgId` as 'equipment.orgId'
  const named = (table: string) => table as 'equipment'
  const withOrg = (row: object) => ({ ...row, orgId })
  return {
    orgId,
    from: (table) => db.selectFrom(named(table)).where(column(table), '=', orgId) as never,
    insert: (table, rows) =>
      db.insertInto(named(table)).values((Array.isArray(rows) ? rows.map(withOrg) : withOrg(rows)) as never) as never,
    update: (table, change) =>
      db
        .updateTable(named(table))
        .set(change as never)
        .where(column(table), '=', orgId) as never,
    remove: (table) => db.deleteFrom(named(table)).where(column(table), '=', orgId) as never,
    async draw(sequence, count) {
      const drawn = await sql<{
        id: number
      }>`select nextval(${sequence})::int as id from generate_series(1, ${count})`.execute(db)
      return drawn.rows.map(({ id }) => id)
    },
    async lock(purpose) {
      await sql`select pg_advisory_xact_lock(hashtext(${purpose}), ${orgId})`.execute(db)
    },
    transaction: (work) => db.transaction().execute((inner) => work(orgDb(inner, orgId))),
  }
}
