// Rules for claims of a provider: roles, e-mail addresses, names. Pure.
import type { RoleType } from '../../../contract/permissions.ts'
import { isLoopbackHttp } from '../../../core/bounded-fetch.ts'

export const slugPattern = /^[a-z0-9-]{2,40}$/

/**
 * Whether an issuer is https, or http on this machine, without query, fragment and login. [OpenID Connect Discovery
 * 1.0]
 */
export function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (text.includes('?') || text.includes('#') || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || isLoopbackHttp(url)
}

export type Claims = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'

/** The values of a claim, one or a list. `a.b` also reads `b` in `a`, because some providers nest claims. */
export function valuesOf(claims: Claims, name: string): string[] {
  const nested = (within: unknown, key: string): unknown =>
    typeof within === 'object' && within !== null && Object.hasOwn(within, key)
      ? (within as Record<string, unknown>)[key]
      : undefined
  const value = Object.hasOwn(claims, name) ? claims[name] : name.split('.').reduce(nested, claims as unknown)
  return (Array.isArray(value) ? value : [value]).filter(isText)
}

type Given = { value: string; roleId: number | null; kind: 'internal' | 'external' | null }

/** The first entry of a mapping whose value is among the claim's. */
export function givenBy<G extends Given>(map: readonly G[], values: readonly string[]): G | undefined {
  return map.find(({ value }) => values.includes(value))
}

/**
 * The e-mail address that the provider has verified, in lower case, or nothing. Addresses must be ASCII: some other
 * characters have an ASCII letter as their lower case, so the address would match another account.
 */
export function verifiedEmail({ email, email_verified: isVerified }: Claims): string | undefined {
  if (isVerified !== true || !isText(email)) return undefined
  return /^[!-?A-~]{1,64}@[!-?A-~]{1,100}$/.test(email) && email.length <= 100 ? email.toLowerCase() : undefined
}

/** Whether an address is in one of the domains. An address is required unless the list is empty. */
export const isOfDomains = (email: string | undefined, domains: readonly string[]): boolean =>
  domains.length === 0 || (email !== undefined && domains.includes(email.slice(email.lastIndexOf('@') + 1)))

// RFC 8176: methods that prove more than a password.
const secondSteps = ['mfa', 'otp', 'hwk', 'swk', 'sms', 'tel', 'sc', 'fpt', 'face', 'iris', 'retina', 'vbm']

/** Whether our own second step is skipped: the provider verifies one, and its claims do not report a password only. */
export function isStepVerified(verifiesStep: boolean, { amr }: Claims): boolean {
  if (!verifiesStep) return false
  return !Array.isArray(amr) || amr.some((method) => secondSteps.includes(method as string))
}

/** A valid username derived from the claims; `number` is appended if the username is taken. */
export function loginnameOf(claims: Claims, number = 0): string {
  const { preferred_username: preferred, email, sub } = claims
  const said = [preferred, email, sub].filter(isText).map((each) => each.split('@')[0]!)
  const plain = said.map((each) => each.normalize('NFKD').replace(/[^A-Za-z0-9_]+/g, '_')).map((each) => trimmed(each))
  const base = plain.find((each) => each.length >= 6) ?? `user_${plain.find((each) => each !== '') ?? 'sso'}`
  const end = number === 0 ? '' : `_${number}`
  return base.slice(0, 32 - end.length) + end
}

/** Removes all before the first letter, and trailing underscores. */
const trimmed = (text: string) => text.replace(/^[^A-Za-z]+/, '').replace(/_+$/, '')

/** The person's name from the claims, without invisible characters. */
export function personName(claims: Claims, otherwise: string): string {
  const said = [claims.name, claims.preferred_username].find(isText) ?? ''
  const plain = said.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim()
  return [...(plain || otherwise)].slice(0, 30).join('').trim()
}

/** Kinds of account that a provider neither assigns nor removes. */
export const isFixedHere = (roleType: RoleType): boolean => roleType === 'admin' || roleType === 'enterprise'

/**
 * The placement of an account whose role the provider no longer assigns. Platform staff without a role would have all
 * permissions of staff, so that such an account becomes internal.
 */
export const withoutRole = (roleType: RoleType) =>
  ({ roleType: roleType === 'operation' ? 'internal' : roleType, roleId: null }) as const
