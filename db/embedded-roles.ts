// The roles of the private PostgreSQL: its superuser serves the supervisor alone, the owner runs migrations, the
// application does everything else.
import { createHmac } from 'node:crypto'
import { Client } from 'pg'
import { adopt } from './rights.ts'

/** As initdb made it; only the supervisor logs in as this. */
export const SUPERUSER = 'gatehouse'
export const OWNER = 'gatehouse_owner'
export const APPLICATION = 'gatehouse_app'

export type Login = { host: string; port: number; user: string; password: string; database: string }

/** The passwords of the roles follow from the one that is kept. */
export function loginAs(role: string, superuser: Login): Login {
  const password = createHmac('sha256', superuser.password).update(role).digest('base64url')
  return { ...superuser, user: role, password }
}

/** Who may connect to the database, and that the application makes not even temporary tables in it. */
export const databaseRights = (database: string): string[] => [
  `revoke all on database ${database} from public`,
  `grant connect on database ${database} to ${APPLICATION}`,
]

/** Makes roles and database; what an earlier version made as the superuser passes to the owner. */
export async function settleCluster(superuser: Login): Promise<void> {
  const ownedBy = await on({ ...superuser, database: 'postgres' }, (client) => settleServer(client, superuser))
  if (ownedBy === OWNER) return
  await on(superuser, async (client) => {
    await client.query('begin')
    await adopt(client, SUPERUSER, OWNER)
    for (const statement of databaseRights(superuser.database)) await client.query(statement)
    // last: it is the sign that the rest is done
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
