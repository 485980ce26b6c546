import { createHash, randomBytes, randomInt } from 'node:crypto'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type Call, type RoomServer, serve } from '../serve.ts'
import { brokerAddress, queryUnclaimed, registerGateway, removeUnclaimed, renewGatewaySecret } from './contract.ts'
import { insertGateway, loadSn, loadUnclaimed, updateSecret, voidUnclaimed } from './store.ts'

const newSecret = () => randomBytes(24).toString('base64url')
const newCode = () => String(randomInt(10 ** limits.claimCodeDigits)).padStart(limits.claimCodeDigits, '0')
const hash = (secret: string) => createHash('sha256').update(secret).digest()

/** What no secret and no code is worth. */
const voided = ({ seal }: Pick<Call, 'seal'>) => ({
  claimCodeHash: randomBytes(32),
  secretHash: randomBytes(32),
  secretSealed: seal(newSecret()),
})

export default [
  serve(registerGateway, async ({ sn, series, model, remark }, call) => {
    const secret = newSecret()
    const code = newCode()
    const claimCodeHash = createHash('sha256').update(`${sn}:${code}`).digest()
    const secrets = { claimCodeHash, secretHash: hash(secret), secretSealed: call.seal(secret) }
    const about = { sn, series, model, remark, registrarId: call.org.orgId, createdAt: call.now() }
    const id = await insertGateway(call.db, { ...about, ...secrets })
    if (id === undefined) throw fail('snExists', {}, { field: 'sn' })
    await call.gatewayChanged({ kind: 'registered', sn, secret })
    await call.record({
      act: 'register',
      objectType: 'gateway',
      objectId: id,
      objectName: sn,
      after: { sn, series, model },
    })
    return { id: id as never, sn, code, secret }
  }),

  serve(renewGatewaySecret, async ({ id }, call) => {
    const sn = await loadSn(call.org, id)
    if (!sn) throw fail('notFound')
    const secret = newSecret()
    await updateSecret(call.org, id, { secretHash: hash(secret), secretSealed: call.seal(secret) })
    await call.gatewayChanged({ kind: 'secretRenewed', sn, secret })
    await call.record({ act: 'renewSecret', objectType: 'gateway', objectId: id, objectName: sn })
    return { secret }
  }),

  serve(queryUnclaimed, (asked, { db, org }) => loadUnclaimed(db, org.orgId, asked) as never),

  serve(removeUnclaimed, async ({ id }, call) => {
    const own = await loadSn(call.org, id)
    if (own) throw fail('inUse', { reason: own })
    const sn = await voidUnclaimed(call.db, call.org.orgId, id, { ...voided(call), at: call.now() })
    if (!sn) throw fail('notFound')
    await call.gatewayChanged({ kind: 'removed', sn })
    await call.record({ act: 'delete', objectType: 'gateway', objectId: id, objectName: sn })
    return null
  }),

  serve(brokerAddress, async (_, { broker }) => broker()),
] satisfies RoomServer
