// An organisation of its own for a test that fills one: there is no room for accounts yet, so it is written into the
// database of the run's world, with an administrator who then signs in as anybody does.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { sessionCookie } from './session.ts'
import { admin } from './world.ts'

let passwordHash: string | undefined

/** Cookie of the new organisation's administrator. */
export async function ownOrganisation(url: string): Promise<string> {
  const loginname = `e2e${randomBytes(6).toString('hex')}`
  passwordHash ??= await hash(admin.password)
  const client = new Client(connectionOf(process.env.GATEHOUSE_DATA_DIR ?? ''))
  await client.connect()
  try {
    const at = Date.now()
    const { rows } = await client.query<{ id: number }>(
      'insert into organisation (name, created_at) values ($1, $2) returning id',
      [loginname, at],
    )
    await client.query(
      `insert into account (org_id, loginname, password_hash, role_type, name, created_at)
       values ($1, $2, $3, 'admin', $2, $4)`,
      [rows[0]!.id, loginname, passwordHash, at],
    )
  } finally {
    await client.end()
  }
  return sessionCookie(url, { loginname, password: admin.password })
}

/** The private database beside the world's data, as the platform itself notes it. */
function connectionOf(dataDir: string) {
  const read = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim()
  if (!existsSync(join(dataDir, 'postgres.socket'))) throw new Error(`no private database in ${dataDir}`)
  const account = { user: 'gatehouse', password: read('postgres.password'), database: 'gatehouse' }
  return { host: read('postgres.socket'), port: 5432, ...account }
}
