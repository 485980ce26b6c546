// Providers, their linked accounts, and open sign-ins. Not limited to one organisation: only the operator's calls and
// the sign-in itself use this store.
import { type Kysely, sql } from 'kysely'
import { fail } from '../../../contract/errors.ts'
import type { AccountId, OrgId } from '../../../contract/fields.ts'
import type { RoleType } from '../../../contract/permissions.ts'
import type { DB } from '../../../db/schema.ts'
import { type WritableSight, writableSight } from '../../../db/sight.ts'
import type { RoleMap, SignOnId } from './contract.ts'

export type Database = Kysely<DB>

export const inTransaction = <R>(db: Database, work: (db: Database) => Promise<R>): Promise<R> =>
  db.transaction().execute(work)

/** Write access to accounts and log of an organisation, within a transaction. */
export const sightIn = (db: Database, orgId: OrgId): WritableSight => writableSight(db, { orgId, devices: 'all' })

export type Settings = {
  name: string
  slug: string
  issuer: string
  clientId: string
  scope: string
  roleClaim: string | null
  roleMap: RoleMap
  addsAccounts: boolean
  emailDomains: string[]
  verifiesStep: boolean
  enabled: boolean
}

const columns = [
  'signOnProvider.id',
  'signOnProvider.orgId',
  'signOnProvider.name',
  'signOnProvider.slug',
  'signOnProvider.issuer',
  'signOnProvider.clientId',
  'signOnProvider.scope',
  'signOnProvider.roleClaim',
  'signOnProvider.roleMap',
  'signOnProvider.addsAccounts',
  'signOnProvider.emailDomains',
  'signOnProvider.verifiesStep',
  'signOnProvider.enabled',
] as const

export type Provider = Settings & { id: SignOnId; orgId: OrgId; secretSealed: Buffer }

/** Loads all providers, with their organisations and the number of linked accounts. */
export const loadProviders = (db: Database) =>
  db
    .selectFrom('signOnProvider')
    .innerJoin('organisation', 'organisation.id', 'signOnProvider.orgId')
    .select([...columns, 'signOnProvider.createdAt', 'organisation.name as orgName'])
    .select(
      sql<number>`(select count(*)::int from sign_on_link where provider_id = sign_on_provider.id)`.as('linkCount'),
    )
    .orderBy('signOnProvider.slug')
    .execute()

const whole = (db: Database) => db.selectFrom('signOnProvider').select([...columns, 'signOnProvider.secretSealed'])

export const loadProvider = (db: Database, id: SignOnId): Promise<Provider | undefined> =>
  whole(db).where('id', '=', id).executeTakeFirst()

export const lockProvider = (db: Database, id: SignOnId): Promise<Provider | undefined> =>
  whole(db).where('id', '=', id).forUpdate().executeTakeFirst()

export const loadBySlug = (db: Database, slug: string): Promise<Provider | undefined> =>
  whole(db).where('slug', '=', slug).where('enabled', '=', true).executeTakeFirst()

