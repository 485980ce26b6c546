import { drawToken } from '../../../core/draw-token.ts'
import { atHome } from '../../../db/at-home.ts'
import { type RoomServer, serveAcross, type WideCall } from '../../frame/serve.ts'
import { drawRandom, validLockCert } from './contract.ts'
import { errors } from './errors.ts'
import { isSigned, partsOf } from './rules.ts'
import { loadPublicKey, putRandom, putShown, takeRandom } from './store.ts'

/** The session gets nothing more, and whoever runs the company finds it in the log. */
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
  serveAcross(drawRandom, async (_, { db, user, now }) => {
    // The name in front: a key signs nothing here that means something elsewhere.
    const random = `gatehouse-${drawToken()}`
    await putRandom(db, random, user.sessionHash, now())
    return { random }
  }),

  serveAcross(validLockCert, async ({ verifyData }, call) => {
    const { db, user, now } = call
    const publicKey = await loadPublicKey(db, user.accountId)
    // It was removed meanwhile: there is nothing to show.
    if (!publicKey) return null
    const given = partsOf(verifyData)
    const isOurs = given !== undefined && (await takeRandom(db, given.random, user.sessionHash, now()))
    if (!isOurs || !isSigned(publicKey, given.random, given.signature)) return refuse(call)
    await putShown(db, user.sessionHash, { accountId: user.accountId, publicKey, at: now() })
    return null
  }),
] satisfies RoomServer
