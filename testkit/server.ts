// A whole platform on free ports with its own database: the base of HTTP tests and the world.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import type { ServerConfig } from '../apps/server/config.ts'
import { type Server, type StartOptions, startServer } from '../apps/server/start.ts'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../contract/endpoint.ts'
import type { Language } from '../contract/errors.ts'
import type { OrgId } from '../contract/fields.ts'
import type { RoleType } from '../contract/permissions.ts'
import { login } from '../features/people/login/contract.ts'
import { fieldsIn } from '../features/platform/operation-log/changes.ts'
import { fieldWords } from '../features/platform/operation-log/field-words.ts'
import { visitHeader } from '../features/project/share/rules.ts'
import { testDatabase } from './database.ts'

export type Caller = {
  /** Returns the whole envelope of the answer. */
  ask<E extends Endpoint>(endpoint: E, input: InputOf<E>, language?: Language): Promise<Envelope<OutputOf<E>>>
  /** The data; throws with code and message if the call failed. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>>
  /** Sends any request, with its body unchanged. */
  raw(path: string, init?: RequestInit): Promise<Response>
  cookie: string
}

export type TestServer = Server & {
  /** The first organisation's administrator, signed in. */
  admin: Caller
  /** A caller without a session. */
  nobody: Caller
  /** Signs in and returns the caller. */
  as(loginname: string, password: string): Promise<Caller>
  /** A second company with its own enterprise account, signed in. */
  otherCompany(): Promise<Caller>
  /** Adds an account to the first organisation; its password is `adminPassword`. */
  addAccount(account: { loginname: string; roleType?: RoleType; disabled?: boolean }): Promise<void>
  dataDir: string
}

export const adminPassword = 'Waterworks1'

/** Settings of a platform on free ports. */
export const testConfig = (dataDir: string, settings: Partial<ServerConfig> = {}): ServerConfig => ({
  host: '127.0.0.1',
  port: 0,
  mqttPort: 0,
  mqttsPort: 0,
  publicUrl: null,
  trustProxy: false,
  tls: null,
  dataDir,
  databaseUrl: null,
  databaseMigrateUrl: null,
  mqttUrl: null,
  adminPassword,
  env: {},
  frameSites: [],
  videoSites: [],
  callsPerMinute: 1200,
  loginsPerMinute: 30,
  agentDir: null,
  webDir: null,
  ...settings,
})

/**
 * Starts a platform; the test may set its clock. `await using` stops it. A database or a data folder from the
 * test is kept, so that the platform can be started on it again.
 */
