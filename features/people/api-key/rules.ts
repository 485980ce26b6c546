// What an API key may be given.
import type { Named } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { placedPermissions } from '../../frame/permissions.ts'
import { beyond, canHold, withImplied } from '../access/rules.ts'
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

/** The APIs that can be authorised: what external accounts can hold; what others need comes first. */
export const apis: readonly Permission[] = placedPermissions
  .filter((place) => canHold('external', place))
  .map(({ key }) => key)
  .sort((a, b) => withImplied([a]).size - withImplied([b]).size)

/** With it comes what it needs. */
export const withNeeded = (api: Permission): Permission[] => [...withImplied([api])].filter((key) => apis.includes(key))

/** With it goes what needs it. */
export const withNeeding = (api: Permission): Permission[] => apis.filter((key) => withImplied([key]).has(api))

/** Why an API is not authorised to more accounts, by whom it is authorised to now; nothing if it may be. */
export function cannotAuthorise(
  api: Permission,
  { own, authorised, added }: { own: readonly Permission[]; authorised: readonly number[]; added: readonly number[] },
): Named | undefined {
  const more = beyond(own, [api])
  if (more.length > 0) return { error: 'grantsMore', details: { what: more.join(', ') } }
  if (added.some((id) => authorised.includes(id))) return { error: 'alreadyAuthorised' }
  const limit = limits.authorisedAccounts
  const isFull = new Set([...authorised, ...added]).size > limit
  return isFull ? { error: 'authorisedAccounts', details: { limit } } : undefined
}

/** The field that a reason is about. */
export const fieldOf = ({ error }: Named): string | undefined =>
  (({ nameExists: 'name', grantsMore: 'auths', apiKeyExpiry: 'expiresAt' }) as Partial<Record<string, string>>)[error]
