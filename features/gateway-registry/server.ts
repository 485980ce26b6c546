import { createHash, randomBytes, randomInt } from 'node:crypto'
import { fail } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { type RoomServer, serve } from '../serve.ts'
import { registerGateway, renewGatewaySecret } from './contract.ts'
import { insertGateway, loadSn, updateSecret } from './store.ts'

const newSecret = () => randomBytes(24).toString('base64url')
const newCode = () => String(randomInt(10 ** limits.claimCodeDigits)).padStart(limits.claimCodeDigits, '0')
const hash = (secret: string) => createHash('sha256').update(secret).digest()

export default [
  serve(registerGateway, async ({ sn, series, model, remark }, call) => {
    const secret = newSecret()
    const code = newCode()
    const claimCodeHash = createHash('sha256').update(`${sn}:${code}`).digest()
    const secrets = { claimCodeHash, secretHash: hash(secret), secretSealed: call.seal(secret) }
    const id = await insertGateway(call.db, { sn, series, model, remark, ...secrets, createdAt: call.now() })
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
] satisfies RoomServer
