// Enterprises, across organisations: only the platform's operator may use these queries.
import { type Kysely, sql } from 'kysely'
import { fail, type Language } from '../../../contract/errors.ts'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import { hasSecondFactor, lockMark } from '../../../db/account-marks.ts'
import { contains } from '../../../db/like.ts'
import type { DB } from '../../../db/schema.ts'
import { type Sight, type WritableSight, writableSight } from '../../../db/sight.ts'
import type { Enterprise, EnterpriseAccountId, MyOrganisation } from './contract.ts'

export type DbOf = Kysely<DB>
/** The fields of an enterprise. `zone` undefined: unchanged. */
type Own = Pick<Enterprise, 'name' | 'contact' | 'phone' | 'email' | 'address' | 'remark'> & {
  zone?: string | undefined
}
type OfOperator = Own & Pick<Enterprise, 'maxInternal' | 'maxExternal'>

export const inTransaction = <R>(db: DbOf, work: (db: DbOf) => Promise<R>): Promise<R> => db.transaction().execute(work)

/** Write access to accounts and log of an organisation, within a transaction. */
export const sightIn = (db: DbOf, orgId: OrgId): WritableSight => writableSight(db, { orgId, devices: 'all' })

const ownColumns = [
  'organisation.name',
  'organisation.contact',
  'organisation.phone',
  'organisation.email',
  'organisation.address',
  'organisation.zone',
  'organisation.remark',
] as const
const columns = [...ownColumns, 'organisation.maxInternal', 'organisation.maxExternal'] as const

/** Counts accounts without those that wait for approval, which the limits do not count either. */
const accountsOf = (roleType: string) => sql<number>`(select count(*)::int from account
  where org_id = organisation.id and role_type = ${roleType} and waits_since is null)`
const counts = [
  accountsOf('internal').as('internalCount'),
  accountsOf('external').as('externalCount'),
  sql<number>`(select count(*)::int from equipment where org_id = organisation.id and not is_template)`.as(
    'equipmentCount',
  ),
] as const

type EnterpriseFilter = {
  pageNo: number
  pageSize: number
  keyword: string | null
  disabled?: boolean | null | undefined
}

/** A page of the enterprises by name, each with its enterprise accounts. */
export async function loadEnterprises(
  db: DbOf,
  { pageNo, pageSize, keyword, disabled }: EnterpriseFilter,
): Promise<{ total: number; rows: Enterprise[] }> {
  let query = db.selectFrom('organisation').where('organisation.kind', '=', 'enterprise')
  if (disabled != null) query = query.where('organisation.disabled', '=', disabled)
  if (keyword) {
    const like = contains(keyword)
    const named = (['name', 'contact', 'phone', 'email', 'remark'] as const).map(
      (column) => `organisation.${column}` as const,
    )
    query = query.where((eb) =>
      eb.or([
        ...named.map((column) => eb(column, 'ilike', like)),
        eb.exists(
          eb
            .selectFrom('account')
            .whereRef('account.orgId', '=', 'organisation.id')
            .where('account.roleType', '=', 'enterprise')
            .where('account.loginname', 'ilike', like),
        ),
      ]),
    )
  }
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const found = await query
    .select([...columns, ...counts])
    .select(['organisation.id', 'organisation.disabled', 'organisation.createdAt'])
    .orderBy(sql`lower(organisation.name)`)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const accounts = await loadEnterpriseAccounts(
    db,
    found.map(({ id }) => id),
  )
  const rows = found.map((row) => ({ ...row, accounts: accounts.filter(({ orgId }) => orgId === row.id) }))
  return { total: Number(total), rows: rows as unknown as Enterprise[] }
}

const enterpriseAccounts = (db: DbOf) =>
  db
    .selectFrom('account')
    .where('account.roleType', '=', 'enterprise')
    .select(['account.id', 'account.orgId', 'account.loginname', 'account.name', 'account.phone', 'account.email'])
    .select(['account.disabled', 'account.changePassword'])
    .select([lockMark.as('lock'), hasSecondFactor.as('hasSecondFactor')])

const loadEnterpriseAccounts = (db: DbOf, orgIds: readonly OrgId[]) =>
  orgIds.length === 0
    ? Promise.resolve([])
    : enterpriseAccounts(db).where('account.orgId', 'in', orgIds).orderBy('account.id').execute()

