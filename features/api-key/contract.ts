// Keys of an account for scripts and for bridges to other systems: sent as `Authorization: Bearer`.
import { z } from 'zod'
import { done, nothing, post } from '../../contract/endpoint.ts'
import { Instant, idOf, nameOf, text } from '../../contract/fields.ts'
import { limits } from '../../contract/limits.ts'
import type { Permission } from '../../contract/permissions.ts'

declare module '../../contract/fields.ts' {
  interface IdKinds {
    ApiKeyId: true
  }
}

export const ApiKeyId = idOf('ApiKeyId')
export type ApiKeyId = z.output<typeof ApiKeyId>

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** How the key begins. */
  hint: z.string(),
  /** Permissions that it was given; of these it has what the account itself has now. */
  auths: z.array(nameOf<Permission>()),
  createdAt: Instant,
  /** Null: it does not expire. */
  expiresAt: Instant.nullable(),
  /** To the minute; null: never. */
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
  about: 'Makes an API key with some of the permissions that the account has; the key itself is told only here.',
  input: z.object({
    name: text(limits.apiKeyNameLength),
    auths: z.array(nameOf<Permission>()).min(1).max(1000),
    /** At most two years ahead; null: it does not expire. */
    expiresAt: Instant.nullable().default(null),
  }),
  output: z.object({ id: ApiKeyId, key: z.string() }),
})

export const endApiKey = post('/lfscada/user/apikey/end', {
  may: 'signedIn',
  about: 'Ends an API key of the account, with its sockets and what it has under way.',
  input: z.object({ id: ApiKeyId }),
  output: done,
})
