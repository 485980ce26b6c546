// Passkeys: WebAuthn keys in a device or a password manager, unlocked by fingerprint, face or PIN.
import { z } from 'zod'
import { done, nothing, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    PasskeyId: true
  }
}

export const PasskeyId = idOf('PasskeyId')
export type PasskeyId = z.output<typeof PasskeyId>

export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  createdAt: Instant,
  /** When the passkey was last used; null if never. */
  usedAt: Instant.nullable(),
  /** A service copies the passkey to other devices of its owner. */
  isSynced: z.boolean(),
  /** A copy was detected, so the passkey is no longer accepted. */
  isBlocked: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
const PasskeyName = text(limits.passkeyNameLength)

/** An authenticator's signature, as the browser returns it. */
export const Assertion = z.object({
  id: bytes(1400),
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(2000),
    signature: bytes(2000),
    userHandle: bytes(200).optional(),
  }),
})
export type Assertion = z.output<typeof Assertion>

/** A new key, as the browser returns it. */
export const Attestation = z.object({
  id: bytes(1400),
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(8000),
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
})
export type Attestation = z.output<typeof Attestation>

const Named = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** Request to an authenticator for a signature. */
export const Request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** The passkeys that may answer; empty if every passkey of this platform is accepted. */
  allowCredentials: z.array(Named),
})
export type Request = z.output<typeof Request>

/** Request to an authenticator for a new key. */
export const Creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Named),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type Creation = z.output<typeof Creation>

export const askPasskey = post('/lfscada/user/passkey/ask', {
  may: 'public',
  about: 'Generates a challenge for signing in with a passkey, valid once, for five minutes.',
  input: nothing,
  output: Request,
})

export const askOwnPasskey = post('/lfscada/user/passkey/askOwn', {
  may: 'signedIn',
  early: true,
  about: 'Generates a challenge for confirming the session with a passkey of the account.',
  input: nothing,
  output: Request,
})

export const queryPasskeys = post('/lfscada/user/passkey/query', {
  may: 'signedIn',
  early: true,
  about: 'The passkeys of the account, those made last first.',
  input: nothing,
  output: z.array(Passkey),
})

export const beginPasskey = post('/lfscada/user/passkey/begin', {
  may: 'signedIn',
  early: true,
  confirmed: true,
  about: 'Generates a challenge for a new passkey; it counts only once `finish` was called with its answer.',
  input: nothing,
  output: Creation,
})

export const finishPasskey = post('/lfscada/user/passkey/finish', {
  may: 'signedIn',
  early: true,
  confirmed: true,
  about:
    'Registers a passkey. With the first second step of an account come recovery codes, which are shown only here.',
  input: z.object({ name: PasskeyName, answer: Attestation }),
  output: z.object({ id: PasskeyId, recoveryCodes: z.array(z.string()).nullable() }),
})

export const renamePasskey = post('/lfscada/user/passkey/rename', {
  may: 'signedIn',
  confirmed: true,
  about: 'Renames a passkey of the account.',
  input: z.object({ id: PasskeyId, name: PasskeyName }),
  output: done,
})

export const removePasskey = post('/lfscada/user/passkey/remove', {
  may: 'signedIn',
  confirmed: true,
  about: 'Removes a passkey of the account; the last second step stays where the organisation requires one.',
  input: z.object({ id: PasskeyId }),
  output: done,
})
