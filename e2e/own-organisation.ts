// An organisation of its own for a test that fills one: there is no room for accounts yet, so it is written into the
// database of the run's world, with an administrator who then signs in as anybody does.
import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { Client } from 'pg'
import { runningDatabase } from '../db/embedded-running.ts'
import { sessionCookie } from './session.ts'
import { admin } from './world.ts'

let passwordHash: string | undefined

/** Cookie of the new organisation's administrator. */
export async function ownOrganisation(url: string): Promise<string> {
  const loginname = `e2e${randomBytes(6).toString('hex')}`
  passwordHash ??= await hash(admin.password)
  const dataDir = process.env.GATEHOUSE_DATA_DIR ?? ''
  const database = runningDatabase(dataDir)
  if (!database) throw new Error(`no platform runs on ${dataDir}`)
  // as the platform works: for every organisation
  const client = new Client({ connectionString: database.url, options: '-c app.org=*' })
  await client.connect()
  try {
    const at = Date.now()
    const { rows } = await client.query<{ id: number }>(
      'insert into organisation (name, created_at) values ($1, $2) returning id',
      [loginname, at],
    )
    await client.query(
      `insert into account (org_id, loginname, password_hash, role_type, name, created_at)
       values ($1, $2, $3, 'enterprise', $2, $4)`,
      [rows[0]!.id, loginname, passwordHash, at],
    )
  } finally {
    await client.end()
  }
  return sessionCookie(url, { loginname, password: admin.password })
}
