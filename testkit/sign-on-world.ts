// A platform, a real provider of OpenID Connect, and people who sign in from one to the other. In a test file, call
// `beginWorld` once; then `slug` and `id` are those of the running test's provider.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Endpoint, Envelope, InputOf, OutputOf } from '../contract/endpoint.ts'
import type { OrgId } from '../contract/fields.ts'
import {
  addSignOn,
  beginSignOn,
  editSignOn,
  finishSignOn,
  type SignOnId,
  type SignOnRoleId,
  signOnOrganisations,
} from '../features/people/single-sign-on/contract.ts'
import { type OpenIdPerson, type OpenIdProvider, openIdProvider, providerBrowser } from './open-id-provider.ts'
import { callerOf, type TestServer, testServer } from './server.ts'

export const clock = { at: Date.now() }
export let server: TestServer
export let idp: OpenIdProvider
export let orgId: OrgId
export let id: SignOnId
export let slug = ''
export let count = 0

/** Slugs that tests use: the provider knows their redirect URIs. */
const slugs = Array.from({ length: 80 }, (_, index) => `works-${index}`)

type Settings = Partial<InputOf<typeof addSignOn>>

export const settingsOf = (more: Settings = {}) => ({
  name: 'Works directory',
  slug,
  issuer: idp.issuer,
  clientId: idp.clientId,
  secret: idp.clientSecret,
  enabled: true,
  ...more,
})

export const setUp = async (more: Settings = {}) => {
  const made = await server.admin.call(addSignOn, { orgId, ...settingsOf(more) })
  id = made.id
}

export const change = (more: Settings) => {
  const { secret: _, ...settings } = settingsOf(more)
  return server.admin.ask(editSignOn, { id, ...settings, ...('secret' in more ? { secret: more.secret } : {}) })
}

/** A browser: its cookies at the platform, and at the provider. */
export function browser() {
  const cookies = new Map<string, string>()
  const at = providerBrowser(idp.issuer)
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function ask<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<Envelope<OutputOf<E>>> {
    const response = await fetch(server.url + endpoint.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en', cookie: cookie() },
      body: JSON.stringify(input),
    })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const [name = '', value = ''] = pair.split('=')
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return (await response.json()) as Envelope<OutputOf<E>>
  }
  const begin = async (to = '/') => (await ask(beginSignOn, { slug, to })).data!.url
  const answerOf = (url: string) => new URL(url).search
  const finish = (back: string, of = slug) => ask(finishSignOn, { slug: of, answer: answerOf(back) })
  /** Signs in: starts at the platform, signs in at the provider and returns. */
  const signIn = async (name: string | null, to?: string) => finish(await at.walk(await begin(to), name))
  const me = () => callerOf(server.url, cookie())
  return { cookies, cookie, ask, begin, walk: at.walk, finish, signIn, me }
}

/** A new account at the provider. */
export function person(more: OpenIdPerson = {}): string {
  const name = `person-${count}-${idp.people.size}`
  idp.people.set(name, { email: `${name}@works.example`, email_verified: true, name: 'Li Na', ...more })
  return name
}

export async function account(loginname: string, more: object = {}, of: OrgId = orgId) {
  const { db } = server.platform
  const row = {
    orgId: of,
    loginname,
    passwordHash: 'none',
    roleType: 'internal',
    name: loginname,
    createdAt: 1,
  } as const
  return (
    await db
      .insertInto('account')
      .values({ ...row, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

export const stored = (loginname: string) =>
  server.platform.db.selectFrom('account').selectAll().where('loginname', '=', loginname).executeTakeFirst()

export const links = () =>
  server.platform.db.selectFrom('signOnLink').selectAll().where('providerId', '=', id).execute()

export async function role(
  name: string,
  roleType: 'internal' | 'external' | 'operation' = 'internal',
  of: OrgId = orgId,
) {
  const values = { orgId: of, roleType, name: `${name} ${count}`, auths: ['monitor:view'], createdAt: 1 } as const
  const { db } = server.platform
  const { id: made } = await db
    .insertInto('role')
    .values({ ...values, auths: [...values.auths] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return made as number as SignOnRoleId
}

export const log = async (of: OrgId = orgId) =>
  server.platform.db.selectFrom('operationLog').selectAll().where('orgId', '=', of).orderBy('id', 'desc').execute()

/** Replaces the provider by another one from now on. */
export function another(): void {
  count += 1
  slug = slugs[count]!
}

export const adopt = (made: SignOnId): void => {
  id = made
}

export function beginWorld(): void {
  beforeAll(async () => {
    // An earlier test file on the same worker may have moved the clock.
    clock.at = Date.now()
    server = await testServer({ now: () => clock.at, loginsPerMinute: 10_000 })
    idp = await openIdProvider(slugs.map((each) => `${server.url}/sso/${each}/callback`))
    await server.otherCompany()
    const all = await server.admin.call(signOnOrganisations, {})
    orgId = all.find(({ name }) => name === 'Other')!.id
  })
  afterAll(async () => {
    await server.stop()
    await idp.stop()
  })

  beforeEach(() => {
    another()
    clock.at = Date.now()
  })
}
