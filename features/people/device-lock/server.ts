import { fail } from '../../../contract/errors.ts'
import { drawToken } from '../../../core/draw-token.ts'
import { atHome } from '../../../db/at-home.ts'
import { type RoomServer, type Served, serve, type WideCall } from '../../frame/serve.ts'
import { accountObject, toManage } from '../account/part-manage.ts'
import type { AccountKind } from '../account/rules.ts'
import { changeAccount } from '../enterprise/part-change.ts'
import { setEnterpriseLock, setLockExternal, setLockInternal, setLockStaff } from './accounts-contract.ts'
import { drawRandom, validLockCert } from './contract.ts'
import { errors } from './errors.ts'
import { isSigned, lockChange, partsOf } from './rules.ts'
import { loadMark, loadPublicKey, putPublicKey, putRandom, putShown, takeRandom } from './store.ts'

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

const setLockOf = (endpoint: typeof setLockInternal, kind: AccountKind): Served =>
  serve(endpoint, { kind: 'change' }, async ({ id, publicKey }, call) => {
    const { sight, user } = call
    const account = await toManage(call, kind, id)
    // Otherwise the caller could remove a lock that is required, or lock out its own account.
    if (id === user.accountId) throw fail('ownGrant')
    const { der, change } = lockChange(publicKey, await loadMark(sight, id))
    await putPublicKey(sight, id, der)
    return { ...change, object: accountObject(account), data: null }
  })

export default [
  setLockOf(setLockInternal, 'internal'),
  setLockOf(setLockExternal, 'external'),
  setLockOf(setLockStaff, 'staff'),

  serve(setEnterpriseLock, { kind: 'operator' }, ({ id, publicKey }, call) =>
    changeAccount(call, id, async (sight, account) => {
      const { der, change } = lockChange(publicKey, account.lock)
      await putPublicKey(sight, account.id, der)
      return { ...change, data: null }
    }),
  ),

  serve(drawRandom, { kind: 'across' }, async (_, { db, user, now }) => {
    // The prefix prevents the signature from being valid elsewhere.
    const random = `gatehouse-${drawToken()}`
    await putRandom(db, random, user.sessionHash, now())
    return { random }
  }),

  serve(validLockCert, { kind: 'across' }, async ({ verifyData }, call) => {
    const { db, user, now } = call
    const publicKey = await loadPublicKey(db, user.accountId)
    // The lock was removed in the meantime, so there is nothing to verify.
    if (!publicKey) return null
    const given = partsOf(verifyData)
    const isOurs = given !== undefined && (await takeRandom(db, given.random, user.sessionHash, now()))
    if (!isOurs || !isSigned(publicKey, given.random, given.signature)) return refuse(call)
    await putShown(db, user.sessionHash, { accountId: user.accountId, publicKey, at: now() })
    return null
  }),
] satisfies RoomServer