export const loadEnterpriseAccount = (db: DbOf, id: EnterpriseAccountId) =>
  enterpriseAccounts(db)
    .where('account.id', '=', id as number as AccountId)
    .executeTakeFirst()

/** Number of enterprise accounts that can sign in, other than one. */
export async function countOthers(db: DbOf, orgId: OrgId, id: AccountId): Promise<number> {
  const rows = await enterpriseAccounts(db)
    .where('account.orgId', '=', orgId)
    .where('account.disabled', '=', false)
    .where('account.id', '<>', id)
    .execute()
  return rows.length
}

type Contact = { name: string; phone: string | null; email: string | null }

export const updateContact = (db: DbOf, id: AccountId, change: Partial<Contact & { disabled: boolean }>) =>
  db.updateTable('account').set(change).where('id', '=', id).execute().catch(asTaken)

/** Loads and locks an enterprise; undefined for the platform's own organisation. */
export const lockEnterprise = (db: DbOf, id: OrgId) =>
  db
    .selectFrom('organisation')
    .select([...columns, 'organisation.disabled'])
    .where('organisation.id', '=', id)
    .where('organisation.kind', '=', 'enterprise')
    .forUpdate()
    .executeTakeFirst()

const taken = {
  account_phone: () => fail('phoneExists', {}, { field: 'phone' }),
  account_email: () => fail('emailExists', {}, { field: 'email' }),
}

function asTaken(error: unknown, name = ''): never {
  const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
  if (code === '23505' && constraint === 'organisation_name') throw fail('nameExists', { name }, { field: 'name' })
  if (code === '23505' && constraint in taken) throw taken[constraint as keyof typeof taken]()
  throw error
}

/** Adds an enterprise. Throws 10003. */
export async function insertEnterprise(
  db: DbOf,
  { zone, ...enterprise }: OfOperator & { zone: string },
  at: number,
): Promise<OrgId> {
  const row = await db
    .insertInto('organisation')
    .values({ ...enterprise, zone, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => asTaken(error, enterprise.name))
  return row.id
}

/** Changes an enterprise. Throws 10003. */
export const updateEnterprise = (db: DbOf, id: OrgId, change: OfOperator) =>
  db
    .updateTable('organisation')
    .set(change)
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => asTaken(error, change.name))

export const setDisabled = (db: DbOf, id: OrgId, disabled: boolean) =>
  db.updateTable('organisation').set({ disabled }).where('id', '=', id).execute()

/** Ends sessions of the organisation's accounts anywhere and of guests in it, and revokes their pending commands. */
export async function endSessions(db: DbOf, orgId: OrgId): Promise<void> {
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('orgId', '=', orgId), eb('actingOrgId', '=', orgId)]))
    .execute()
  await db
    .updateTable('command')
    .set({ revoked: true })
    .where('status', '=', 'waiting')
    .where((eb) =>
      eb.or([
        eb('orgId', '=', orgId),
        eb('accountId', 'in', eb.selectFrom('account').select('account.id').where('account.orgId', '=', orgId)),
      ]),
    )
    .execute()
}

export async function loadMine(sight: Sight): Promise<Omit<MyOrganisation, 'maxEnterprise'>> {
  const row = await sight
    .from('organisation')
    .select([...columns, ...counts])
    .select([
      'organisation.id',
      'organisation.createdAt',
      'organisation.language',
      accountsOf('enterprise').as('enterpriseCount'),
    ])
    .select((eb) => eb('organisation.kind', '=', 'platform').as('isPlatform'))
    .executeTakeFirstOrThrow()
  return row as unknown as Omit<MyOrganisation, 'maxEnterprise'>
}

export const loadOwn = (sight: Sight) =>
  sight
    .from('organisation')
    .select([...ownColumns, 'organisation.language'])
    .executeTakeFirstOrThrow()

/** Changes the caller's own enterprise. Throws 10003. */
export const updateMine = (sight: WritableSight, change: Own & { language?: Language | null | undefined }) =>
  sight
    .update('organisation', change)
    .where('id', '=', sight.orgId)
    .execute()
    .catch((error: unknown) => asTaken(error, change.name))
