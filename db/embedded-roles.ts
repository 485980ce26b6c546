// Roles of the private PostgreSQL: the superuser is for the supervisor only, the owner runs migrations, the application
// does everything else.
import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import { adopt } from './rights.ts'

/** Created by initdb; only the supervisor logs in as this role. */
export const SUPERUSER = 'gatehouse'
export const OWNER = 'gatehouse_owner'
export const APPLICATION = 'gatehouse_app'

export type Login = { host: string; port: number; user: string; password: string; database: string }

/** Login of a role; its password is derived from the stored one. */
export function loginAs(role: string, superuser: Login): Login {
  const password = createHmac('sha256', superuser.password).update(role).digest('base64url')
  return { ...superuser, user: role, password }
}

/** Rights on the database: connections are limited to the application, which cannot create even temporary tables. */
export const databaseRights = (database: string): string[] => [
  `revoke all on database ${database} from public`,
  `grant connect on database ${database} to ${APPLICATION}`,
]

/** Creates roles and database; objects that an earlier version created as the superuser are given to the owner. */
export async function settleCluster(superuser: Login): Promise<void> {
  const ownedBy = await on({ ...superuser, database: 'postgres' }, (client) => settleServer(client, superuser))
  if (ownedBy === OWNER) return
  await on(superuser, async (client) => {
    await client.query('begin')
    await adopt(client, SUPERUSER, OWNER)
    for (const statement of databaseRights(superuser.database)) await client.query(statement)
    // The owner is changed last, because it shows that the other steps are done.
    await client.query(`alter database ${superuser.database} owner to ${OWNER}`)
    await client.query('commit')
  })
}

async function settleServer(client: Client, superuser: Login): Promise<string | undefined> {
  const roles = await client.query<{ name: string }>('select rolname as name from pg_roles')
  for (const role of [OWNER, APPLICATION]) {
    if (roles.rows.some(({ name }) => name === role)) continue
    const password = client.escapeLiteral(loginAs(role, superuser).password)
    await client.query(
      `create role ${role} login nosuperuser nocreatedb nocreaterole noreplication password ${password}`,
    )
  }
  const { rows } = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [superuser.database],
  )
  const owner = rows[0]?.owner
  if (owner === undefined) await client.query(`create database ${superuser.database}`)
  return owner
}

async function on<T>(login: Login, act: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(login)
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}
