// Organisations and accounts for a test: written into the database of the run's world, and signed in over HTTP.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { runningDatabase } from '../db/embedded-running.ts'
import { sessionCookie } from './session.ts'
import { admin } from './world.ts'

let passwordHash: string | undefined

/** The world's database, as the platform works: for every organisation. */
async function inDatabase<R>(work: (client: Client) => Promise<R>): Promise<R> {
  const dataDir = process.env.GATEHOUSE_DATA_DIR ?? ''
  const database = runningDatabase(dataDir)
  if (!database) throw new Error(`no platform runs on ${dataDir}`)
  const client = new Client({ connectionString: database.url, options: '-c app.org=*' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Account = { orgId: number; loginname: string; roleType: 'enterprise' | 'internal'; roleId: number | null }

async function insertAccount(client: Client, { orgId, loginname, roleType, roleId }: Account): Promise<void> {
  passwordHash ??= await hash(admin.password)
  await client.query(
    `insert into account (org_id, loginname, password_hash, role_type, name, created_at, role_id)
     values ($1, $2, $3, $4, $2, $5, $6)`,
    [orgId, loginname, passwordHash, roleType, Date.now(), roleId],
  )
}

const drawn = () => `e2e${randomBytes(6).toString('hex')}`

/** Cookie of the new organisation's administrator. */
export async function ownOrganisation(url: string): Promise<string> {
  const loginname = drawn()
  await inDatabase(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'insert into organisation (name, created_at) values ($1, $2) returning id',
      [loginname, Date.now()],
    )
    await insertAccount(client, { orgId: rows[0]!.id, loginname, roleType: 'enterprise', roleId: null })
  })
  return sessionCookie(url, { loginname, password: admin.password })
}

/** An account with a role: its name, and the cookie of its session. */
export async function memberOf(url: string, roleId: number): Promise<{ name: string; session: string }> {
  const name = drawn()
  await inDatabase(async (client) => {
    const { rows } = await client.query<{ orgId: number }>('select org_id as "orgId" from role where id = $1', [roleId])
    await insertAccount(client, { orgId: rows[0]!.orgId, loginname: name, roleType: 'internal', roleId })
  })
  return { name, session: await sessionCookie(url, { loginname: name, password: admin.password }) }
}
