// Rules for passkeys: origins where they work, names, and counters.
import type { Named } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * The host name that passkeys of an origin are bound to; null where WebAuthn does not work: at an IP address, and
 * without https except on localhost.
 */
export function rpIdOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname } = new URL(origin)
  const isNumbers = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isNumbers || (protocol !== 'https:' && !isOwnMachine) ? null : hostname
}

/** Algorithms of keys in order of preference: Ed25519, ECDSA with P-256, RSA with SHA-256 (COSE numbers). */
export const algorithms = [-8, -7, -257] as const

/** Why a passkey cannot have the name; undefined if it can. `but`: the passkey to rename. */
export function cannotName(
  passkeys: readonly { id: number; name: string }[],
  name: string,
  but?: number,
): Named | undefined {
  if (but === undefined && passkeys.length >= limits.passkeys)
    return { error: 'passkeyCapacity', details: { limit: limits.passkeys } }
  const isTaken = passkeys.some((each) => each.id !== but && each.name === name)
  return isTaken ? { error: 'nameExists', details: { name } } : undefined
}

type Counted = { signCount: number; clonedAt: number | null }

/** Whether a counter is newer than the last one. Authenticators without a counter always send 0. */
export const goesOn = ({ signCount, clonedAt }: Counted, signed: number): boolean =>
  clonedAt === null && (signed > signCount || (signed === 0 && signCount === 0))

/** Why passkeys do not work at this address or in this browser; undefined if they do. */
export function cannotUsePasskeys(): 'noAddress' | 'noBrowser' | undefined {
  if (rpIdOf(location.origin) === null) return 'noAddress'
  return typeof globalThis.PublicKeyCredential === 'function' ? undefined : 'noBrowser'
}
