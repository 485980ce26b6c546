// The names of people, departments and companies: those that a caller sees by its permissions, and those that alarms
// name.
import { type SqlBool, sql } from 'kysely'
import type { Permission, RoleType } from '../../../contract/permissions.ts'
import type { Sight } from '../../../db/sight.ts'
import type { NameKind } from './contract.ts'

export type PeopleNaming = {
  /** True for callers who see roles: adds names and remarks of the roles in their range. */
  hasRoles: boolean
  /** For callers who see departments: those in their range. */
  hasDepartments: boolean
  /** For callers who have an account: the name of the company. */
  hasCompany: boolean
  /** The types of accounts that the caller sees: adds people, their companies and roles, in the caller's range. */
  accountTypes: readonly RoleType[]
}

/** The roles of the accounts of these types in the caller's range. */
const loadRolesOfAccounts = (sight: Sight, most: number, types: readonly RoleType[]) =>
  sight
    .from('account')
    .innerJoin(sight.table('role'), 'role.id', 'account.roleId')
    .select('role.name')
    .distinct()
    .where('account.roleType', 'in', types)
    .where(sight.inRange('account'))
    .limit(most)
    .execute()

/** The people of these types in the caller's range, and the companies of customers. */
const loadPeople = (sight: Sight, most: number, types: readonly RoleType[]) =>
  sight
    .from('account')
    .select(['account.name', 'account.company'])
    .where('account.roleType', 'in', types)
    .where(sight.inRange('account'))
    .limit(most)
    .execute()

const names = (rows: readonly { name: string | null }[]) => rows.flatMap(({ name }) => name ?? [])

/** Names of the roles, departments, people and companies that the caller sees. */
export async function loadNamesOfPeople(
  sight: Sight,
  most: number,
  naming: PeopleNaming,
): Promise<[NameKind, string[]][]> {
  const { hasRoles, hasDepartments, hasCompany, accountTypes } = naming
  const hasPeople = accountTypes.length > 0
  const [roles, rolesOfAccounts, departments, people, company] = await Promise.all([
    hasRoles
      ? sight.from('role').select(['role.name', 'role.remark']).where(sight.inRange('role')).limit(most).execute()
      : [],
    hasPeople ? loadRolesOfAccounts(sight, most, accountTypes) : [],
    hasDepartments
      ? sight.from('department').select('department.name').where(sight.inRange('department')).limit(most).execute()
      : [],
    hasPeople ? loadPeople(sight, most, accountTypes) : [],
    hasCompany ? sight.from('organisation').select('organisation.name').execute() : [],
  ])
  return [
    ['role', [...roles.flatMap(({ name, remark }) => [name, remark ?? []].flat()), ...names(rolesOfAccounts)]],
    ['department', names(departments)],
    ['person', names(people)],
    ['company', [...names(company), ...people.flatMap((each) => each.company ?? [])]],
  ]
}

/**
 * The names of people, customers and departments that have a translation and are beyond the caller's permissions or data
 * range. A name can be in use for something else too. There are no more of them than translations.
 */
export async function loadTranslatedBeyond(
  sight: Sight,
  { accountTypes, hasDepartments }: Pick<PeopleNaming, 'accountTypes' | 'hasDepartments'>,
): Promise<string[]> {
  const translated = () => sight.from('translation').select('translation.source')
  const isSeen = sql<SqlBool>`account.role_type::text = any(${accountTypes}::text[]) and ${sight.inRange('account')}`
  const accounts = () => sight.from('account').where(sql<SqlBool>`(${isSeen}) is not true`)
  const [people, companies, departments] = await Promise.all([
    accounts().select('account.name').where('account.name', 'in', translated()).distinct().execute(),
    accounts().select('account.company as name').where('account.company', 'in', translated()).distinct().execute(),
    sight
      .from('department')
      .select('department.name')
      .where(sql<SqlBool>`(${sql.lit(hasDepartments)} and ${sight.inRange('department')}) is not true`)
      .where('department.name', 'in', translated())
      .distinct()
      .execute(),
  ])
  return names([...people, ...companies, ...departments])
}

