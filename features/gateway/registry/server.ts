import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { type PublicCall, type RoomServer, serve } from '../../frame/serve.ts'
import { brokerAddressOf, gatewayChanged } from '../../frame/spine-services.ts'
import {
  brokerAddress,
  queryUnclaimed,
  registerGateway,
  registerGateways,
  removeUnclaimed,
  renewGatewaySecret,
} from './contract.ts'
import { drawSecrets } from './rules.ts'
import { insertGateway, loadSn, loadUnclaimed, updateSecret, voidUnclaimed } from './store.ts'

/** Generates new secrets, which are never shown to anyone, so that the previous ones are void. */
const voided = ({ seal }: Pick<PublicCall, 'seal'>, sn: string) => drawSecrets(sn, seal).stored

export default [
  serve(registerGateway, { kind: 'operator' }, async ({ sn, series, model, remark }, call) => {
    const { secret, code, stored } = drawSecrets(sn, call.seal)
    const about = { sn, series, model, remark, registrarId: call.sight.orgId, createdAt: call.now() }
    const id = await insertGateway(call.db, { ...about, ...stored })
    if (id === undefined) throw fail('snExists', {}, { field: 'sn' })
    await call.use(gatewayChanged)({ kind: 'registered', sn, secret })
    await call.record({ act: 'register', object: { type: 'gateway', id, name: sn }, after: { sn, series, model } })
    return { id, sn, code, secret }
  }),

  serve(registerGateways, { kind: 'operator' }, async ({ rows }, call) => {
    if (rows.length > limits.modulesAtOnce) throw fail('modulesAtOnce', { limit: limits.modulesAtOnce })
    const taken: string[] = []
    const drawn = await call.db.transaction().execute(async (db) => {
      const made = []
      for (const row of rows) {
        const { secret, code, stored } = drawSecrets(row.sn, call.seal)
        const about = { ...row, registrarId: call.sight.orgId, createdAt: call.now() }
        const id = await insertGateway(db, { ...about, ...stored })
        if (id === undefined) taken.push(row.sn)
        else made.push({ id, ...row, secret, code })
      }
      if (taken.length > 0) throw fail('snExists', {}, { field: 'rows', sns: taken })
      return made
    })
    for (const { id, sn, series, model, secret } of drawn) {
      await call.use(gatewayChanged)({ kind: 'registered', sn, secret })
      await call.record({ act: 'register', object: { type: 'gateway', id, name: sn }, after: { sn, series, model } })
    }
    return drawn.map(({ sn, code, secret }) => ({ sn, code, secret }))
  }),

  serve(renewGatewaySecret, { kind: 'change' }, async ({ id }, { sight, seal, use }) => {
    const sn = await loadSn(sight, id)
    if (!sn) throw fail('notFound')
    const { secret, stored } = drawSecrets(sn, seal)
    const { secretHash, secretSealed } = stored
    await updateSecret(sight, id, { secretHash, secretSealed })
    const afterwards = () => use(gatewayChanged)({ kind: 'secretRenewed', sn, secret })
    return { act: 'renewSecret', object: { type: 'gateway', id, name: sn }, data: { secret }, afterwards }
  }),

  serve(queryUnclaimed, { kind: 'operator' }, (asked, { db, sight }) => loadUnclaimed(db, sight.orgId, asked)),

  serve(removeUnclaimed, { kind: 'operator' }, async ({ id }, call) => {
    const own = await loadSn(call.sight, id)
    if (own) throw fail('inUse', { reason: own })
    const sn = await voidUnclaimed(call.db, call.sight.orgId, id, { ...voided(call, `${id}`), at: call.now() })
    if (!sn) throw fail('notFound')
    await call.use(gatewayChanged)({ kind: 'removed', sn })
    await call.record({ act: 'delete', object: { type: 'gateway', id, name: sn } })
    return null
  }),

  serve(brokerAddress, async (_, { use }) => use(brokerAddressOf)()),
] satisfies RoomServer
