// API keys of an account, for scripts and bridges to other systems: sent as `Authorization: Bearer`.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { AccountId, Instant, idOf, maybeText, nameOf, pageOf, paging, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    ApiKeyId: true
  }
}

export const ApiKeyId = idOf('ApiKeyId')
export type ApiKeyId = z.output<typeof ApiKeyId>

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** The first characters of the key. */
  hint: z.string(),
  /** Permissions of the key; effective only while the account has them too. */
  auths: z.array(nameOf<Permission>()),
  createdAt: Instant,
  /** When the key expires; null: never. */
  expiresAt: Instant.nullable(),
  /** Last use, to the minute; null: never. */
  usedAt: Instant.nullable(),
})
export type ApiKey = z.output<typeof ApiKey>

export const queryApiKeys = post('/lfscada/user/apikey/query', {
  may: 'signedIn',
  about: 'The API keys of the account, without the keys themselves.',
  input: nothing,
  output: z.array(ApiKey),
})

export const addApiKey = post('/lfscada/user/apikey/add', {
  may: 'signedIn',
  confirmed: true,
  about: 'Creates an API key with some of the permissions of the account; only this answer contains the key itself.',
  input: z.object({
    name: text(limits.apiKeyNameLength),
    auths: z.array(nameOf<Permission>()).min(1).max(1000),
    /** When the key expires, at most two years ahead; null: never. */
    expiresAt: Instant.nullable().default(null),
  }),
  output: z.object({ id: ApiKeyId, key: z.string() }),
})

export const endApiKey = post('/lfscada/user/apikey/end', {
  may: 'signedIn',
  about: 'Revokes an API key of the account, closes its sockets and stops its requests in progress.',
  input: z.object({ id: ApiKeyId }),
  output: done,
})

export const queryKeyRights = post('/lfscada/user/apikey/rights', {
  may: 'signedIn',
  about:
    'The permissions that a key of the account can be given: those that it has, of an external account those for which its programs are authorised.',
  input: nothing,
  output: z.array(nameOf<Permission>()),
})

/** An API: the calls of one permission that external accounts can hold. */
export const Api = z.object({
  api: nameOf<Permission>(),
  /** Numbers of external accounts that may use the API, and of their keys with it. */
  accounts: z.number(),
  keys: z.number(),
})
export type Api = z.output<typeof Api>

export const queryApis = post('/lfscada/api/query', {
  may: 'api:view',
  about: 'The APIs that can be authorised to external accounts, with how many use them.',
  input: nothing,
  output: z.array(Api),
})

const api = nameOf<Permission>()
const Named = z.object({ id: AccountId, loginname: z.string(), name: z.string(), company: z.string().nullable() })
export type Named = z.output<typeof Named>

export const queryAuthExternal = post('/lfscada/api/pmsn/queryAuthExternal', {
  may: 'api:view',
  about: 'The external accounts whose programs may use an API.',
  input: z.object({ api }),
  output: z.array(Named),
})

export const queryUnAuthExternal = post('/lfscada/api/pmsn/queryUnAuthExternal', {
  may: 'api:view',
  about: 'A page of the enabled external accounts whose programs may not use an API.',
  input: z.object({
    ...paging,
    api,
    /** Part of username, name or company. */
    keyword: maybeText(50),
  }),
  output: pageOf(Named),
})

const to = { api, accountIds: z.array(AccountId).min(1).max(limits.authorisedAccounts) }

export const authoriseApi = post('/lfscada/api/pmsn/auth', {
  may: 'api:edit',
  on: { account: 'accountIds' },
  confirmed: true,
  about: 'Authorises external accounts to use an API by programs, with those that it needs; at most 50 for each.',
  input: z.object(to),
  output: done,
})

export const cancelApi = post('/lfscada/api/pmsn/cancelAuth', {
  may: 'api:edit',
  on: { account: 'accountIds' },
  confirmed: true,
  about: 'Withdraws an API, and the APIs that need it, from external accounts; their programs lose access immediately.',
  input: z.object(to),
  output: done,
})
