// What a passkey signs, for every way that asks for one: signing in, and confirming. A challenge is good once; which passkey
// answers it, and whether it may, is decided here alone.
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

/** The name that passkeys of this address belong to. Throws passkeysOff where there are none. */
export function rpIdHere({ origin }: Pick<Needs, 'origin'>): string {
  const rpId = rpIdOf(origin)
  if (rpId === null) throw fail('passkeysOff')
  return rpId
}

/** What authenticators know an account by: it tells nothing of it, and is the same for all its passkeys. */
export const handleOf = ({ use }: Pick<Needs, 'use'>, accountId: AccountId): Buffer =>
  use(codes).mark(`passkeys of ${accountId}`)

/** A new challenge, to be answered once and soon. */
export async function drawChallenge({ db, now }: Needs, drawn: Drawn): Promise<string> {
  const challenge = drawToken()
  const row = { challengeHash: sha256(challenge), ...drawn, expiresAt: now() + limits.passkeyChallengeMs }
  await insertChallenge(db, row, now())
  return challenge
}

/** Takes the challenge that was signed, whatever comes of it. Throws passkeyGone where it is not there for this. */
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

/** Nothing in what no browser made. */
function challengeIn(clientData: string): string | undefined {
  const read = attempt(() => decodeClientDataJSON(clientData) as unknown)
  const challenge = (read as { challenge?: unknown } | null | undefined)?.challenge
  return typeof challenge === 'string' ? challenge : undefined
}

/** Nothing where it throws: what a stranger sends is refused for one reason or another. */
function attempt<R>(work: () => R): R | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** A request for a signature by a passkey: by whichever of this address, or by those of an account. */
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

/** Whose passkey it is, as far as it is known, and why it is refused. */
export type Answered = { accountId?: AccountId; why?: PlainName & ('passkeyRefused' | 'passkeyBlocked') }

/** Checks an answer to a challenge of ours and counts the use of the passkey. Throws passkeysOff, passkeyGone. */
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

/** What is signed names no other account than the passkey's. Some authenticators name none where they were told which key. */
const isOwnHandle = ({ response: { userHandle } }: Assertion, own: Buffer): boolean =>
  userHandle === undefined || Buffer.from(userHandle, 'base64url').equals(own)

type Expected = { challenge: string; origin: string; rpId: string; publicKey: Buffer }

/** How often the authenticator says it has signed; nothing where this is not its signature. */
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
    // Counts are compared by `goesOn`: a copy is told from a signature that is wrong.
    credential: { id, publicKey: Uint8Array.from(publicKey), counter: 0 },
  }).catch(() => undefined)
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined
}
