// The only place where a query is restricted to its caller. A store receives a `Sight`, which reaches only rows of the
// caller's organisation, and among its devices only those that the account may see. Row-level security backs it up
// (migration 0012): a statement that bypasses a `Sight` reads nothing.
import {
  type AliasedExpression,
  type ComparisonOperatorExpression,
  type ExpressionOrFactory,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type Kysely,
  type OperandValueExpressionOrList,
  type RawBuilder,
  type ReferenceExpression,
  type Selectable,
  type SelectExpression,
  type Selection,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import { fail } from '../contract/errors.ts'
import type {
  AlarmRuleId,
  ColumnId,
  DriverId,
  EquipmentId,
  OrgId,
  PageId,
  ProjectId,
  ReportId,
  ScriptId,
  SignalId,
} from '../contract/fields.ts'
import { isInRange, isMadeInRange, type People, type RangedKind } from './range.ts'
import type { DB, RoomTables, SpineTables } from './schema.ts'

type Scope<Row> = {
  /** The column that names the organisation. */
  org: keyof Row
  /**
   * The column of the device, where a row belongs to one; `bound` for gateways, which serve a device; `holding` for
   * groups, which contain devices, also in groups below.
   */
  device?: keyof Row | 'bound' | 'holding'
  /** The table also holds rows of templates: their configuration. No call writes such a row to another table. */
  hasTemplates?: true
  /** The column of the project, where a row belongs to one; if `device` is set too, a row belongs to either. */
  project?: keyof Row
  /**
   * A row without a device and without a project belongs to the organisation; the contract of each call decides who may
   * use it.
   */
  hasOwn?: true
}

/** Scope of each core table; `platform`: calls of accounts cannot reach it. */
const spineScopes = {
  organisation: { org: 'id' },
  department: { org: 'orgId' },
  role: { org: 'orgId' },
  account: { org: 'orgId' },
  accessGrant: { org: 'orgId' },
  session: { org: 'orgId' },
  socketToken: { org: 'orgId', device: 'equipmentId' },
  gateway: { org: 'orgId', device: 'bound' },
  equipment: { org: 'orgId', device: 'id', hasTemplates: true },
  binding: { org: 'orgId', device: 'equipmentId' },
  configVersion: { org: 'orgId', device: 'equipmentId', project: 'projectId', hasTemplates: true, hasOwn: true },
  driver: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  driverSecret: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  signal: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  lastValue: { org: 'orgId', device: 'equipmentId' },
  operationLog: { org: 'orgId' },
  command: { org: 'orgId', device: 'equipmentId' },
  project: { org: 'orgId', project: 'id' },
  page: { org: 'orgId', device: 'equipmentId', project: 'projectId', hasTemplates: true },
  historyReport: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  historyColumn: { org: 'orgId', device: 'equipmentId', hasTemplates: true },
  historyGap: { org: 'orgId', device: 'equipmentId' },
  historyMark: 'platform',
  historyQuarantine: 'platform',
  historyEvent: 'platform',
  historyWriter: 'platform',
  historyChunk: 'platform',
} as const satisfies { [T in keyof SpineTables]: Scope<SpineTables[T]> | 'platform' }

/**
 * Scope of a room's table: with an organisation it is restricted to it, with a device or a project to the visible ones;
 * a row of a session only to that session; otherwise the table belongs to the platform.
 */
type RoomScope<Row> = Row extends { orgId: unknown; equipmentId: infer E; projectId: unknown }
  ? // At least one of the two columns is set; both are set for a device in a project.
    null extends E
    ? { org: 'orgId'; device: 'equipmentId'; project: 'projectId' }
    : { org: 'orgId'; device: 'equipmentId' }
  : Row extends { orgId: unknown; equipmentId: unknown }
    ? { org: 'orgId'; device: 'equipmentId'; hasTemplates?: true }
    : Row extends { orgId: unknown; projectId: unknown; id: unknown }
      ? { org: 'orgId'; project: 'projectId' }
      : Row extends { orgId: unknown }
        ? { org: 'orgId'; device?: 'holding' }
        : 'platform'

/** Scopes of the rooms' tables: the type ensures that none is missing and none is too wide. */
export type RoomScopes = { readonly [T in keyof RoomTables]: RoomScope<RoomTables[T]> }
type TableScope = { org: string; device?: string; project?: string; hasTemplates?: boolean; hasOwn?: boolean }
export type Scopes = Readonly<Record<string, TableScope | 'platform'>>

/** The scopes of all tables, including those of the rooms. */
export const scopesWith = (ofRooms: Scopes): Scopes => ({ ...spineScopes, ...ofRooms })

/** A table that calls of accounts reach. */
export type ScopedTable =
  | { [T in keyof SpineTables]: (typeof spineScopes)[T] extends 'platform' ? never : T }[keyof SpineTables]
  | { [T in keyof RoomTables]: RoomTables[T] extends { orgId: unknown } ? T : never }[keyof RoomTables]

/** The devices that an account may see: all of its organisation, or this list. */
export type VisibleDevices = 'all' | readonly EquipmentId[]

/** The templates that a call sees: all of its organisation, or this list. */
type VisibleTemplates = 'all' | readonly EquipmentId[]

/** The projects that an account may see: all of its organisation, or this list. */
export type VisibleProjects = 'all' | readonly ProjectId[]

/** Whether a device is among the visible ones. */
export const isAmong = (devices: VisibleDevices, id: EquipmentId): boolean => devices === 'all' || devices.includes(id)

type Row<T extends ScopedTable> = { [K in T]: Selectable<DB[K]> }
type Only<T extends ScopedTable> = Pick<DB, T>
/** The organisation is set by the sight and cannot be passed in, not even by a spread. */
type WithoutOrg<R> = Omit<R, 'orgId'> & { orgId?: never }

export type Sight = {
  readonly orgId: OrgId
  /** The visible rows of a table, for joins and subqueries: `.leftJoin(sight.table('gateway'), …)`. */
  table<T extends ScopedTable>(table: T): AliasedExpression<Selectable<DB[T]>, T>
  /** A query of the visible rows; only tables joined through `table` are available. */
  from<T extends ScopedTable>(table: T): SelectQueryBuilder<Row<T>, T, object>
  /** Whether a row, under its table's own name, is in the caller's data range: a condition for lists and checks. */
  inRange(kind: RangedKind): RawBuilder<SqlBool>
  /** Whether the account in `created_by` of a row is in the caller's data range. */
  madeInRange(table: ScopedTable): RawBuilder<SqlBool>
}

/** Type of the ids of each sequence. */
type Drawn = {
  driver_id: DriverId
  signal_id: SignalId
  report_id: ReportId
  column_id: ColumnId
  alarm_rule_id: AlarmRuleId
  script_id: ScriptId
}

/** Access to visible rows that also allows changes, within the transaction of the call. */
export type WritableSight = Sight & {
  insert<T extends ScopedTable>(
    table: T,
    rows: WithoutOrg<Insertable<DB[T]>> | WithoutOrg<Insertable<DB[T]>>[],
  ): InsertQueryBuilder<Only<T>, T, InsertResult>
  update<T extends ScopedTable>(table: T, change: WithoutOrg<Updateable<DB[T]>>): ScopedWrite<T>
  remove<T extends ScopedTable>(table: T): ScopedWrite<T>
  /** New ids of a sequence, never used before or again. */
  draw<S extends keyof Drawn>(sequence: S, count: number): Promise<Drawn[S][]>
  /** Blocks other transactions of this organisation with the same purpose until the present transaction ends. */
  lock(purpose: string): Promise<void>
  /**
   * Whether a session exists; it cannot end before the transaction does. A guest's session belongs to another
   * organisation.
   */
  holdSession(tokenHash: Buffer): Promise<boolean>
  /** The access to visible rows, including a project created in this transaction. Throws for any other project. */
  withNew(project: ProjectId): Promise<WritableSight>
  /**
   * Access to all rows of the organisation, for limits, unique names and places, which invisible rows share. Nothing
   * else that it returns may reach the caller.
   */
  wholeOrg(): WritableSight
  /** Runs the work in one transaction; within a transaction the work becomes part of it. */
  transaction<R>(work: (sight: WritableSight) => Promise<R>): Promise<R>
}

/** An update or removal of visible rows: it can be narrowed, never widened. */
interface ScopedWrite<T extends ScopedTable, O = object> {
  where<C extends ReferenceExpression<Only<T>, T>, V extends OperandValueExpressionOrList<Only<T>, T, C>>(
    column: C,
    operator: ComparisonOperatorExpression,
    value: V,
  ): ScopedWrite<T, O>
  where(condition: ExpressionOrFactory<Only<T>, T, SqlBool>): ScopedWrite<T, O>
  returning<E extends SelectExpression<Only<T>, T>>(
    columns: readonly E[] | E,
  ): ScopedWrite<T, O & Selection<Only<T>, T, E>>
  execute(): Promise<O[]>
  executeTakeFirst(): Promise<O | undefined>
}

/**
 * Restrictions of a sight. `projects`: default all if all devices are visible, else none. `pages`: only these of the
 * visible ones. `templates`: default none; a call may change the templates that it sees. `writable…`: those of the
 * visible ones that a change may touch, default all. `people`: the data range over accounts, default all if all devices
 * are visible, else none. `scopes`: including the rooms' tables; default only the core tables.
 */
export type Bound = {
  orgId: OrgId
  devices: VisibleDevices
  templates?: VisibleTemplates
  projects?: VisibleProjects
  pages?: readonly PageId[] | undefined
  writable?: VisibleDevices
  writableProjects?: VisibleProjects
  people?: People
  scopes?: Scopes
}

const projectsOf = ({ devices, projects = devices === 'all' ? 'all' : [] }: Bound): VisibleProjects => projects

// Kysely cannot follow a generic table name: the casts of builders are confined to this file.
type AnyTable = 'equipment'

/** The rows that a reading call sees. `db` is a connection of `Database.sights`. */
export function sightOf(db: Kysely<DB>, bound: Bound): Sight {
  const { orgId } = bound
  const table = <T extends ScopedTable>(name: T): AliasedExpression<Selectable<DB[T]>, T> =>
    db
      .selectFrom(name as AnyTable)
      .selectAll(name as AnyTable)
      .where(isVisible(name, bound))
      .as(name) as never
  const people = bound.people ?? (bound.devices === 'all' ? 'all' : 'none')
  const { devices, writable = devices } = bound
  const projects = projectsOf(bound)
  const seen = { orgId, devices, writable, projects, writableProjects: bound.writableProjects ?? projects }
  const groups = () => sql`select device_group.id from device_group where ${isVisible('deviceGroup', bound)}`
  return {
    orgId,
    table,
    from: (name) => db.selectFrom(table(name) as never) as never,
    inRange: (kind) => isInRange(kind, people, seen, groups),
    madeInRange: (name) => isMadeInRange(name, people, orgId),
  }
}

/** The rows that a change sees and may write. */
export function writableSight(db: Kysely<DB>, bound: Bound): WritableSight {
  const { orgId } = bound
  const changing = {
    ...bound,
    devices: bound.writable ?? bound.devices,
    projects: bound.writableProjects ?? projectsOf(bound),
  }
  const withOrg = (row: object) => ({ ...row, orgId })
  return {
    ...sightOf(db, bound),
    insert(table, rows) {
      const all: object[] = Array.isArray(rows) ? rows : [rows]
      mustBeWritable(table, all, changing)
      return db.insertInto(table as AnyTable).values(all.map(withOrg) as never) as never
    },
    update(table, change) {
      if ('orgId' in change) throw new Error(`${table}: a row stays with its organisation`)
      return db
        .updateTable(table as AnyTable)
        .set(change as never)
        .where(isVisible(table, changing)) as never
    },
    remove: (table) => db.deleteFrom(table as AnyTable).where(isVisible(table, changing)) as never,
    async draw<S extends keyof Drawn>(sequence: S, count: number) {
      const drawn = await sql<{
        id: Drawn[S]
      }>`select nextval(${sequence})::int as id from generate_series(1, ${count})`.execute(db)
      return drawn.rows.map(({ id }) => id)
    },
    async lock(purpose) {
      await sql`select pg_advisory_xact_lock(hashtext(${purpose}), ${orgId})`.execute(db)
    },
    async holdSession(tokenHash) {
      const { rows } = await sql<{ held: boolean }>`select hold_session(${tokenHash}) as held`.execute(db)
      return rows[0]?.held ?? false
    },
    async withNew(project) {
      const { rows } = await sql<{ id: ProjectId }>`select id from project where id = ${project} and org_id = ${orgId}
        and xmin::text = pg_current_xact_id()::xid::text`.execute(db)
      if (!db.isTransaction || rows.length === 0) throw new Error(`project ${project} is not of this transaction`)
      const also = (visible: VisibleProjects) => (visible === 'all' ? visible : [...visible, project])
      const writableProjects = also(bound.writableProjects ?? projectsOf(bound))
      return writableSight(db, { ...bound, projects: also(projectsOf(bound)), writableProjects })
    },
    wholeOrg: () => writableSight(db, { orgId, devices: 'all', ...(bound.scopes && { scopes: bound.scopes }) }),
    transaction: (work) =>
      db.isTransaction
        ? work(writableSight(db, bound))
        : db.transaction().execute((inner) => work(writableSight(inner, bound))),
  }
}

function scopeOf(table: ScopedTable, { scopes = spineScopes }: Bound): TableScope {
  const scope = scopes[table]
  if (scope === undefined) throw new Error(`${table} is of a room that did not tell how it is bound`)
  if (scope === 'platform') throw new Error(`${table} is the platform's own`)
  return scope
}

/** Rows cannot be added to a device or project that the caller may see but not change. Throws noWritePermission. */
function mustBeWritable(table: ScopedTable, rows: readonly object[], bound: Bound): void {
  if (bound.devices === 'all' && projectsOf(bound) === 'all') return
  const { device, project, hasTemplates = false } = scopeOf(table, bound)
  const isOfDevice = device !== undefined && device !== 'bound' && device !== 'holding'
  const { devices, templates = [] } = bound
  // If all templates are visible, the query need not check whether a device is one: the call is only about templates.
  const reached = hasTemplates && templates === 'all' ? 'all' : withTemplates(devices, hasTemplates ? templates : [])
  for (const row of rows as Record<string, unknown>[]) {
    const beyond =
      (isOfDevice && isBeyond(reached, row[device])) ||
      // A project that is being added has no id yet.
      (project !== undefined && isBeyond(projectsOf(bound), row[project]))
    if (beyond) throw fail('noWritePermission')
  }
}

const isBeyond = (visible: VisibleDevices | VisibleProjects, id: unknown): boolean =>
  visible !== 'all' && typeof id === 'number' && !(visible as readonly number[]).includes(id)

const withTemplates = (devices: VisibleDevices, templates: VisibleTemplates): VisibleDevices =>
  devices === 'all' || templates === 'all' ? devices : [...devices, ...templates]

/** Whether the row's device is visible to the call; false for a row without a device. */
function isOfSeen(column: RawBuilder<unknown>, { orgId, devices, templates = [] }: Bound): RawBuilder<SqlBool> {
  // The ids of all templates in an array, evaluated once per statement: there are few templates.
  const all = sql`array(select id from equipment where org_id = ${orgId} and is_template)`
  if (devices !== 'all') {
    const seen = sql<SqlBool>`${column} = any(${withTemplates(devices, templates)}::int[])`
    return templates === 'all' ? sql<SqlBool>`(${seen} or ${column} = any(${all}))` : seen
  }
  if (templates === 'all') return sql<SqlBool>`${column} is not null`
  const isNone = sql<SqlBool>`${column} <> all(${all})`
  return templates.length === 0 ? isNone : sql<SqlBool>`(${isNone} or ${column} = any(${templates}::int[]))`
}

function isVisible(table: ScopedTable, bound: Bound) {
  const { orgId, devices, templates = [] } = bound
  const { org, device, project, hasTemplates = false } = scopeOf(table, bound)
  const ofOrg = sql<SqlBool>`${sql.ref(`${table}.${org}`)} = ${orgId}`
  const own = table === 'page' && bound.pages ? sql<SqlBool>`${ofOrg} and page.id = any(${bound.pages}::int[])` : ofOrg
  if (project !== undefined) return isVisibleBy(own, table, { device, project }, bound)
  if (device === undefined) return own
  if (hasTemplates) {
    // The column of the row itself gives the same result without a subquery.
    if (table === 'equipment' && devices === 'all' && templates.length === 0)
      return sql<SqlBool>`${own} and not equipment.is_template`
    return sql<SqlBool>`${own} and ${isOfSeen(sql.ref(`${table}.${device}`), bound)}`
  }
  if (devices === 'all') return own
  const ids = sql`any(${devices}::int[])`
  if (device === 'holding')
    return sql<SqlBool>`${own} and ${sql.ref(`${table}.id`)} in (
      with recursive holding as (
        select group_id as id from equipment where org_id = ${orgId} and equipment.id = ${ids}
        union select above.parent_id from device_group as above join holding on holding.id = above.id)
      select id from holding)`
  if (device !== 'bound') return sql<SqlBool>`${own} and ${sql.ref(`${table}.${device}`)} = ${ids}`
  return sql<SqlBool>`${own} and exists (select from binding as serving
    where serving.gateway_id = gateway.id and serving.unbound_at is null and serving.equipment_id = ${ids})`
}

/** A row of a project, or of either a device or a project. */
function isVisibleBy(
  own: RawBuilder<SqlBool>,
  table: ScopedTable,
  { device, project }: { device: string | undefined; project: string },
  bound: Bound,
) {
  const projects = projectsOf(bound)
  const { hasTemplates, hasOwn = false } = scopeOf(table, bound)
  const isAll = bound.devices === 'all' && (!hasTemplates || bound.templates === 'all')
  if (projects === 'all' && (isAll || device === undefined)) return own
  const ofProject =
    projects === 'all'
      ? sql<SqlBool>`${sql.ref(`${table}.${project}`)} is not null`
      : sql<SqlBool>`${sql.ref(`${table}.${project}`)} = any(${projects}::int[])`
  if (device === undefined) return sql<SqlBool>`${own} and ${ofProject}`
  const column = sql.ref(`${table}.${device}`)
  // A caller that sees all devices and projects also sees rows that belong to neither.
  const seesAll = projects === 'all' && bound.devices === 'all'
  const isNeither = sql`${column} is null and ${sql.ref(`${table}.${project}`)} is null or`
  const ofNeither = seesAll ? sql`${column} is null or` : hasOwn ? isNeither : sql``
  const ofDevice = hasTemplates
    ? isOfSeen(column, bound)
    : bound.devices === 'all'
      ? sql<SqlBool>`${column} is not null`
      : sql<SqlBool>`${column} = any(${bound.devices}::int[])`
  return sql<SqlBool>`${own} and (${ofNeither} ${ofDevice} or ${ofProject})`
}
