import { drawToken } from '../../../core/draw-token.ts'
import { atHome } from '../../../db/at-home.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import { drawRandom, validLockCert } from './contract.ts'
import { errors } from './errors.ts'
import { isSigned, partsOf } from './rules.ts'
import { loadPublicKey, putRandom, putShown, takeRandom } from './store.ts'

/** Locks the session and logs the failure in the company's log. */
async function refuse(call: WideCall): Promise<never> {
  const { db, user } = call
  const refused = errors.fail('lockRefused')
  await putShown(db, user.sessionHash, null)
  const object = { type: 'account', id: user.accountId, name: user.loginname } as const
  const line = { act: 'lockFailed', object, code: refused.code, result: 'failure' } as const
  await atHome(db, user.homeOrgId, (sight) => call.record(line, sight))
  throw refused
}

export default [
  serve(drawRandom, { kind: 'across' }, async (_, { db, user, now }) => {
    // The prefix prevents the signature from being valid elsewhere.
    const random = `gatehouse-${drawToken()}`
    await putRandom(db, random, user.sessionHash, now())
    return { random }
  }),

  serve(validLockCert, { kind: 'across' }, async ({ verifyData }, call) => {
    const { db, user, now } = call
    const publicKey = await loadPublicKey(db, user.accountId)
    // The lock was removed meanwhile, so there is nothing to verify.
    if (!publicKey) return null
    const given = partsOf(verifyData)
    const isOurs = given !== undefined && (await takeRandom(db, given.random, user.sessionHash, now()))
    if (!isOurs || !isSigned(publicKey, given.random, given.signature)) return refuse(call)
    await putShown(db, user.sessionHash, { accountId: user.accountId, publicKey, at: now() })
    return null
  }),
] satisfies RoomServer