export async function testServer(
  options: StartOptions = {},
  settings: Partial<ServerConfig> = {},
): Promise<TestServer & AsyncDisposable> {
  const database = options.database ?? (await testDatabase())
  const dataDir = settings.dataDir ?? (await mkdtemp(join(tmpdir(), 'gatehouse-')))
  const config = testConfig(dataDir, settings)
  const server = await startServer(config, { logLevel: 'silent', zone: 'Asia/Shanghai', ...options, database })
  const stop = async () => {
    const untold = await fieldsWithoutWords(server).finally(() => server.stop())
    if (!options.database) await database.stop()
    if (!settings.dataDir) await rm(dataDir, { recursive: true, force: true })
    if (untold.length > 0) throw new Error(`the log has no words for ${untold.join(', ')}`)
  }
  const nobody = callerOf(server.url, '')
  const as = (loginname: string, password: string) => signIn(server.url, loginname, password)
  return {
    ...server,
    dataDir,
    nobody,
    as,
    admin: await as('admin', adminPassword),
    otherCompany: async () => {
      await addCompany(server)
      return as('other', adminPassword)
    },
    addAccount: (account) => addAccount(server, account),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Fields of logged operations for which no screen has a name: a server checks those of all tests when it stops. */
async function fieldsWithoutWords({ platform: { db } }: Server): Promise<string[]> {
  const rows = await db.selectFrom('operationLog').select(['before', 'after']).execute()
  const fields = new Set(rows.flatMap(({ before, after }) => [...fieldsIn(before), ...fieldsIn(after)]))
  return [...fields].filter((field) => !Object.hasOwn(fieldWords.en, field))
}

/** Adds the company once; further calls have no effect. */
async function addCompany({ platform: { db, now } }: Server): Promise<void> {
  const known = await db.selectFrom('account').select('id').where('loginname', '=', 'other').executeTakeFirst()
  if (known) return
  const org = await db
    .insertInto('organisation')
    .values({ name: 'Other', createdAt: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertAccount(db, { orgId: org.id, loginname: 'other', roleType: 'enterprise', disabled: false, at: now() })
}

async function addAccount(
  { platform: { db, now } }: Server,
  { loginname, roleType = 'internal', disabled = false }: Parameters<TestServer['addAccount']>[0],
): Promise<void> {
  const org = await db.selectFrom('organisation').select('id').orderBy('id').executeTakeFirstOrThrow()
  await insertAccount(db, { orgId: org.id, loginname, roleType, disabled, at: now() })
}

async function insertAccount(
  db: Server['platform']['db'],
  account: { orgId: OrgId; loginname: string; roleType: RoleType; disabled: boolean; at: number },
): Promise<void> {
  const { at, ...fields } = account
  const passwordHash = await hash(adminPassword)
  await db
    .insertInto('account')
    .values({ ...fields, name: fields.loginname, passwordHash, createdAt: at })
    .execute()
}

async function signIn(url: string, loginname: string, password: string): Promise<Caller> {
  const response = await fetch(url + login.path, send({ loginname, password }))
  const envelope = (await response.json()) as Envelope<unknown>
  if (envelope.code !== 200) throw new Error(`login: ${envelope.code} ${envelope.msg}`)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return callerOf(url, cookie)
}

type Who = Record<string, string>

const send = (body: unknown, who: Who = {}, language: Language = 'en'): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', 'accept-language': language, ...who },
  body: JSON.stringify(body),
})

/** A caller with the cookie of a session, or with an API key. */
export const callerOf = (url: string, cookie: string, key?: string): Caller =>
  callerAs(url, key === undefined ? { cookie } : { authorization: `Bearer ${key}` }, cookie)

/** A caller in a visit of a shared device. */
export const visitorOf = (url: string, visit: string, cookie = ''): Caller =>
  callerAs(url, { [visitHeader]: visit, cookie }, cookie)

function callerAs(url: string, who: Who, cookie: string): Caller {
  const ask: Caller['ask'] = async (endpoint, input, language = 'en') => {
    const response =
      endpoint.method === 'GET'
        ? await fetch(`${url}${endpoint.path}?${new URLSearchParams(input as Record<string, string>)}`, {
            headers: { ...who, 'accept-language': language },
          })
        : await fetch(
            url + endpoint.path,
            endpoint.accepts.includes('multipart') ? form(input as object, who) : send(input, who, language),
          )
    return (await response.json()) as never
  }
  return {
    cookie,
    ask,
    async call(endpoint, input) {
      const { code, msg, data } = await ask(endpoint, input)
      if (code !== 200) throw new Error(`${endpoint.path}: ${code} ${msg} ${JSON.stringify(data)}`)
      return data as never
    },
    raw: (path, init = {}) =>
      fetch(url + path, { ...init, headers: { ...who, 'accept-language': 'en', ...init.headers } }),
  }
}

function form(input: object, who: Who): RequestInit {
  const body = new FormData()
  for (const [key, value] of Object.entries(input)) {
    if (key === 'json') body.append(key, new Blob([String(value)], { type: 'application/json' }), 'page.json')
    else if (value !== undefined && value !== null) body.append(key, String(value))
  }
  return { method: 'POST', headers: { ...who, 'accept-language': 'en' }, body }
}