export async function countProviders(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('signOnProvider')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const stored = ({ roleMap, ...settings }: Settings) => ({
  ...settings,
  // The list is passed as JSON text, because the driver would encode it as a PostgreSQL array.
  roleMap: sql<RoleMap>`${JSON.stringify(roleMap)}::jsonb`,
})

function asTaken(slug: string): (error: unknown) => never {
  return (error) => {
    const { code, constraint = '' } = error as { code?: unknown; constraint?: string }
    if (code === '23505' && constraint.includes('slug')) throw fail('nameExists', { name: slug }, { field: 'slug' })
    throw error
  }
}

/** Throws nameExists for a short name that is taken. */
export async function insertProvider(
  db: Database,
  { settings, ...own }: { settings: Settings; orgId: OrgId; secretSealed: Buffer; createdAt: number },
): Promise<SignOnId> {
  const { id } = await db
    .insertInto('signOnProvider')
    .values({ ...stored(settings), ...own })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(asTaken(settings.slug))
  return id
}

/** Throws nameExists for a short name that is taken. */
export async function updateProvider(
  db: Database,
  id: SignOnId,
  settings: Settings,
  secretSealed: Buffer,
): Promise<void> {
  await db
    .updateTable('signOnProvider')
    .set({ ...stored(settings), secretSealed })
    .where('id', '=', id)
    .execute()
    .catch(asTaken(settings.slug))
}

/** Ends open sign-ins, which would continue with changed settings. */
export const endAttempts = (db: Database, id: SignOnId) =>
  db.deleteFrom('signOnAttempt').where('providerId', '=', id).execute()

export const removeProvider = (db: Database, id: SignOnId) =>
  db.deleteFrom('signOnProvider').where('id', '=', id).execute()

export const loadOrganisations = (db: Database) =>
  db.selectFrom('organisation').select(['id', 'name', 'kind']).orderBy(sql`lower(name)`).execute()

/** Roles by name: of one organisation, or of all. */
export function loadRoles(db: Database, orgId?: OrgId) {
  const roles = db.selectFrom('role').select(['id', 'orgId', 'name', 'roleType']).orderBy('name')
  return (orgId === undefined ? roles : roles.where('orgId', '=', orgId)).execute()
}

export type Person = {
  id: AccountId
  orgId: OrgId
  loginname: string
  roleType: RoleType
  roleId: number | null
  disabled: boolean
  orgDisabled: boolean
}

const people = (db: Database) =>
  db
    .selectFrom('account')
    .innerJoin('organisation', 'organisation.id', 'account.orgId')
    .select(['account.id', 'account.orgId', 'account.loginname', 'account.roleType', 'account.roleId'])
    .select(['account.disabled', 'organisation.disabled as orgDisabled'])

export type Known = { providerId: SignOnId; issuer: string; subject: string }

/** The account that a provider's subject is linked to. */
export const loadLinked = (db: Database, { providerId, issuer, subject }: Known): Promise<Person | undefined> =>
  people(db)
    .innerJoin('signOnLink', 'signOnLink.accountId', 'account.id')
    .where('signOnLink.providerId', '=', providerId)
    .where('signOnLink.issuer', '=', issuer)
    .where('signOnLink.subject', '=', subject)
    .executeTakeFirst()

/** The enabled provider by which an account signs in. */
export const loadProviderOf = (db: Database, accountId: AccountId): Promise<Provider | undefined> =>
  whole(db)
    .innerJoin('signOnLink', 'signOnLink.providerId', 'signOnProvider.id')
    .whereRef('signOnLink.issuer', '=', 'signOnProvider.issuer')
    .where('signOnLink.accountId', '=', accountId)
    .where('signOnProvider.enabled', '=', true)
    .orderBy('signOnLink.seenAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Serialises sign-ins of one subject until the end of the transaction. */
export const lockSubject = (db: Database, { providerId, issuer, subject }: Known) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sign-on ${providerId} ${issuer} ${subject}`}, 0))`.execute(db)

/**
 * The account with this e-mail address in an organisation, if an administrator entered the address or its owner
 * verified it. Otherwise a person who joins under a colleague's address would share an account with this colleague.
 */
export const loadByEmail = (db: Database, orgId: OrgId, email: string): Promise<Person | undefined> =>
  people(db)
    .where('account.orgId', '=', orgId)
    .where(sql`lower(account.email)`, '=', email)
    .where((eb) => eb.or([eb('account.emailClaimed', '=', false), eb('account.emailAt', 'is not', null)]))
    .executeTakeFirst()

export async function isEmailTaken(db: Database, email: string): Promise<boolean> {
  const found = await db.selectFrom('account').select('id').where(sql`lower(email)`, '=', email).executeTakeFirst()
  return found !== undefined
}

export async function isLoginnameTaken(db: Database, loginname: string): Promise<boolean> {
  const found = await db
    .selectFrom('account')
    .select('id')
    .where(sql`lower(loginname)`, '=', loginname.toLowerCase())
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false if the account or the subject has a link at this provider already. */
export async function insertLink(
  db: Database,
  link: Known & { orgId: OrgId; accountId: AccountId },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('signOnLink')
    .values({ ...link, createdAt: now, seenAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const seeLink = (db: Database, { providerId, issuer, subject }: Known, now: number) =>
  db
    .updateTable('signOnLink')
    .set({ seenAt: now })
    .where('providerId', '=', providerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
