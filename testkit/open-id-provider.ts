// A real provider of OpenID Connect on loopback, with its own login page, and a browser without screen that goes
// through it.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type OpenIdPerson = {
  email?: string
  email_verified?: boolean
  name?: string
  preferred_username?: string
  roles?: string[]
}

export type OpenIdProvider = {
  issuer: string
  /** Accounts by the name for its login page; more may be added. */
  people: Map<string, OpenIdPerson>
  clientId: string
  clientSecret: string
  stop(): Promise<void>
}

export const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const clientId = 'gatehouse'
const clientSecret = 'secret-of-gatehouse-at-its-provider'

/** Starts the provider. `tellsTime`: its tokens have the time of the sign-in without a request for it. */
export async function openIdProvider(
  redirectUris: readonly string[],
  { tellsTime = true }: { tellsTime?: boolean } = {},
): Promise<OpenIdProvider> {
  const people = new Map<string, OpenIdPerson>()
  const server = createServer()
  const issuer = await listening(server)
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    cookies: { keys: ['only-for-tests'] },
    claims: {
      openid: tellsTime ? ['sub', 'auth_time'] : ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'roles'],
    },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
    // All accounts have already given their consent.
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  })
  server.on('request', provider.callback())
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { issuer, people, clientId, clientSecret, stop }
}

/** A browser at the provider: it keeps cookies, follows redirects there, and fills in the login page. */
export function providerBrowser(issuer: string) {
  const jar = new Map<string, string>()
  const ask = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie, ...init.headers } })
    for (const each of response.headers.getSetCookie()) {
      const [pair = ''] = each.split(';')
      const at = pair.indexOf('=')
      if (pair.slice(at + 1) === '') jar.delete(pair.slice(0, at))
      else jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return response
  }
  const formOf = (page: string) => {
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`the provider shows ${page.slice(0, 500)}`)
    const hidden = [...page.matchAll(/<input[^>]*name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
      name!,
      value!,
    ])
    return { action: new URL(action, issuer).href, fields: Object.fromEntries(hidden) as Record<string, string> }
  }
  /** Signs in as `name` at the login page, or cancels; a hidden form is submitted unchanged. */
  async function goOn(page: string, name: string | null): Promise<Response> {
    const cancel = /href="([^"]*\/abort)"/.exec(page)?.[1]
    if (cancel && name === null) return ask(new URL(cancel, issuer).href)
    const { action, fields } = formOf(page)
    const typed: Record<string, string> = name === null ? {} : { login: name, password: 'any' }
    return ask(action, { method: 'POST', body: new URLSearchParams({ ...fields, ...(cancel ? typed : {}) }) })
  }
  /** Follows redirects until the provider sends the browser back to the platform. */
  async function walk(url: string, name: string | null): Promise<string> {
    let response = await ask(url)
    for (let hops = 0; hops < 20; hops += 1) {
      const to = response.headers.get('location')
      if (to === null) {
        response = await goOn(await response.text(), name)
        continue
      }
      const next = new URL(to, issuer)
      if (next.origin !== issuer) return next.href
      response = await ask(next.href)
    }
    throw new Error('the provider sends the browser round and round')
  }
  return { walk }
}
