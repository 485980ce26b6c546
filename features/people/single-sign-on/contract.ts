// Signing in by OpenID Connect: the providers that the operator sets up, and the sign-in over one of them.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, maxWhole, maybeText, OrgId, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { token } from '../../frame/token.ts'
import { PlainName } from '../account/contract.ts'
import { type Claims, isIssuer, slugPattern } from './rules.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    SignOnId: true
  }
}

export const SignOnId = idOf('SignOnId')
export type SignOnId = z.output<typeof SignOnId>

/** A role of any organisation; the server checks that it belongs to the provider's. */
const SignOnRoleId = z.number().int().positive().max(maxWhole)
export type SignOnRoleId = z.output<typeof SignOnRoleId>

const givenKinds = ['internal', 'external'] as const

const RoleMapEntry = z.object({
  /** Value of the role claim, as the provider sends it. */
  value: text(limits.signOnValueLength),
  /** A role of the organisation; null: an account of the kind, without a role. */
  roleId: SignOnRoleId.nullable().default(null),
  kind: z.enum(givenKinds).nullable().default(null),
})
const RoleMap = z
  .array(RoleMapEntry.refine(({ roleId, kind }) => (roleId === null) !== (kind === null)))
  .max(limits.signOnValues)
export type RoleMap = z.output<typeof RoleMap>

const words = (en: string, zh: string) => ({ params: { en, zh } })

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/)

