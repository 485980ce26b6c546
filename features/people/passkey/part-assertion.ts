// Checks signatures of passkeys, for signing in and for confirming. A challenge is valid once. Only this file decides
// which passkey answers it, and whether it is accepted.
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { fail, type PlainName } from '../../../contract/errors.ts'
import type { AccountId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { sha256 } from '../../../core/sha256.ts'
import type { PublicCall } from '../../frame/serve.ts'
import { codes } from '../../platform/verification/contract.ts'
import type { Assertion, Request } from './contract.ts'
import { goesOn, rpIdOf } from './rules.ts'
import {
  blockPasskey,
  type ChallengePurpose,
  countUse,
  insertChallenge,
  loadByCredential,
  loadCredentials,
  takeChallenge,
} from './store.ts'

type Needs = Pick<PublicCall, 'db' | 'now' | 'use' | 'origin'>
type Drawn = { purpose: ChallengePurpose; holder: string }

/** The host name of this address, which passkeys are bound to. Throws passkeysOff if passkeys do not work here. */
export function rpIdHere({ origin }: Pick<Needs, 'origin'>): string {
  const rpId = rpIdOf(origin)
  if (rpId === null) throw fail('passkeysOff')
  return rpId
}

/**
 * User handle of an account in authenticators. It reveals nothing about the account, and is the same for all its
 * passkeys.
 */
export const handleOf = ({ use }: Pick<Needs, 'use'>, accountId: AccountId): Buffer =>
  use(codes).mark(`passkeys of ${accountId}`)

/** Stores a new challenge, which is valid once and for a short time. */
export async function drawChallenge({ db, now }: Needs, drawn: Drawn): Promise<string> {
  const challenge = drawToken()
  const row = { challengeHash: sha256(challenge), ...drawn, expiresAt: now() + limits.passkeyChallengeMs }
  await insertChallenge(db, row, now())
  return challenge
}

/**
 * Deletes the signed challenge, even if the signature is refused later. Throws passkeyGone if it does not exist for
 * this purpose.
 */
export async function spendChallenge(
  { db, now }: Needs,
  clientData: string,
  { purpose, holder }: { purpose: ChallengePurpose; holder?: string },
): Promise<string> {
  const challenge = challengeIn(clientData)
  const taken = challenge === undefined ? undefined : await takeChallenge(db, sha256(challenge), purpose, now())
  if (!taken || challenge === undefined || (holder !== undefined && taken.holder !== holder)) throw fail('passkeyGone')
  return challenge
}

/** The challenge in the client data; undefined if the data is malformed. */
function challengeIn(clientData: string): string | undefined {
  const read = attempt(() => decodeClientDataJSON(clientData) as unknown)
  const challenge = (read as { challenge?: unknown } | null | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : undefined
}

/** Returns undefined if `work` throws, because a stranger may send anything. */
function attempt<R>(work: () => R): R | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Request for a signature by any passkey of this address, or by one of the account's. */
export async function requestOf(call: Needs, drawn: Drawn, accountId?: AccountId): Promise<Request> {
  const rpId = rpIdHere(call)
  const own = accountId === undefined ? [] : await loadCredentials(call.db, accountId, rpId)
  return {
    challenge: await drawChallenge(call, drawn),
    rpId,
    timeout: limits.passkeyChallengeMs,
    userVerification: 'required',
    allowCredentials: own.map(namedOf),
  }
}

export const namedOf = ({ credentialId, transports }: { credentialId: Buffer; transports: string[] }) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** The account of the passkey, if known, and the reason of a refusal. */
type Answered = { accountId?: AccountId; why?: PlainName & ('passkeyRefused' | 'passkeyBlocked') }

/** Checks an answer to a challenge and counts the use of the passkey. Throws passkeysOff, passkeyGone. */
export async function takeAssertion(
  call: Needs,
  answer: Assertion,
  of: { purpose: ChallengePurpose; holder?: string },
): Promise<Answered> {
  const rpId = rpIdHere(call)
  const challenge = await spendChallenge(call, answer.response.clientDataJSON, of)
  const passkey = await loadByCredential(call.db, Buffer.from(answer.id, 'base64url'))
  if (passkey?.rpId !== rpId) return { why: 'passkeyRefused' }
  const { accountId, id } = passkey
  const signed = await countSigned(answer, { challenge, origin: call.origin, rpId, publicKey: passkey.publicKey })
  if (signed === undefined || !isOwnHandle(answer, handleOf(call, accountId)))
    return { accountId, why: 'passkeyRefused' }
  if (!goesOn(passkey, signed)) {
    await blockPasskey(call.db, id, call.now())
    return { accountId, why: 'passkeyBlocked' }
  }
  return (await countUse(call.db, passkey, signed, call.now())) ? { accountId } : { accountId, why: 'passkeyRefused' }
}

/**
 * Whether the user handle, if present, is the account's. Some authenticators omit it when the request names the key.
 */
const isOwnHandle = ({ response: { userHandle } }: Assertion, own: Buffer): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').equals(own)

type Expected = { challenge: string; origin: string; rpId: string; publicKey: Buffer }

/** The authenticator's counter; undefined if the signature is invalid. */
async function countSigned(
  { id, response }: Assertion,
  { challenge, origin, rpId, publicKey }: Expected,
): Promise<number | undefined> {
  const { clientDataJSON, authenticatorData, signature } = response
  const checked = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    // The counter is passed as 0, because `goesOn` compares the counters: it distinguishes a copied key from an invalid
    // signature.
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => undefined)
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined
}
