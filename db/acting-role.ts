// With one DATABASE_URL its login owns the tables. The platform then acts as a second role that owns nothing, and
// creates this role if the login may create roles. If DATABASE_MIGRATE_URL is set too, the two logins have these parts
// instead.
import type { Pool } from 'pg'
import { withSettings } from './role-url.ts'
import { errorCode, errorText } from './setup-error.ts'

/** SQLSTATEs: no privilege; exists already (another process was faster). */
const NO_RIGHT = '42501'
const EXISTS = ['42710', '23505']

type LoginFacts = { name: string; database: string; isSuperuser: boolean; isOwner: boolean }

/** Name of the role: one per database of a server, short enough for PostgreSQL, and valid without quotes. */
export function roleNameOf(database: string): string {
  return `gatehouse_app_${database.toLowerCase().replace(/[^a-z0-9_]/g, '_')}`.slice(0, 63)
}

/** The application's connection string: the same login, acting as a role that owns nothing. */
export async function actingUrl(pool: Pool, url: string, say: (line: string) => void): Promise<string> {
  const login = await readLogin(pool)
  // Another login owns the tables, and has granted its rights to this login.
  if (!login.isOwner) return url
  const role = roleNameOf(login.database)
  try {
    await makeRole(pool, role, login)
    return withSettings(url, { role })
  } catch (error) {
    if (errorCode(error) !== NO_RIGHT) throw error
    say(
      `the platform works with all rights of ${login.name}, who owns the tables and may not make a role without them (${errorText(error)}): see "A PostgreSQL of your own" in docs/database.md`,
    )
    return url
  }
}

/** Warns if the login is a superuser, for which no restriction applies. */
export async function warnOfSuperuser(pool: Pool, say: (line: string) => void): Promise<void> {
  const { name, isSuperuser } = await readLogin(pool)
  if (isSuperuser)
    say(
      `the role ${name} of DATABASE_URL is a superuser: give the platform one without these rights (docs/database.md)`,
    )
}

async function readLogin(pool: Pool): Promise<LoginFacts> {
  const { rows } = await pool.query<LoginFacts>(
    `select current_user as name, current_database() as database, r.rolsuper as "isSuperuser",
       coalesce((select pg_has_role(current_user, relowner, 'usage') from pg_class
         where oid = to_regclass('schema_migration')), true) as "isOwner"
     from pg_roles r where r.rolname = current_user`,
  )
  return rows[0]!
}

async function makeRole(pool: Pool, role: string, { name, isSuperuser }: LoginFacts): Promise<void> {
  const { rowCount } = await pool.query('select from pg_roles where rolname = $1', [role])
  if (rowCount === 0) {
    await pool.query(`create role ${role} nologin nosuperuser nocreatedb nocreaterole`).catch((error: unknown) => {
      if (!EXISTS.includes(errorCode(error) ?? '')) throw error
    })
  }
  if (isSuperuser || (await mayAct(pool, role))) return
  await pool.query(`grant ${role} to "${name.replaceAll('"', '""')}"`)
  if (!(await mayAct(pool, role))) throw Object.assign(new Error(`cannot act as ${role}`), { code: NO_RIGHT })
}

async function mayAct(pool: Pool, role: string): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query(`set role ${role}`)
    await client.query('reset role')
    return true
  } catch (error) {
    if (errorCode(error) !== NO_RIGHT) throw error
    return false
  } finally {
    client.release()
  }
}