const settings = {
  name: PlainName(50),
  slug: z.string().trim().regex(slugPattern),
  issuer: text(200)
    .regex(/^https?:\/\//)
    .refine(isIssuer, words('https is needed, without query', '须为 https 地址，且不含参数')),
  clientId: text(200),
  scope: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
    .refine((scope) => scope.split(' ').includes('openid'), words('openid is needed', '须包含 openid'))
    .default('openid email profile'),
  roleClaim: maybeText(100),
  roleMap: RoleMap.default([]),
  addsAccounts: z.boolean().default(false),
  emailDomains: z.array(Domain).max(limits.signOnDomains).default([]),
  verifiesStep: z.boolean().default(false),
  enabled: z.boolean().default(false),
}
const Secret = text(limits.signOnSecretLength)

const SignOn = z.object({
  id: SignOnId,
  orgId: OrgId,
  orgName: z.string(),
  name: z.string(),
  slug: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  scope: z.string(),
  roleClaim: z.string().nullable(),
  roleMap: z.array(
    z.object({
      value: z.string(),
      roleId: SignOnRoleId.nullable(),
      kind: z.enum(givenKinds).nullable(),
      /** Name of the role; null if the role was deleted: its value then signs in no account. */
      roleName: z.string().nullable(),
    }),
  ),
  addsAccounts: z.boolean(),
  emailDomains: z.array(z.string()),
  verifiesStep: z.boolean(),
  enabled: z.boolean(),
  /** Number of accounts that sign in by the provider. */
  linkCount: z.number(),
  /** Redirect URI to register at the provider. */
  redirectUri: z.string(),
  createdAt: Instant,
})
export type SignOn = z.output<typeof SignOn>

export const querySignOns = post('/lfscada/signOn/query', {
  may: 'signOn:view',
  about: 'The providers of single sign-on, without their secrets.',
  input: nothing,
  output: z.object({
    rows: z.array(SignOn),
    /** Public address of this platform: redirect URIs start with it. */
    origin: z.string(),
  }),
})

export const signOnOrganisations = post('/lfscada/signOn/organisations', {
  may: 'signOn:view',
  about: 'The organisations that a provider may be of, with the roles that it may give.',
  input: nothing,
  output: z.array(
    z.object({
      id: OrgId,
      name: z.string(),
      roles: z.array(z.object({ id: SignOnRoleId, name: z.string() })),
    }),
  ),
})

export const addSignOn = post('/lfscada/signOn/add', {
  may: 'signOn:edit',
  confirmed: true,
  about: 'Adds a provider to an organisation. Its secret is kept sealed and never shown.',
  input: z.object({ orgId: OrgId, ...settings, secret: Secret }),
  output: z.object({ id: SignOnId }),
})

export const editSignOn = post('/lfscada/signOn/edit', {
  may: 'signOn:edit',
  confirmed: true,
  about:
    'Changes a provider. Without a secret the one before stays, unless issuer or client change: it goes nowhere else.',
  input: z.object({ id: SignOnId, ...settings, secret: Secret.nullish() }),
  output: done,
})

export const removeSignOn = post('/lfscada/signOn/remove', {
  may: 'signOn:edit',
  confirmed: true,
  about: 'Removes a provider; signing in with it is no longer possible. Accounts that it created stay.',
  input: z.object({ id: SignOnId }),
  output: done,
})

const issuerFaults = [
  'timeout',
  'unreachable',
  'certificate',
  'status',
  'redirect',
  'tooLarge',
  'notJson',
  'otherIssuer',
  'incomplete',
  'noCode',
  'noKeys',
] as const
export type IssuerFault = (typeof issuerFaults)[number]

export const testSignOn = post('/lfscada/signOn/test', {
  may: 'signOn:edit',
  heavy: true,
  about: 'Fetches metadata and keys of an issuer, and returns the faults found.',
  input: z.object({ issuer: settings.issuer }),
  output: z.object({
    /** The fault of the issuer; null if it supports everything that signing in needs. */
    fault: z.enum(issuerFaults).nullable(),
    /** Detail of the fault, such as an HTTP status or another issuer. */
    detail: z.string().nullable(),
  }),
})

/** Target after signing in; only a path of this site is ever followed. */
const target = z.string().max(2000).default('/')

export const beginSignOn = post('/lfscada/user/signOn/begin', {
  may: 'public',
  about:
    'Begins to sign in by the provider with a short name: answers the address to go to, and marks the browser by a cookie. 1081 for a name that there is not, and for one that is switched off.',
  input: z.object({ slug: z.string().trim().toLowerCase().max(100).default(''), to: target }),
  output: z.object({ url: z.string() }),
})

export const signOnWay = post('/lfscada/user/signOn/way', {
  may: 'signedIn',
  early: true,
  about: 'The short name of the provider by which the account signs in; null where it does not.',
  input: nothing,
  output: z.object({ slug: z.string().nullable() }),
})

export const confirmSignOn = post('/lfscada/user/signOn/confirm', {
  may: 'signedIn',
  early: true,
  about:
    'Begins to confirm the session in place of the password: answers the address where the provider asks its person to sign in anew.',
  input: nothing,
  output: z.object({ url: z.string() }),
})

export const finishSignOn = post('/lfscada/user/signOn/finish', {
  may: 'public',
  about:
    'Opens the session with what the provider answered to this browser, or answers 1051 with a ticket where a code is asked for as well.',
  input: z.object({
    slug: z.string().max(100).default(''),
    /** Query of the address to which the provider redirected the browser. */
    answer: z.string().max(limits.signOnAnswerLength).default(''),
  }),
  output: z.object({
    to: z.string(),
    /** An existing session was confirmed; no new one was opened. */
    isConfirmed: z.boolean(),
  }),
})

export type ProviderSettings = { issuer: string; clientId: string; secretSealed: Buffer; scope: string }

/** The random values of one sign-in. */
type Drawn = { state: string; nonce: string; verifier: string }

/** A sign-in that leaves for the provider. `mustBeAnew`: the provider must ask for the password again. */
type Leaving = Drawn & { redirectUri: string; mustBeAnew: boolean }

/** A sign-in that returns. `query` is the query of the address to which the provider redirected the browser. */
type Returning = Omit<Drawn, 'state'> & {
  redirectUri: string
  query: URLSearchParams
  /** The sign-in at the provider must be at most this many seconds old; null: no limit. */
  anewWithinS: number | null
}

/** The platform as a client of OpenID Connect. */
export type OpenId = {
  draw(): Drawn
  /** Returns the address at the provider. Throws ProviderFault. */
  leave(provider: ProviderSettings, leaving: Leaving): Promise<string>
  /** Claims of the person who returned. Throws ProviderFault, ProviderRefusal, or an error of validation. */
  claims(provider: ProviderSettings, returning: Returning): Promise<Claims & { sub: string }>
  /** Tests an issuer. Throws ProviderFault. */
  test(issuer: string): Promise<void>
}

/** Sign-in by providers; only this service opens their secrets. */
export const openId = token<OpenId>('OpenID Connect')