const editKeys = {
  admin: 'staff:edit',
  operation: 'staff:edit',
  enterprise: 'account:edit',
  internal: 'account:edit',
  external: 'external:edit',
} as const satisfies Record<RoleType, Permission>

/** The permissions to rename what has one of these names: people, customers, departments, the company. */
export type NameOwner = { name: string; key: Permission; kind: 'person' | 'company' | 'department'; isInRange: boolean }

/** The people, customers and departments of the organisation with one of these names, and the company itself. */
export async function loadNameOwners(sight: Sight, sources: readonly string[]): Promise<NameOwner[]> {
  const isNamed = (column: string) => sql<SqlBool>`${sql.ref(column)} = any(${sources}::text[])`
  const inRange = (kind: 'account' | 'department') => sql<boolean>`${sight.inRange(kind)} is true`.as('isInRange')
  const accounts = () =>
    sight
      .from('account')
      .select(['account.roleType', inRange('account')])
      .distinct()
  const [people, customers, departments, companies] = await Promise.all([
    accounts().select('account.name').where(isNamed('account.name')).execute(),
    accounts().select('account.company as name').where(isNamed('account.company')).execute(),
    sight
      .from('department')
      .select(['department.name', inRange('department')])
      .where(isNamed('department.name'))
      .execute(),
    sight.from('organisation').select('organisation.name').where(isNamed('organisation.name')).execute(),
  ])
  const ofAccount =
    (kind: 'person' | 'company') =>
    ({ name, roleType, isInRange }: { name: string | null; roleType: RoleType; isInRange: boolean }): NameOwner => ({
      ...{ name: name ?? '', key: editKeys[roleType], kind, isInRange },
    })
  return [
    ...people.map(ofAccount('person')),
    ...customers.map(ofAccount('company')),
    ...departments.map((each) => ({ ...each, key: 'department:edit' as const, kind: 'department' as const })),
    ...companies.map(({ name }) => ({
      ...{ name, key: 'organisation:edit' as const, kind: 'company' as const, isInRange: true },
    })),
  ]
}

/** Older alarms and deliveries are not searched for names. */
const newestSearched = 1000

/** The people that alarms of visible devices name: they acknowledged, silenced, commented, or are notified. */
export async function loadPeopleInAlarms(sight: Sight, most: number): Promise<string[]> {
  const newest = () =>
    sight.from('alarm').orderBy('alarm.raisedAt', 'desc').orderBy('alarm.id', 'desc').limit(newestSearched)
  const rows = await Promise.all([
    newest().select('alarm.acknowledgedName as name').execute(),
    sight
      .from('alarmNote')
      .select('alarmNote.accountName as name')
      .where('alarmNote.alarmId', 'in', newest().select('alarm.id'))
      .distinct()
      .limit(most)
      .execute(),
    sight.from('alarmShelf').select('alarmShelf.accountName as name').distinct().limit(most).execute(),
    sight
      .from('account')
      .select('account.name')
      .where(
        sql<SqlBool>`account.id in (select jsonb_path_query(alarm_rule.spec, '$.steps[*].accountIds[*]')::int
          from ${sight.table('alarmRule')} where alarm_rule.removed_at is null)`,
      )
      .limit(most)
      .execute(),
  ])
  return names(rows.flat())
}

/** The people that notifications of visible devices and handover notes name, which only staff of the company see. */
export async function loadPeopleNotified(sight: Sight): Promise<string[]> {
  const rows = await Promise.all([
    sight
      .from('delivery')
      .select('delivery.accountName as name')
      .orderBy('delivery.id', 'desc')
      .limit(newestSearched)
      .execute(),
    sight
      .from('alarmHandover')
      .select('alarmHandover.accountName as name')
      .orderBy('alarmHandover.id', 'desc')
      .limit(newestSearched)
      .execute(),
  ])
  return names(rows.flat())
}
