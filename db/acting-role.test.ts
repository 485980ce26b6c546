// Runs against a PostgreSQL with one login that may create roles, with one that may not, and with two logins.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { withDatabase } from '../testkit/database-url.ts'
import { roleNameOf } from './acting-role.ts'
import { isMigrated, migrate } from './migrate.ts'
import { type Database, openDatabase } from './pool.ts'

const databases: string[] = []
const roles: string[] = []
afterEach(async () => {
  await onServer(...databases.splice(0).map((name) => `drop database ${name} with (force)`))
  await onServer(
    ...roles
      .splice(0)
      .reverse()
      .map((name) => `drop role if exists ${name}`),
  )
})

async function onServer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Creates a login; returns its name and connection string. */
async function login(database: string, attributes = ''): Promise<{ name: string; url: string }> {
  const name = `login_${randomBytes(4).toString('hex')}`
  await onServer(`create role ${name} login password 'secret' ${attributes}`)
  roles.push(name)
  const url = new URL(withDatabase(inject('databaseUrl'), database))
  url.username = name
  url.password = 'secret'
  return { name, url: url.href }
}

async function place(owner?: string): Promise<string> {
  const name = `own_${randomBytes(4).toString('hex')}`
  await onServer(`create database ${name} template template0 ${owner ? `owner ${owner}` : ''}`)
  databases.push(name)
  roles.push(roleNameOf(name))
  return name
}

const owned = async (attributes = '') => {
  const { name, url } = await login('postgres', attributes)
  const database = await place(name)
  return { name, database, url: withDatabase(url, database) }
}

/** Opens and migrates the database; returns it with the lines that were logged. */
async function open(url: string, migrateUrl?: string): Promise<{ database: Database; said: string[] }> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const database = await openDatabase({ url, migrateUrl, dataDir: '/nowhere', log: () => undefined, say })
  try {
    await migrate(database)
    return { database, said }
  } catch (error) {
    await database.stop()
    throw error
  }
}

const whoOf = async ({ pool }: Database) =>
  (await pool.query<{ who: string }>('select current_user as who')).rows[0]?.who
const emptied = ({ pool }: Database) => pool.query('truncate operation_log').then(() => 'emptied', String)
const added = async ({ pool }: Database) =>
  (await pool.query('insert into organisation (name, created_at) values (gen_random_uuid(), 0) returning id')).rowCount

test.each(['createrole', 'superuser'])(
  'one login with %s: the platform acts as a role that owns nothing',
  async (attribute) => {
    const { url, database: name } = await owned(attribute)
    for (const start of ['first', 'second']) {
      const { database, said } = await open(url)
      await using opened = database
      expect([start, await whoOf(opened), said]).toEqual([start, roleNameOf(name), []])
      expect(await emptied(opened)).toMatch('permission denied')
      expect(await added(opened)).toBe(1)
      expect(await isMigrated(opened.pool)).toBe(true)
    }
  },
)

test('one login that may not create roles works as before, and a line reports it', async () => {
  const { url, name } = await owned()
  const { database, said } = await open(url)
  await using opened = database
  expect(await whoOf(opened)).toBe(name)
  expect(await added(opened)).toBe(1)
  expect(said).toEqual([
    expect.stringMatching(new RegExp(`^the platform works with all rights of ${name}.*database.md$`)),
  ])
})

test('two logins: one owns the tables, the platform uses the other', async () => {
  const { url, database: name } = await owned()
  const app = await login(name)
  const { database, said } = await open(app.url, url)
  {
    await using opened = database
    expect([await whoOf(opened), said]).toEqual([app.name, []])
    expect(await emptied(opened)).toMatch('permission denied')
    expect(await added(opened)).toBe(1)
  }
  // After the migration of the tables the platform no longer needs the login that owns them.
  const alone = await open(app.url)
  await using opened = alone.database
  expect([await whoOf(opened), alone.said, await added(opened)]).toEqual([app.name, [], 1])
})

test('tables that the platform created as their owner are given to the login for migrations', async () => {
  const { url, name, database } = await owned()
  const before = await open(url)
  expect(await added(before.database)).toBe(1)
  await before.database.stop()
  const owner = await login(database, `in role ${name}`)
  await onServer(`grant create on database ${database} to ${owner.name}`)
  const client = new Client({ connectionString: withDatabase(inject('databaseUrl'), database) })
  await client.connect()
  await client.query(`grant create on schema public to ${owner.name}`)
  await client.end()
  // The login still owns the database, and the administrator has to change that.
  await onServer(`alter database ${database} owner to ${owner.name}`)
  const { database: opened, said } = await open(url, owner.url)
  await using after = opened
  expect([await whoOf(after), said]).toEqual([name, []])
  expect(await emptied(after)).toMatch('permission denied')
  expect(await added(after)).toBe(1)
})

test('a login with more rights than the platform needs is reported', async () => {
  const { url, database } = await owned()
  const app = await login(database, 'superuser')
  const { database: opened, said } = await open(app.url, url)
  await opened.stop()
  expect(said).toEqual([expect.stringContaining(`the role ${app.name} of DATABASE_URL is a superuser`)])
})

test('a login without rights is reported in one line that names it and the setting', async () => {
  const database = await place()
  const stranger = await login(database)
  await expect(open(stranger.url)).rejects.toMatchObject({
    name: 'SetupError',
    setting: 'DATABASE_URL',
    message: expect.stringMatching(
      new RegExp(
        `^The role ${stranger.name} of DATABASE_URL cannot set up the tables \\(permission denied for schema public\\)[^\n]*$`,
      ),
    ),
  })
  const other = await login(database)
  await expect(open(stranger.url, other.url)).rejects.toMatchObject({
    setting: 'DATABASE_MIGRATE_URL',
    message: expect.stringContaining(`The role ${other.name} of DATABASE_MIGRATE_URL`),
  })
  const wrong = other.url.replace('secret', 'wrong')
  await expect(open(stranger.url, wrong)).rejects.toMatchObject({ name: 'SetupError', setting: 'DATABASE_MIGRATE_URL' })
})
