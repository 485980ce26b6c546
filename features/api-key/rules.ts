// What an API key may be given.
import type { Named } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Permission } from '../../contract/permissions.ts'
import { beyond } from '../access/rules.ts'
import type { ApiKey } from './contract.ts'

type Asked = Pick<ApiKey, 'name' | 'auths' | 'expiresAt'>

/** Why a key is not made; nothing if it may be. */
export function cannotAdd(
  keys: readonly Pick<ApiKey, 'name'>[],
  { name, auths, expiresAt }: Asked,
  { own, now }: { own: readonly Permission[]; now: number },
): Named | undefined {
  if (keys.length >= limits.apiKeys) return { error: 'apiKeyCapacity', details: { limit: limits.apiKeys } }
  if (keys.some((key) => key.name === name)) return { error: 'nameExists', details: { name } }
  const more = beyond(own, auths)
  if (more.length > 0) return { error: 'grantsMore', details: { what: more.join(', ') } }
  const isExpiryBad = expiresAt !== null && (expiresAt <= now || expiresAt > now + limits.apiKeyMs)
  return isExpiryBad ? { error: 'apiKeyExpiry' } : undefined
}

/** The field that a reason is about. */
export const fieldOf = ({ error }: Named): string | undefined =>
  (({ nameExists: 'name', grantsMore: 'auths', apiKeyExpiry: 'expiresAt' }) as Partial<Record<string, string>>)[error]
