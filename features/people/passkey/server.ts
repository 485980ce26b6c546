import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { fail, failAs } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../../core/network-of.ts'
import { atHome } from '../../../db/at-home.ts'
import type { WritableSight } from '../../../db/sight.ts'
import type { Operation } from '../../frame/operation.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { afterTakingOff, giveRecoveryCodes, holdSteps } from '../second-factor/part-step.ts'
import {
  type Attestation,
  askOwnPasskey,
  askPasskey,
  beginPasskey,
  finishPasskey,
  queryPasskeys,
  removePasskey,
  renamePasskey,
} from './contract.ts'
import { drawChallenge, handleOf, namedOf, requestOf, rpIdHere, spendChallenge } from './part-assertion.ts'
import { algorithms, cannotName } from './rules.ts'
import { insertPasskey, loadCredentials, loadPasskeys, removeRow, updateName } from './store.ts'
import { scopes } from './tables.ts'

/** Works in the account's own organisation, with this room's tables. */
const ofOwn = <R>({ db, user }: WideCall, work: (sight: WritableSight, db: WideCall['db']) => Promise<R>): Promise<R> =>
  atHome(db, user.homeOrgId, work, scopes)

const operation = ({ user }: WideCall, more: Omit<Operation, 'object'>): Operation => ({
  object: { type: 'account', id: user.accountId, name: user.loginname },
  ...more,
})

const holderOf = ({ user }: WideCall) => `session ${user.sessionHash.toString('hex')}`

/** Loads a passkey of the account, together with the others. */
async function toChange(sight: WritableSight, { user }: WideCall, id: number) {
  await sight.lock('passkeys')
  const all = await loadPasskeys(sight, user.accountId)
  const passkey = all.find((each) => each.id === id)
  if (!passkey) throw fail('notFound', {}, { field: 'id' })
  return { all, passkey }
}

/** The new key in an answer to a challenge of this session. Throws passkeyGone, passkeyRefused. */
async function newKey(call: WideCall, { id, response }: Attestation) {
  const rpId = rpIdHere(call)
  const holder = holderOf(call)
  const challenge = await spendChallenge(call, response.clientDataJSON, { purpose: 'register', holder })
  const { clientDataJSON, attestationObject, transports } = response
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: call.origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => undefined)
  const made = checked?.verified ? checked.registrationInfo : undefined
  if (!made || made.credential.id !== id) throw fail('passkeyRefused')
  return {
    rpId,
    transports,
    credentialId: Buffer.from(id, 'base64url'),
    publicKey: Buffer.from(made.credential.publicKey),
    signCount: made.credential.counter,
    isSynced: made.credentialBackedUp,
  }
}

export default [
  serve(askPasskey, { kind: 'public' }, (_, call) =>
    requestOf(call, { purpose: 'login', holder: `network ${networkOf(call.ip)}` }),
  ),

  serve(askOwnPasskey, { kind: 'across' }, (_, call) =>
    requestOf(call, { purpose: 'confirm', holder: holderOf(call) }, call.user.accountId),
  ),

  serve(queryPasskeys, { kind: 'across' }, (_, call) =>
    ofOwn(call, async (sight) =>
      (await loadPasskeys(sight, call.user.accountId)).map(({ clonedAt, ...passkey }) => ({
        ...passkey,
        isBlocked: clonedAt !== null,
      })),
    ),
  ),

  serve(beginPasskey, { kind: 'across' }, async (_, call) => {
    const { db, user } = call
    const rpId = rpIdHere(call)
    const own = await loadCredentials(db, user.accountId, rpId)
    return {
      challenge: await drawChallenge(call, { purpose: 'register', holder: holderOf(call) }),
      rp: { id: rpId, name: 'Gatehouse' },
      user: {
        id: handleOf(call, user.accountId).toString('base64url'),
        name: user.loginname,
        displayName: user.name || user.loginname,
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: limits.passkeyChallengeMs,
      attestation: 'none' as const,
      excludeCredentials: own.map(namedOf),
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true as const,
        userVerification: 'required' as const,
      },
    }
  }),

  serve(finishPasskey, { kind: 'across' }, async ({ name, answer }, call) => {
    const { user, now } = call
    const { accountId } = user
    const made = await newKey(call, answer)
    return ofOwn(call, async (sight, db) => {
      await sight.lock('passkeys')
      const refused = cannotName(await loadPasskeys(sight, accountId), name)
      if (refused) throw failAs(refused, { field: 'name' })
      const id = await insertPasskey(sight, { ...made, accountId, name, createdAt: now() })
      if (id === undefined) throw fail('passkeyKnown')
      await call.record(operation(call, { act: 'passkeyAdded', after: { name } }), sight)
      return { id, recoveryCodes: await giveRecoveryCodes(db, accountId, now()) }
    })
  }),

  serve(renamePasskey, { kind: 'across' }, async ({ id, name }, call) => {
    const { accountId } = call.user
    await ofOwn(call, async (sight) => {
      const { all, passkey } = await toChange(sight, call, id)
      const refused = cannotName(all, name, id)
      if (refused) throw failAs(refused, { field: 'name' })
      await updateName(sight, accountId, id, name)
      const told = { before: { name: passkey.name }, after: { name } }
      await call.record(operation(call, { act: 'passkeyRenamed', ...told }), sight)
    })
    return null
  }),

  serve(removePasskey, { kind: 'across' }, async ({ id }, call) => {
    const { accountId } = call.user
    await ofOwn(call, async (sight, db) => {
      await holdSteps(db, accountId)
      const { passkey } = await toChange(sight, call, id)
      await removeRow(sight, accountId, id)
      await afterTakingOff(db, accountId)
      await call.record(operation(call, { act: 'passkeyRemoved', before: { name: passkey.name } }), sight)
    })
    return null
  }),
] satisfies RoomServer
