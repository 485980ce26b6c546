// Rules for keys and their permissions.
import type { Language, Named } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { keyWithPage } from '../../frame/permission-words.ts'
import { placedPermissions } from '../../frame/permissions.ts'
import { beyond, canHold, withImplied } from '../access/rules.ts'
import type { ApiKey } from './contract.ts'

/** The failure of granting rights that the author lacks, which it names; undefined if there are none. */
function grantsMore(lacks: readonly Permission[], language: Language): Named | undefined {
  if (lacks.length === 0) return undefined
  const names = lacks.map((key) => keyWithPage(key, language))
  return { error: 'grantsMore', details: { what: joinWords(names, language) } }
}

type Asked = Pick<ApiKey, 'name' | 'auths' | 'expiresAt'>

/** Why a key cannot be added; undefined if it can. */
export function cannotAdd(
  keys: readonly Pick<ApiKey, 'name'>[],
  { name, auths, expiresAt }: Asked,
  { own, now, language }: { own: readonly Permission[]; now: number; language: Language },
): Named | undefined {
  if (keys.length >= limits.apiKeys) return { error: 'apiKeyCapacity', details: { limit: limits.apiKeys } }
  if (keys.some((key) => key.name === name)) return { error: 'nameExists', details: { name } }
  const more = grantsMore(beyond(own, auths), language)
  if (more) return more
  const isExpiryBad = expiresAt !== null && (expiresAt <= now || expiresAt > now + limits.apiKeyMs)
  return isExpiryBad ? { error: 'apiKeyExpiry' } : undefined
}

/** APIs for authorisation: permissions that external accounts can hold, implied ones first. */
export const apis: readonly Permission[] = placedPermissions
  .filter((place) => canHold('external', place))
  .map(({ key }) => key)
  .sort((a, b) => withImplied([a]).size - withImplied([b]).size)

/** An API and the APIs that it implies. */
export const withNeeded = (api: Permission): Permission[] => [...withImplied([api])].filter((key) => apis.includes(key))

/** The API and those that imply it. */
export const withNeeding = (api: Permission): Permission[] => apis.filter((key) => withImplied([key]).has(api))

/** Why an API cannot be authorised to more accounts; undefined if it can. */
export function cannotAuthorise(
  api: Permission,
  { own, authorised, added }: { own: readonly Permission[]; authorised: readonly number[]; added: readonly number[] },
  language: Language,
): Named | undefined {
  const more = grantsMore(beyond(own, [api]), language)
  if (more) return more
  if (added.some((id) => authorised.includes(id))) return { error: 'alreadyAuthorised' }
  const limit = limits.authorisedAccounts
  const isFull = new Set([...authorised, ...added]).size > limit
  return isFull ? { error: 'authorisedAccounts', details: { limit } } : undefined
}

/** The field to which a failure belongs. */
export const fieldOf = ({ error }: Named): string | undefined =>
  (({ nameExists: 'name', grantsMore: 'auths', apiKeyExpiry: 'expiresAt' }) as Partial<Record<string, string>>)[error]
