// Where passkeys work, and which may be added.
import type { Named } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'

/**
 * The name that passkeys of an origin belong to; null where WebAuthn does not work: at an address of numbers, and without
 * https but on one's own machine.
 */
export function rpIdOf(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname } = new URL(origin)
  const isNumbers = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  return isNumbers || (protocol !== 'https:' && !isOwnMachine) ? null : hostname
}

/** Algorithms of keys, the best first: Ed25519, ECDSA with P-256, RSA with SHA-256 (numbers of COSE). */
export const algorithms = [-8, -7, -257] as const

/** Why a passkey is not added; nothing if it may be. `but`: the one that is renamed. */
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

/** Whether a count that was signed goes on from the one before. Authenticators that do not count say 0 for ever. */
export const goesOn = ({ signCount, clonedAt }: Counted, signed: number): boolean =>
  clonedAt === null && (signed > signCount || (signed === 0 && signCount === 0))
